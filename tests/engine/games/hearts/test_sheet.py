import pytest

from fairdeal.engine.errors import EntryError, GameOver
from fairdeal.engine.games.hearts.presets import preset
from fairdeal.engine.games.hearts.score_row import Row, row_of_points
from fairdeal.engine.games.hearts.sheet import Sheet

STANDARD = preset("standard")
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def sheet_of(ruleset, *rows):
    """A sheet with rows of these points, which need not be those of a hand."""
    names = NAMES if ruleset.players == 4 else tuple(str(seat) for seat in range(ruleset.players))
    return Sheet(ruleset, names, tuple(Row("points", points) for points in rows))


def test_totals_run_and_players_are_ranked():
    """Rows add up by seat; the ranking goes from the lowest total, equal totals sharing a place."""
    sheet = sheet_of(STANDARD).add(row_of_points(STANDARD, (3, 15, 8, 0))).add(row_of_points(STANDARD, (5, 0, 0, 21)))
    assert sheet.running_totals == [(3, 15, 8, 0), (8, 15, 8, 21)]
    assert [(item.place, item.seat, item.total) for item in sheet.ranking] == [
        (1, 0, 8),
        (1, 2, 8),
        (3, 1, 15),
        (4, 3, 21),
    ]
    assert (sheet.next_hand, sheet.next_pass, sheet.is_over) == (3, 2, False)


def test_an_empty_sheet_begins_at_zero():
    """Before the first hand everybody has 0 and is first; the first pass goes left."""
    sheet = sheet_of(STANDARD)
    assert sheet.totals == (0, 0, 0, 0)
    assert [item.place for item in sheet.ranking] == [1, 1, 1, 1]
    assert (sheet.next_hand, sheet.next_pass, sheet.winner) == (1, 1, None)


@pytest.mark.parametrize(
    ("preset_name", "players", "passes"),
    [
        ("standard", 4, [1, -1, 2, 0, 1]),
        ("three-to-six", 3, [1, -1, 0, 1]),
        ("three-to-six", 6, [1, -1, 2, -2, 3, 0, 1]),
        ("black-maria", 4, [-1, -1]),
        ("no-pass", 4, [0, 0]),
    ],
)
def test_the_next_pass_follows_the_hands(preset_name, players, passes):
    """The direction of the hand that comes next, from the ruleset's cycle."""
    ruleset = preset(preset_name, players)
    for played, offset in enumerate(passes):
        assert sheet_of(ruleset, *[(0,) * players] * played).next_pass == offset


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((99, 1, 2, 2), None),
        ((100, 1, 2, 2), 1),
        ((120, 99, 3, 0), 3),
        ((100, 5, 5, 8), None),
        ((100, 100, 100, 100), None),
        ((101, 100, 104, 130), 1),
        ((0, 0, 0, 0), None),
    ],
)
def test_a_game_ends_at_the_target_with_one_lowest(totals, winner):
    """Somebody at the target or above, and one player alone with the lowest total: then that player has won."""
    sheet = sheet_of(STANDARD, totals)
    assert (sheet.winner, sheet.is_over) == (winner, winner is not None)
    assert (sheet.next_hand is None) == (sheet.next_pass is None) == (winner is not None)


def test_no_hand_follows_the_last():
    """A row for a game that is over is refused; after a correction or taking the row back, the game goes on."""
    sheet = sheet_of(STANDARD, (100, 1, 2, 2))
    row = Row("points", (3, 15, 8, 0))
    with pytest.raises(GameOver, match="Ben"):
        sheet.add(row)
    assert sheet.take_back().add(row).totals == (3, 15, 8, 0)
    assert sheet.correct(1, row).add(row).totals == (6, 30, 16, 0)


def test_a_bonus_can_reopen_what_only_a_tie_kept_open():
    """Only the totals after the latest hand count: back under the target, the game goes on without a memory of it."""
    ruleset = preset("omnibus")
    sheet = sheet_of(ruleset, (104, 5, 5, 90))
    assert not sheet.is_over
    sheet = sheet.add(Row("points", (-10, 13, 8, 5)))
    assert sheet.totals == (94, 18, 13, 95)
    assert (sheet.is_over, sheet.next_hand) == (False, 3)


@pytest.mark.parametrize(
    ("rows", "totals", "over"),
    [
        ([(100, 1, 2, 3)], (50, 1, 2, 3), False),
        ([(101, 1, 2, 3)], (101, 1, 2, 3), True),
        ([(90, 0, 0, 0), (10, 1, 2, 3)], (50, 1, 2, 3), False),
        ([(110, 1, 1, 0), (-10, 0, 0, 0)], (50, 1, 1, 0), False),
        ([(100, 100, 120, 0)], (50, 50, 120, 0), True),
        ([(50, 0, 0, 0), (50, 0, 0, 1)], (50, 0, 0, 1), False),
    ],
)
def test_exactly_the_target_drops_before_the_end_is_tested(rows, totals, over):
    """Landing on exactly 100, from below or above, drops to 50 first; only then is the end of the game tested."""
    sheet = sheet_of(preset("points-counter", exact_target_resets_to=50), *rows)
    assert (sheet.totals, sheet.is_over) == (totals, over)


def test_without_the_option_nobody_drops():
    """Where the reset is off, exactly 100 is 100, and ends the game."""
    sheet = sheet_of(STANDARD, (100, 1, 2, 3))
    assert (sheet.totals, sheet.winner) == ((100, 1, 2, 3), 1)


def test_a_drop_may_go_to_zero():
    """Zero is a number to drop to, unlike null."""
    assert sheet_of(preset("standard", exact_target_resets_to=0), (100, 1, 2, 3)).totals == (0, 1, 2, 3)


def test_a_correction_changes_the_totals_after_it():
    """Another row for an early hand is counted on from there; the sheet before stays as it was."""
    sheet = sheet_of(STANDARD, (3, 15, 8, 0), (0, 0, 13, 13))
    corrected = sheet.correct(1, Row("points", (15, 3, 8, 0)))
    assert corrected.running_totals == [(15, 3, 8, 0), (15, 3, 21, 13)]
    assert sheet.totals == (3, 15, 21, 13)


@pytest.mark.parametrize("hand", [0, 3, -1])
def test_rows_that_are_not_there_cannot_be_changed(hand):
    """Corrections and choices name a hand that has been entered."""
    sheet = sheet_of(STANDARD, (3, 15, 8, 0), (0, 0, 13, 13))
    with pytest.raises(EntryError):
        sheet.correct(hand, sheet.rows[0])
    with pytest.raises(EntryError):
        sheet.choose(hand, "others-add")


def test_taking_back_ends_at_the_empty_sheet():
    """The last row can be taken back until there is none."""
    sheet = sheet_of(STANDARD, (3, 15, 8, 0)).take_back()
    assert sheet == sheet_of(STANDARD)
    with pytest.raises(EntryError):
        sheet.take_back()


def test_the_shooter_chooses_late():
    """A moon counts as others-add until chosen; the choice changes the totals, and is no longer open."""
    ruleset = preset("standard", moon="shooter-chooses")
    sheet = sheet_of(ruleset).add(row_of_points(ruleset, (0, 26, 26, 26))).add(row_of_points(ruleset, (3, 15, 8, 0)))
    assert (sheet.totals, sheet.open_choices) == ((3, 41, 34, 26), [1])
    chosen = sheet.choose(1, "shooter-subtracts")
    assert (chosen.totals, chosen.open_choices) == ((-23, 15, 8, 0), [])
    assert chosen.choose(1, "others-add").totals == sheet.totals
    with pytest.raises(EntryError):
        sheet.choose(2, "others-add")
    assert sheet_of(STANDARD).add(row_of_points(STANDARD, (0, 26, 26, 26))).open_choices == []


def test_a_sheet_has_a_player_a_seat():
    """As many names as seats."""
    with pytest.raises(EntryError):
        Sheet(STANDARD, NAMES[:3])
