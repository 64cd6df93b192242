"""The README's tour, pasted line by line."""

import re
import subprocess
import sys
from pathlib import Path

from tests.running import Running

ROOT = Path(__file__).parent.parent


def test_the_tour_works_when_pasted(tmp_path: Path) -> None:
    """Every line of the tour succeeds in a shell, and its last one verifies the deal with no check failed."""
    tour = re.search(r"## A tour with curl.*?```bash\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert tour is not None
    command = f"{sys.executable} -c 'from fairdeal.service.command import main; main()'"
    pasted = tour[1].replace(".venv/bin/fairdeal", command)
    assert pasted != tour[1]
    with Running(tmp_path) as service:
        shell = subprocess.run(
            ["/bin/bash", "-e", "-o", "pipefail"],
            input=pasted,
            check=False,
            text=True,
            capture_output=True,
            cwd=tmp_path,
            env={"SERVER": service.url, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)},
        )
    assert shell.returncode == 0, shell.stderr
    assert "fairdeal/v1 open" in shell.stdout and "fairdeal/v1 table" in shell.stdout
    assert "No check failed" in shell.stdout
    assert "commitment-opens" in shell.stdout
