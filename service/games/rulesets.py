"""The ruleset that a request names, whichever game it is of."""

from fairdeal.engine.errors import RulesetError
from fairdeal.engine.games import Ruleset, resolve
from fairdeal.service.problems import invalid_values


def ruleset_of_request(value: object, pointer: str = "#/ruleset") -> Ruleset:
    """The ruleset that a client names or writes out; 422 with a pointer to each option that is wrong or missing."""
    try:
        return resolve(value)
    except RulesetError as error:
        raise invalid_values([(pointer + where, sentence) for where, sentence in error.problems]) from None
