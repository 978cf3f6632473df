"""Answering the questions of luck from the streams of a position.

Each die, bag or cell has its own stream, named after it and made from the seed in the vector; the vector counts how
often each was asked. So what one die shows does not depend on how often another was rolled.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NoReturn

from boardrules.errors import BadOption
from boardrules.run.compiled import Compiled, Options, RuleFailure, Vector
from boardrules.run.philox import Key, stream_key, uniform
from boardrules.vector import CHANCE, CHOOSER, SEED, WAITING

MOST_SEED = (1 << 63) - 1

MOST_ANSWERS = 100_000
"""Luck that answers more often than this, with nobody deciding, is taken to go on for ever."""


def checked_seed(seed: int) -> int:
    if not 0 <= seed <= MOST_SEED:
        raise BadOption(f"a seed is a number from 0 to {MOST_SEED}, not {seed}")
    return seed


@lru_cache(maxsize=1024)
def _key(seed: int, stream: str) -> Key:
    return stream_key(seed, stream)


def weights(compiled: Compiled, vector: Vector, options: Options) -> Sequence[int]:
    """How likely each option of the open question of luck is, beside the others."""
    weigh = compiled.weights.get(vector[WAITING])
    return weigh(vector) if weigh is not None else [1] * len(options)


def sample(compiled: Compiled, vector: Vector, options: Options) -> int:
    """The option that the stream gives next."""
    stream = compiled.questions[vector[WAITING]]["stream"]
    at = compiled.card["streams"][stream]
    number = vector[at]
    vector[at] = number + 1
    likely = weights(compiled, vector, options)
    left = uniform(_key(vector[SEED], stream), number, sum(likely))
    for option, weight in zip(options, likely, strict=True):
        if left < weight:
            return option
        left -= weight
    raise AssertionError("weights add up to their sum")


def settle(compiled: Compiled, vector: Vector, options: Options, seen: list[int] | None = None) -> Options:
    """Lets luck answer until a player must decide, or the game is over; `seen` is told what it brought."""
    answers = 0
    while vector[CHOOSER] == CHANCE:
        if answers == MOST_ANSWERS:
            fail_endless(compiled, vector)
        outcome = sample(compiled, vector, options)
        if seen is not None:
            seen.append(outcome)
        options = compiled.step(vector, outcome)
        answers += 1
    return options


def fail_endless(compiled: Compiled, vector: Vector) -> NoReturn:
    rule = compiled.questions[vector[WAITING]]["rule"]
    raise RuleFailure(rule, f"luck was asked {MOST_ANSWERS} times, and nobody had to decide")
