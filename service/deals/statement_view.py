"""A signed statement as clients get it: the text that was signed, and the whole note."""

from fairdeal.engine.tlog.note import note_text


def signed(note: str | None) -> dict[str, object] | None:
    """``{statement, note}``, both verbatim; ``None`` for a statement that is not there (yet)."""
    return None if note is None else {"statement": note_text(note), "note": note}
