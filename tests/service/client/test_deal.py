"""Whole deals against an honest service, and one whose answers get lost."""

import httpx
import pytest

from fairdeal.engine.games.hearts.presets import PRESETS, preset
from fairdeal.engine.protocol import Open
from fairdeal.service.client.deal import play_deal
from fairdeal.service.client.http import Api
from fairdeal.service.client.terms import Terms
from fairdeal.service.client.trust import Trust


def results(report):
    return {check.name: check.result for check in report.checks}


def reserved(report):
    return {one.name for one in report.reservations}


def test_one_program_plays_all_seats(operator):
    """A sighted deal is played to its end, and no check of its proof fails; its reservations are told."""
    played = operator.play(seats=False)
    assert played.report.failed == ()
    assert results(played.report)["signatures"] == "not proved"
    assert {"single-contributor", "silent-seats", "sighted-opener", "keyless-seats"} <= reserved(played.report)
    assert len(played.points) == 4
    assert sum(played.points) in (26, 78)


def test_seats_that_distrust_play_with_keys_and_seals(operator):
    """Every seat contributes, seals and signs its moves: the proof passes, with none of those reservations."""
    played = operator.play(seats=True)
    assert played.report.failed == ()
    assert results(played.report)["signatures"] == "pass"
    assert results(played.report)["contributions"] == "pass"
    assert not {"single-contributor", "silent-seats", "sighted-opener", "keyless-seats", "unsealed"} & reserved(
        played.report
    )


def test_a_hold_hand_needs_no_pass(operator):
    """The fourth hand of a game is played as dealt."""
    assert operator.play(hand=4).report.failed == ()


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name, found in PRESETS.items() for players in found.rulesets]
)
def test_every_preset_is_played(operator, name, players):
    """Clients follow the rules of every preset at every number of players, and agree with the service card by card."""
    api = operator.api()
    terms = Terms.of_one_program(preset(name, players), hand=2)
    played = play_deal(api, Trust.in_service(api), terms)
    assert played.report.failed == ()
    assert len(played.points) == players


class Losing(httpx.BaseTransport):
    """Every call is done, but its first answer never arrives."""

    def __init__(self, app):
        self._inner = httpx.WSGITransport(app=app)
        self._done = set()
        self.lost = 0

    def handle_request(self, request):
        response = self._inner.handle_request(request)
        call = (request.method, request.url.path)
        if request.method != "GET" and call not in self._done:
            self._done.add(call)
            self.lost += 1
            raise httpx.ReadError("the connection is gone")
        return response


def test_a_deal_survives_the_loss_of_every_answer(operator):
    """Each change is sent again when its answer is lost, and has its effect once: one deal, one play a ply."""
    transport = Losing(operator.app)
    api = Api("http://service", transport=transport, sleep=lambda _: None)
    played = play_deal(api, Trust.in_service(api), Terms.of_distrustful_seats(preset("standard")))
    # One opening; a claim, a seal, a contribution and a pass each; 52 plays.
    assert transport.lost == 1 + 4 * 4 + 52
    assert played.report.failed == ()
    assert api.get("/v1/info").integer("handed_out") == 1


def test_seats_share_nothing_but_the_address(operator):
    """Each distrustful client claims with a token, and signs with a key, of its own."""
    bearers, keys = {}, set()

    def listen(request, document):
        seat = request.url.path.rpartition("/")[2]
        if "/contributions/" in request.url.path:
            bearers[seat] = request.headers["Authorization"]
        if "/seats/" in request.url.path:
            keys.add(document["key"])

    operator.play(listen)
    assert len(set(bearers.values())) == 4
    assert len(keys) == 4


def test_the_terms_are_those_that_were_asked_for(operator):
    """A blind, sealed deal with every seat contributing is what distrustful seats open."""
    seen = []
    operator.play(lambda request, document: seen.append(document) if request.method == "POST" else None)
    opened = Open.from_text(seen[0]["open"]["statement"])
    assert (opened.contributors, opened.sealed, opened.opener) == ((0, 1, 2, 3), True, "blind")
    assert opened.rules == preset("standard").hash()
