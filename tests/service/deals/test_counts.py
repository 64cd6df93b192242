"""What is counted together: deals of one game whose cards have equal chances."""

from tests.service.players import Table, content

DECKS = (
    {"preset": "standard"},
    {"preset": "three-to-six", "players": 3},
    {"preset": "points-counter", "players": 3},
    {"preset": "three-to-six", "players": 6},
)


def test_counts_are_kept_by_game_players_and_deck(client):
    """Each deck has its own entry, which says what was taken out and added, and counts each card once a deal."""
    for ruleset in DECKS:
        for _ in range(2):
            table = Table.open(client, ruleset=ruleset).close()
            table.done("void", table.opener, {})
    decks = content(client.get("/v1/counts/0"))["decks"]
    told = sorted(
        (deck["game"], deck["players"], deck["hand_size"], *deck["removed"], deck["jokers"], deck["deals"])
        for deck in decks
    )
    assert told == [
        ("hearts", 3, 17, "2C", 0, 2),
        ("hearts", 3, 17, "3D", 0, 2),
        ("hearts", 4, 13, 0, 2),
        ("hearts", 6, 9, 2, 2),
    ]
    for deck in decks:
        assert {sum(seats) for seats in deck["cards"].values()} == {2}
        assert sum(map(sum, deck["cards"].values())) == 2 * deck["players"] * deck["hand_size"]


def test_rulesets_that_share_a_deck_are_counted_together(client):
    """How a hand is played and scored changes nobody's chances of a card."""
    for ruleset in ("standard", "omnibus", "no-pass"):
        table = Table.open(client, ruleset=ruleset).close()
        table.done("void", table.opener, {})
    (deck,) = content(client.get("/v1/counts/0"))["decks"]
    assert deck["deals"] == 3
