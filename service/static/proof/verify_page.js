/* /verify: a bundle from a file or as text, checked and laid on the table. Works from a disk, and asks nobody. */
(function () {
'use strict';

const { byId, element, show } = fairdeal.dom;

/** A field's text without blanks around it, or undefined if that is nothing. */
function given(id) {
  return byId(id).value.trim() || undefined;
}

/** What the reader holds the bundle against. A number that is none stays text: the verifier refuses it. */
function pins() {
  const number = given('number');
  return {
    origin: given('origin'),
    number: /^[1-9][0-9]*$/.test(number) ? Number(number) : number,
    vkeys: byId('vkeys').value.split('\n').map((line) => line.trim()).filter((line) => line !== ''),
    policy: given('policy') && `${given('policy')}\n`,
    anyOrigin: true,
  };
}

/** The bundle: the bytes of the chosen file as they are, or the text. */
async function input() {
  const [file] = byId('file').files;
  return file ? new Uint8Array(await file.arrayBuffer()) : byId('text').value;
}

/** The way to the other pages, where there are any: a copy on a disk stands alone. */
function linkPages() {
  if (!location.protocol.startsWith('http')) return;
  const pages = [['/', 'Deals'], ['/play', 'Play'], ['/fairness', 'Fairness'], ['/docs', 'API']];
  document.querySelector('nav').append(...pages.map(([href, name]) => element('a', { href }, name)));
}

let turn = 0;

async function verify() {
  turn += 1;
  const mine = turn;
  let text;
  byId('fault').textContent = '';
  try {
    text = await input();
  } catch {
    byId('fault').textContent = 'The file cannot be read any more. Choose it again.';
    return;
  }
  byId('deal').hidden = false;
  show(byId('table'));
  const shown = fairdeal.proof.show(byId('proof'), text, pins());
  byId('proof').querySelector('h2').focus();
  const report = await shown;
  if (mine !== turn) return;
  if (!report.error) show(byId('table'), element('h2', {}, 'The table'), tableOf(text, report));
}

/** The hand as the bundle tells it; of one that is spoiled there may be nothing to draw. */
function tableOf(text, report) {
  const doubt = report.exit_code === 1 ? 'A check failed: this is what the bundle says, not what happened.' : null;
  try {
    const bundle = JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
    const drawing = fairdeal.drawings.drawingOf(bundle.ruleset);
    if (drawing === null) return fairdeal.drawings.nothingToDraw(bundle.ruleset);
    const view = new drawing.TableView(drawing.storyOfBundle(bundle));
    return [doubt && element('p', { class: 'notice bad' }, doubt), view.node];
  } catch {
    return element('p', { class: 'notice' }, 'This bundle has no hand that could be drawn.');
  }
}

/** The later of file and text counts; the other is emptied, so that one sees which. */
function keepOne() {
  byId('file').addEventListener('change', () => { byId('text').value = ''; });
  byId('text').addEventListener('input', () => { byId('file').value = ''; });
}

/** A file dropped anywhere is taken: beside the marked place, the browser would leave the page for it. */
function takeDrops() {
  const over = (is) => (event) => {
    event.preventDefault();
    byId('drop').classList.toggle('over', is);
  };
  document.addEventListener('dragover', over(true));
  document.addEventListener('dragleave', over(false));
  document.addEventListener('drop', (event) => {
    over(false)(event);
    const { files } = event.dataTransfer;
    if (files.length !== 1) return;
    byId('file').files = files;
    byId('text').value = '';
    byId('input').requestSubmit();
  });
}

byId('input').addEventListener('submit', (event) => {
  event.preventDefault();
  verify();
});
keepOne();
takeDrops();
fairdeal.selfTest().then(({ ok, detail }) => {
  byId('self-test').className = ok ? 'quiet' : 'notice bad';
  byId('self-test').textContent = `${detail[0].toUpperCase()}${detail.slice(1)}.`;
});

linkPages();
})();
