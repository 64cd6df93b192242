"""A page in a real browser, and all that it did that a page must not do."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route

AXE = Path(__file__).with_name("npm") / "node_modules" / "axe-core" / "axe.min.js"
# Nothing is judged by its time: a busy machine may take its own.
PATIENCE_MS = 60_000
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}

# Says every violation of a content security policy on the console, where it is found with the rest.
_TELL_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (event) => {
  console.error(`CSP: ${event.violatedDirective} forbids ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`);
});
"""


class Visit:
    """A browser of its own (a new profile), which reaches one service and nothing else."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        self.faults: list[str] = []
        """Console errors, uncaught exceptions, policy violations, and requests to other hosts."""
        self.requests: list[str] = []
        """The addresses that were asked for."""
        self.context: BrowserContext = browser.new_context(**{"viewport": DESKTOP, "base_url": url, **options})
        self.context.add_init_script(_TELL_VIOLATIONS)
        self.context.route("**/*", self._at_home)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))
        self.context.on("request", self._asked)
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()

    def _at_home(self, route: Route) -> None:
        if self._is_home(route.request.url):
            route.continue_()
        else:
            self.faults.append(f"asked another host: {route.request.url}")
            route.abort()

    def _is_home(self, url: str) -> bool:
        return url.startswith((self.url + "/", "data:", "blob:", "file:"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)

    def open(self, path: str) -> Page:
        """Go to a path of the service."""
        self.page.goto(path)
        return self.page

    def axe(self) -> list[str]:
        """What axe-core finds serious or critical in the page as it stands."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{rule['id']} ({rule['impact']}): {rule['help']}: {json.dumps([node['html'][:120] for node in rule['nodes'][:3]])}"
            for rule in found["violations"]
            if rule["impact"] in {"serious", "critical"}
        ]

    def close(self) -> None:
        """Close it; whatever it did that it must not do is a failure."""
        self.context.close()
        assert not self.faults, self.faults
