"""ES modules, joined into one classic script."""

import subprocess

import pytest

from fairdeal.service.pages import assets
from fairdeal.service.pages.joining import join

MODULES = {
    "app/entry.js": "/* What it is. */\n\nimport { twice } from './twice.js';\nimport * as words from '../words/words.js';\n\n"
    "console.log(twice(words.count), words.join('a', 'b'), typeof hidden);\n",
    "app/twice.js": "/* Twice. */\n\nimport { count } from '../words/words.js';\n\nconst hidden = 2;\n\n"
    "export function twice(value) {\n  return hidden * value + 0 * count;\n}\n",
    "words/words.js": "export const count = 21;\n\nexport async function wait() {}\n\nexport class Word {}\n\n"
    "export function join(...words) {\n  return words.join('-');\n}\n",
}


def test_modules_become_one_script():
    """Each module runs once, behind those that it needs, and sees of the others what they export; the entry's title comes first."""
    script = join("app/entry.js", MODULES.__getitem__)
    assert script.startswith("/* What it is. */\n\n(function () {\n'use strict';\n")
    assert script.count("const count = 21;") == 1
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout == "42 a-b undefined\n"


REFUSED = {
    "a default import": "import words from './words.js';\n",
    "an import under another name": "import { count as number } from '../words/words.js';\n",
    "an import for its effects": "import '../words/words.js';\n",
    "a default export": "export default 1;\n",
    "a list of exports": "const a = 1;\nexport { a };\n",
    "an export of another module": "export * from '../words/words.js';\n",
    "a package": "import { readFile } from 'node:fs';\n",
}


@pytest.mark.parametrize("source", REFUSED.values(), ids=REFUSED.keys())
def test_other_forms_are_refused(source):
    """What is not joined is an error, not a script that fails in a browser."""
    with pytest.raises(ValueError, match="not a form"):
        join("app/entry.js", (MODULES | {"app/entry.js": source}).__getitem__)


def test_modules_that_need_each_other_are_refused():
    """A circle has no order; the error names it."""
    circle = {"a.js": "import { b } from './b.js';\n", "b.js": "import { a } from './a.js';\n"}
    with pytest.raises(ValueError, match=r"a\.js -> b\.js -> a\.js"):
        join("a.js", circle.__getitem__)


@pytest.mark.parametrize("name", assets.JOINED)
def test_what_is_served_is_joined(name):
    """The scripts that are served from modules run in Node.js as they are."""
    script = assets.text(name)
    assert "\nimport " not in script
    assert "\nexport " not in script
    subprocess.run(["node", "--check", "-"], input=script, text=True, check=True)


def test_every_module_is_used():
    """No module of the verifier or of a game lies about that no script is joined from."""
    root = assets.STATIC
    paths = {
        path.relative_to(str(root)).as_posix()
        for folder in ("verifier", "games")
        for path in (root / folder).rglob("*.js")
    }
    joined = "".join(assets.text(name) for name in assets.JOINED)
    assert {path for path in paths if f" {path}\n" not in joined} == set()
