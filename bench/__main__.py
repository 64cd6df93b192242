"""Every benchmark, one after the other: ``python -m bench``. Each figure is a ratio within one run."""

import runpy
import sys
from pathlib import Path


def main() -> None:
    """Run each file of this folder as a program of its own name."""
    for path in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        print(f"== {path.stem}", flush=True)
        sys.argv = [str(path)]
        runpy.run_path(str(path), run_name="__main__")


if __name__ == "__main__":
    main()
