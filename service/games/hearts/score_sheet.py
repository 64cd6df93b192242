"""Score sheets of Hearts: what hands score, what people may enter, and the shooter's choice."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from fairdeal.engine.errors import EntryError
from fairdeal.engine.games import Hand as AnyHand
from fairdeal.engine.games import Ruleset as AnyRuleset
from fairdeal.engine.games.hearts.hand import Hand
from fairdeal.engine.games.hearts.ruleset import pass_name
from fairdeal.engine.games.hearts.score_row import (
    Choice,
    Row,
    row_of_counts,
    row_of_deal,
    row_of_points,
    row_of_taken,
)
from fairdeal.engine.games.hearts.sheet import Sheet
from fairdeal.service.games import score_sheet
from fairdeal.service.games.hearts.live_hand import hearts_rules


class HeartsSheets:
    """How Hearts keeps score: `fairdeal.service.games.score_sheet.SheetRules`."""

    def sheet(self, ruleset: AnyRuleset, players: Sequence[str], rows: Sequence[score_sheet.Row] = ()) -> Sheet:
        """A sheet with these rows; raises `EntryError` unless there is one player a seat."""
        return Sheet(hearts_rules(ruleset), tuple(players), tuple(map(_row, rows)))

    def with_next(self, sheet: score_sheet.Sheet, row: score_sheet.Row) -> Sheet:
        """The sheet with the next hand's row; raises `GameOver` after the last."""
        return _sheet(sheet).add(_row(row))

    def row_of_hand(self, ruleset: AnyRuleset, number: int, hand: AnyHand) -> Row:
        """The row of a deal that was played out; raises `EntryError`."""
        assert isinstance(hand, Hand)
        return row_of_deal(hearts_rules(ruleset), number, hand)

    def row_of_entry(self, ruleset: AnyRuleset, entry: Mapping[str, object]) -> Row:
        """The row of totals, of counts, or of the cards that were taken; raises `EntryError`."""
        rules, values = hearts_rules(ruleset), cast("Mapping[str, Any]", entry)
        if "points" in values:
            return row_of_points(rules, values["points"])
        if "taken" in values:
            return row_of_taken(rules, values["taken"])
        return row_of_counts(rules, values["hearts"], values.get("queen"), values.get("jack"))

    def read_row(self, value: Mapping[str, Any]) -> Row:
        """The row that `write_row` made."""
        return Row(value["source"], tuple(value["points_taken"]), value["moon"], value["choice"], value["deal"])

    def write_row(self, row: score_sheet.Row) -> dict[str, object]:
        """The row as a JSON object, to be stored."""
        hand = _row(row)
        return {
            "source": hand.source,
            "points_taken": hand.points_taken,
            "moon": hand.moon,
            "choice": hand.choice,
            "deal": hand.deal,
        }

    def row_view(self, ruleset: AnyRuleset, row: score_sheet.Row) -> dict[str, object]:
        """Where the row comes from, its points, and who shot the moon."""
        hand = _row(row)
        return {
            "source": hand.source,
            "deal": hand.deal,
            "points": list(hand.points(hearts_rules(ruleset))),
            "moon": hand.moon,
            "choice": hand.choice,
        }

    def sheet_view(self, sheet: score_sheet.Sheet) -> dict[str, object]:
        """The next hand with the direction of its pass, and the hands whose shooter has not chosen."""
        scores, following = _sheet(sheet), None
        if scores.next_hand is not None:
            offset = scores.ruleset.pass_offset(scores.next_hand)
            name = pass_name(offset, scores.ruleset.players)
            following = {"hand": scores.next_hand, "pass": {"offset": offset, "name": name}}
        return {"next": following, "open_choices": scores.open_choices}


def with_choice(row: score_sheet.Row, ruleset: AnyRuleset, choice: Choice) -> Row:
    """The row with the shooter's choice; the same if that is what was chosen.

    Raises:
        EntryError: there is nothing to choose.
    """
    hand = _row(row)
    return hand if hand.choice == choice else hand.choosing(hearts_rules(ruleset), choice)


def _row(row: score_sheet.Row) -> Row:
    if not isinstance(row, Row):
        raise EntryError("", "This is no row of Hearts.")
    return row


def _sheet(sheet: score_sheet.Sheet) -> Sheet:
    assert isinstance(sheet, Sheet)
    return sheet
