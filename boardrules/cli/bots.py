"""Who decides for the seats that no person has."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from boardrules.action import Action
from boardrules.cli.failures import WrongUse
from boardrules.diagnostics import did_you_mean

Bot = Callable[[random.Random, Sequence[Action]], Action]


def _random(chance: random.Random, actions: Sequence[Action]) -> Action:
    return actions[chance.randrange(len(actions))]


BOTS: Mapping[str, Bot] = {"random": _random}


def bots_for(seats: Sequence[str], given: Sequence[str]) -> dict[str, Bot]:
    """`random` means every seat, `black=random` that one; both may be given more than once, with commas between."""
    done: dict[str, Bot] = {}
    for one in (part.strip() for text in given for part in text.split(",")):
        seat, equals, name = (part.strip() for part in one.partition("="))
        if not equals:
            seat, name = "", one
        if name not in BOTS:
            raise WrongUse(f"--bots: {_unknown('bot', name, BOTS)}")
        if seat and seat not in seats:
            raise WrongUse(f"--bots: {_unknown('seat', seat, seats)}")
        done.update(dict.fromkeys([seat] if seat else seats, BOTS[name]))
    return done


def _unknown(kind: str, name: str, known: Mapping[str, Bot] | Sequence[str]) -> str:
    hint = did_you_mean(name, known) or f"there is {', '.join(known)}"
    return f"no {kind} is called '{name}'; {hint}"
