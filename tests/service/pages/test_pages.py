"""The pages as documents: what they may load and run, what they name, and the files behind them."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from fairdeal.service.pages import assets, loads
from tests.service.pages.every_page import on_every_page

STATIC = Path(assets.__file__).parents[1] / "static"
NAMESPACE = "http://www.w3.org/2000/svg"
FROM_HERE = re.compile(r"'none'|'self'|data:|'sha256-[A-Za-z0-9+/]{43}='|'script'")
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


@pytest.fixture
def database_kind() -> str:
    """One kind is enough: no page reads the database."""
    return "sqlite"


class Document(HTMLParser):
    """What a page loads and leads to, what it runs and how it is styled, its attributes, and its own policy."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.loads: list[str] = []
        self.links: list[str] = []
        self.inline: dict[str, list[str]] = {"script": [], "style": []}
        self.attributes: set[str] = set()
        self.policy: str | None = None
        self._within = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the attributes of an element."""
        found = {name: value or "" for name, value in attrs}
        self.attributes |= found.keys()
        self.loads += [found["src"]] if "src" in found else [found["href"]] if tag == "link" else []
        self.links += [found["href"]] if tag == "a" else []
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]
        self._within = tag if tag in self.inline and "src" not in found else ""

    def handle_endtag(self, tag: str) -> None:
        """Leave a script or a style."""
        self._within = ""

    def handle_data(self, data: str) -> None:
        """Take the text of a script or a style."""
        if self._within:
            self.inline[self._within].append(data)


def directives(policy: str) -> dict[str, list[str]]:
    """A content security policy, by directive."""
    parts = [directive.split() for directive in policy.split(";")]
    return {name: values for name, *values in parts}


def digest(text: str) -> str:
    """A text as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@on_every_page
def test_a_page_may_load_nothing_but_our_own(client: FlaskClient, path):
    """The policy starts from nothing, names no other host, no wildcard and nothing unsafe, and lets nobody frame the page."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    policy = directives(answer.headers["Content-Security-Policy"])
    for name in ("default-src", "base-uri", "form-action", "frame-ancestors"):
        assert policy[name] == ["'none'"]
    assert all(FROM_HERE.fullmatch(value) for values in policy.values() for value in values), policy
    assert "data:" not in policy["script-src"] + policy["style-src"]
    if path != "/docs":
        assert policy["require-trusted-types-for"] == ["'script'"]
        assert policy["trusted-types"] == ["'none'"]


@on_every_page
def test_what_a_page_names_is_here(client: FlaskClient, path):
    """Its links and files are addresses of this service that answer; it has no inline handler or style, which the policy forbids."""
    text = client.get(path).text
    document = Document(text)
    assert "://" not in text.replace(NAMESPACE, "")
    assert not [name for name in document.attributes if name == "style" or name.startswith("on")]
    for address in {*document.loads, *document.links} - {"#main", "data:,"}:
        assert re.match(r"/(?!/)", address)
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("name", sorted(str(file.relative_to(STATIC)) for file in STATIC.rglob("*.*")))
def test_a_file_has_its_type_and_is_fetched_once(client: FlaskClient, name):
    """Each file is served with its type; asked again with its ETag, nothing is sent (304). No file names another host."""
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.content_type == TYPES[Path(name).suffix]
    assert answer.data == (STATIC / name).read_bytes()
    assert "://" not in answer.text.replace(NAMESPACE, "")
    again = client.get(f"/static/{name}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", assets.SWAGGER_UI)
def test_the_files_of_swagger_ui_are_served(client: FlaskClient, name):
    """They come from their package, with their type and an ETag."""
    answer = client.get(f"/static/swagger-ui/{name}")
    assert answer.content_type == TYPES[Path(name).suffix]
    again = client.get(f"/static/swagger-ui/{name}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "name",
    [
        "no-such.js",
        "style.css/",
        "../pages/pages.py",
        "..%2Fpages%2Fpages.py",
        "%2e%2e/pages/pages.py",
        "swagger-ui/index.html",
        "swagger-ui/..%2f..%2fflask_swagger_ui.py",
        "swagger-ui/",
        "",
    ],
)
def test_what_is_no_file_for_pages_is_not_found(client: FlaskClient, name):
    """Unknown names, and ways out of the folder, are 404."""
    assert client.get(f"/static/{name}").status_code == 404


def test_the_page_that_stands_alone_runs_only_what_it_holds(client: FlaskClient):
    """``/verify`` loads nothing; its policy has the digests of its scripts and styles, and its copy on a disk the same policy."""
    answer = client.get("/verify")
    document = Document(answer.text)
    policy = directives(answer.headers["Content-Security-Policy"])
    assert set(document.loads) == {"data:,"}
    assert policy["script-src"] == [digest(script) for script in document.inline["script"]]
    assert policy["style-src"] == [digest(style) for style in document.inline["style"]]
    assert len(document.inline["script"]) == len(loads.VERIFY.scripts)
    assert "connect-src" not in policy
    assert document.policy is not None
    assert directives(document.policy) == {name: policy[name] for name in policy if name != "frame-ancestors"}


def test_no_inlined_script_ends_early():
    """The text ``</script`` would end a script of ``/verify`` in the middle, and ``<!--`` change how it is read."""
    for name in loads.VERIFY.scripts:
        assert not re.search(r"</script|<!--", assets.text(name), re.IGNORECASE)
