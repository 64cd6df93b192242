"""The recipe in docs/fairness.md: a real deal, re-derived by hand."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.running import Running

ROOT = Path(__file__).parent.parent
TOOLS = {"PATH": "/usr/bin:/bin"}


@pytest.fixture
def recipe() -> str:
    """The shell lines of the document."""
    found = re.search(r"## By hand.*?```bash\n(.*?)```", (ROOT / "docs" / "fairness.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def bundle(tmp_path: Path) -> bytes:
    """The proof of a deal that was played on a running service, once it is final."""
    with Running(tmp_path) as service:
        command = [
            sys.executable,
            "-c",
            "from fairdeal.service.command import main; main()",
            "play",
            "--server",
            service.url,
        ]
        environ = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path, env=environ)
        while True:
            proof = httpx.get(f"{service.url}/v1/deals/1/proof")
            if proof.json()["outcome"]["proof"] is not None:
                return proof.content
            time.sleep(0.05)


def run(recipe: str, bundle: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    """Paste the recipe; the bundle stands where it would have been fetched to."""
    (folder / "bundle.json").write_bytes(bundle)
    pasted = "\n".join(line for line in recipe.splitlines() if not line.startswith("curl "))
    assert "curl" not in pasted
    return subprocess.run(
        ["/bin/bash", "-e", "-o", "pipefail"],
        input=pasted,
        check=False,
        text=True,
        capture_output=True,
        cwd=folder,
        env=TOOLS,
    )


def test_the_recipe_derives_a_real_deal_and_finds_what_was_changed(recipe, bundle, tmp_path):
    """Commitment, log, signature and cards come out the same; with any of them changed the recipe fails and names it."""
    shell = run(recipe, bundle, tmp_path)
    assert shell.returncode == 0, (shell.stdout, shell.stderr)
    for part in ("commitment", "index", "root", "deck", "seat 0"):
        assert f"{part}: the same" in shell.stdout
    assert "Signature Verified Successfully" in shell.stdout
    assert "seat 3: " in shell.stdout

    document = json.loads(bundle)
    document["deck"][:2] = document["deck"][1::-1]
    assert "deck: " in run(recipe, json.dumps(document).encode(), tmp_path).stdout.splitlines()[-1]

    document = json.loads(bundle)
    seed = re.search("seed (.*)", document["outcome"]["statement"])
    assert seed is not None
    document["outcome"]["statement"] = document["outcome"]["statement"].replace(seed[1], "00" * 32)
    assert "commitment: " in run(recipe, json.dumps(document).encode(), tmp_path).stdout.splitlines()[-1]

    document = json.loads(bundle)
    lines = document["commit"]["proof"].split("\n")
    lines[2], lines[3] = lines[3], lines[2]
    document["commit"]["proof"] = "\n".join(lines)
    assert "root: " in run(recipe, json.dumps(document).encode(), tmp_path).stdout.splitlines()[-1]

    document = json.loads(bundle)
    document["vkeys"]["commits"] = document["vkeys"]["outcomes"]
    changed = run(recipe, json.dumps(document).encode(), tmp_path)
    assert changed.returncode != 0
    assert "Signature Verified Successfully" not in changed.stdout
