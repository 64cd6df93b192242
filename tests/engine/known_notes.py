"""The known note: a checkpoint of 70,000 leaves with a witness's cosignature, made and accepted by other programs."""

from tests.engine.known_deals import VECTORS

_FILE = (VECTORS / "signed-note.txt").read_text()
VKEY, WITNESS_VKEY = _FILE.splitlines()[2:4]
NOTE = _FILE.split("--------\n")[1]
