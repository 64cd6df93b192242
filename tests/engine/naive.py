"""A second reading of the rules, from the published pages alone: plain lists of two-letter strings, no engine code.

It is slow and literal on purpose. Where it and the engine disagree, one of them has misread the rules.
"""

RANKS = ["X", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


def deck(rules):
    """The cards in play."""
    cards = [rank + suit for suit in ["C", "D", "H", "S"] for rank in RANKS[1:]]
    cards = [card for card in cards if card not in rules["removed"]]
    return cards + ["XC", "XD"][: rules["jokers"]]


def value(rules, card):
    """What a card is worth to who takes it."""
    if card[1] == "H":
        return RANKS.index(card[0]) + 1 if rules["heart_points"] == "rank" else 1
    return rules["card_points"].get(card, 0)


def is_point_card(rules, card):
    """Whether the card costs points."""
    return value(rules, card) > 0


def pass_target(rules, number, seat):
    """Who gets the cards that a seat passes."""
    cycle = rules["pass_cycle"]
    return (seat + cycle[(number - 1) % len(cycle)]) % rules["players"]


def holds(rules, number):
    """Whether this is a hand without a pass."""
    return pass_target(rules, number, 0) == 0


def after_pass(rules, number, hands, passes):
    """The hands once all have passed."""
    new = [[card for card in hand if card not in given] for hand, given in zip(hands, passes, strict=True)]
    for seat, given in enumerate(passes):
        new[pass_target(rules, number, seat)].extend(given)
    return new


class NaiveHand:
    """A hand from the first trick on."""

    def __init__(self, rules, number, hands):
        self.rules = rules
        self.hands = [list(hand) for hand in hands]
        self.tricks = []  # finished: a list of (seat, card), and who won
        self.trick = []  # the one on the table
        self.broken = False
        self.opening_card = None
        if rules["opening"] == "lowest-club":
            clubs = [card for card in deck(rules) if card[1] == "C" and card != "XC"]
            self.opening_card = clubs[0]
            self.turn = next(seat for seat, hand in enumerate(hands) if self.opening_card in hand)
        elif rules["opening"] == "seat-0":
            self.turn = 0
        else:
            self.turn = (number - 1) % rules["players"]

    def over(self):
        return all(hand == [] for hand in self.hands)

    def legal(self):
        hand, rules = self.hands[self.turn], self.rules
        if self.trick == []:
            return self.legal_leads(hand)
        led = self.trick[0][1][1]
        same_suit = [card for card in hand if card[1] == led]
        if same_suit:
            return same_suit
        if self.tricks == [] and rules["first_trick_points"] != "allowed":
            harmless = [card for card in hand if not is_point_card(rules, card)]
            if harmless:
                return harmless
            hearts = [card for card in hand if card[1] == "H"]
            if rules["first_trick_points"] == "hearts-only" and hearts:
                return hearts
        return hand

    def legal_leads(self, hand):
        if self.tricks == [] and self.opening_card is not None:
            return [self.opening_card]
        if not self.rules["hearts_must_be_broken"] or self.broken:
            return hand
        if all(card[1] == "H" for card in hand):
            return hand
        if self.rules["hearts_led_from_points_only"] and all(is_point_card(self.rules, card) for card in hand):
            return hand
        return [card for card in hand if card[1] != "H"]

    def play(self, card):
        rules = self.rules
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        led = self.trick[0][1][1]
        if card[1] == "H" and (rules["hearts_broken_by"] == "heart-played" or led != "H"):
            self.broken = True
        if card == "QS" and rules["queen_breaks_hearts"]:
            self.broken = True
        if len(self.trick) < rules["players"]:
            self.turn = (self.turn + 1) % rules["players"]
            return
        best_seat, best_card = self.trick[0]
        for seat, other in self.trick[1:]:
            if other[1] == led and RANKS.index(other[0]) > RANKS.index(best_card[0]):
                best_seat, best_card = seat, other
        self.tricks.append((self.trick, best_seat))
        self.trick = []
        self.turn = best_seat

    def taken(self, seat):
        return [card for trick, winner in self.tricks if winner == seat for _, card in trick]

    def moon(self):
        point_cards = [card for card in deck(self.rules) if is_point_card(self.rules, card)]
        for seat in range(self.rules["players"]):
            if self.rules["moon"] != "off" and all(card in self.taken(seat) for card in point_cards):
                return seat
        return None

    def points(self):
        """The points of a finished hand; a shooter who may choose has the others add."""
        rules = self.rules
        points = [sum(value(rules, card) for card in self.taken(seat)) for seat in range(rules["players"])]
        shooter = self.moon()
        if shooter is None:
            return points
        everything = sum(value(rules, card) for card in deck(rules) if is_point_card(rules, card))
        for seat in range(rules["players"]):
            if seat == shooter:
                points[seat] -= everything
                if rules["moon"] == "shooter-subtracts":
                    points[seat] -= everything
            elif rules["moon"] != "shooter-subtracts":
                points[seat] += everything
        return points
