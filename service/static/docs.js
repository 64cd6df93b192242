(function () {
'use strict';

/** Swagger UI goes dark by a class of its own, not with the system: this sets it. */
function followSystem() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

/**
 * Swagger UI puts a link to an operation inside of the button that opens it, where no keyboard gets to it well. Without its
 * target it is plain text; the button sets the same address when it opens the operation.
 */
const noLinksInButtons = () => ({
  wrapComponents: {
    DeepLink: (Original, { React }) => (props) => React.createElement(Original, { ...props, enabled: false }),
  },
});

/** Says what the fields are that Swagger UI gives no name, and lets a keyboard scroll what it shows. */
function nameFields(docs) {
  for (const field of docs.querySelectorAll('select:not([aria-label]), textarea:not([aria-label])')) {
    const parameter = field.closest('tr')?.querySelector('.parameter__name');
    const name = parameter ? parameter.firstChild.textContent : field.closest('.examples-select') ? 'Example' : 'Request body';
    if (!field.labels.length || !field.labels[0].textContent.trim()) field.setAttribute('aria-label', name);
  }
  for (const shown of docs.querySelectorAll('pre.microlight:not([tabindex])')) shown.tabIndex = 0;
}

followSystem();
// Each operation opens by its own address (#/deals/openDeal); nothing is asked of another host (no validator).
addEventListener('load', () => {
  const docs = document.getElementById('docs');
  new MutationObserver(() => nameFields(docs)).observe(docs, { childList: true, subtree: true });
  SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#docs',
    deepLinking: true,
    docExpansion: 'list',
    validatorUrl: null,
    syntaxHighlight: { theme: 'tomorrow-night' },
    tryItOutEnabled: true,
    persistAuthorization: false,
    plugins: [noLinksInButtons],
  });
});
})();
