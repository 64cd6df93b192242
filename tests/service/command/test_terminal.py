"""Text from elsewhere on a terminal."""

import pytest

from fairdeal.service.command.terminal import marked, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain — text\nin lines", "plain — text\nin lines"),
        ("\x1b[31m\x07\r\t\x9b", r"\x1b[31m\x07\r\t\x9b"),
        ("\u202eright to left", r"\u202eright to left"),
        ("\ud800", r"\ud800"),
        ("\u2028", r"\u2028"),
    ],
)
def test_only_printable_characters_are_printed(text, shown):
    """Control characters, direction overrides and lone surrogates are escaped; newlines stay."""
    assert printable(text) == shown


def test_markup_of_others_is_text():
    """What looks like the console's markup is printed as it is."""
    assert marked("[bold]x[/]") == r"\[bold]x\[/]"
