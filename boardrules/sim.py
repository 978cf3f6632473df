"""Many random games, and what they say about a game: how long it is, who wins, how it ends.

    summary = simulate(load("my-game"), games=1000, seed=1)
    print(summary.seats["p1"].win_rate, summary.seats["p1"].interval)

Game number i draws from a stream of its own, made from the seed and i: the result does not depend on the order in which
the games are played.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, final

from boardrules.errors import RuleError
from boardrules.game import Game
from boardrules.run.compiled import Compiled, RuleFailure, Vector
from boardrules.state import Outcome, State

MOST_DECISIONS = 100_000
"""A game that goes on for longer is given up, and counted as unfinished."""

Z_95 = 1.959963984540054
"""The normal deviate of a 95 % interval."""


@final
@dataclass(frozen=True, slots=True)
class Record:
    """One finished game, or one that was given up (then without an outcome)."""

    decisions: int
    options: int
    """The legal options of all its decisions together."""
    outcome: Outcome | None


@final
@dataclass(frozen=True, slots=True)
class Spread:
    """Some numbers in short."""

    mean: float
    median: float
    low: int
    high: int


@final
@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat did. Games are won alone or shared; a draw is won by nobody."""

    wins: int
    shared: int
    win_rate: float
    interval: tuple[float, float]
    """Where the win rate truly lies, with 95 % confidence."""
    mean_score: float


@final
@dataclass(frozen=True, slots=True)
class Summary:
    """What a number of games have shown."""

    game: str
    players: int
    seed: int
    games: int
    unfinished: int
    drawn: int
    shared: int
    decisions: Spread
    options: float
    """Legal options per decision, on average."""
    seats: Mapping[str, SeatResult]
    endings: Mapping[str, int]
    """How often each rule ended the game, the most frequent first."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def simulate(
    game: Game,
    games: int,
    players: int | None = None,
    seed: int = 0,
    on_game: Callable[[int], None] | None = None,
    most_decisions: int = MOST_DECISIONS,
) -> Summary:
    """Plays random games and sums them up; `on_game` is told after each how many are done."""
    if games < 1:
        raise ValueError("at least one game is needed")
    records = []
    for index in range(games):
        records.append(play_random(game, players, seed, index, most_decisions))
        if on_game is not None:
            on_game(index + 1)
    compiled = game.compiled(players)
    return summarise(game.name, compiled.seats, seed, records)


def play_random(game: Game, players: int | None, seed: int, index: int, most_decisions: int = MOST_DECISIONS) -> Record:
    """Plays one game in which every decision is made by lot."""
    compiled = game.compiled(players)
    try:
        vector, decisions, options = _run(game, players, f"{seed} {index}", most_decisions)
    except RuleFailure as failure:
        raise RuleError(f"{compiled.rule_error(failure)}\n  in random game {index} of seed {seed}") from None
    return Record(decisions, options, _outcome(game, compiled, vector))


def _run(game: Game, players: int | None, stream: str, most_decisions: int) -> tuple[Vector, int, int]:
    simulator = game.simulator(players)
    rng = random.Random(stream)
    step, draw = simulator.step, rng.random
    vector, options = simulator.start(rng.getrandbits(63))
    decisions = seen = 0
    while options and decisions < most_decisions:
        count = len(options)
        seen += count
        decisions += 1
        options = step(vector, options[int(draw() * count)])
    return vector, decisions, seen


def _outcome(game: Game, compiled: Compiled, vector: Vector) -> Outcome | None:
    return State(game, compiled, vector, []).outcome if compiled.ended(vector) else None


def summarise(game: str, seats: Sequence[str], seed: int, records: Sequence[Record]) -> Summary:
    """Sums games up; games without an outcome count for lengths only."""
    ended = [record.outcome for record in records if record.outcome is not None]
    lengths = [record.decisions for record in records]
    return Summary(
        game=game,
        players=len(seats),
        seed=seed,
        games=len(records),
        unfinished=len(records) - len(ended),
        drawn=sum(not outcome.winners for outcome in ended),
        shared=sum(len(outcome.winners) > 1 for outcome in ended),
        decisions=spread(lengths),
        options=sum(record.options for record in records) / max(1, sum(lengths)),
        seats={seat: _seat_result(seat, ended) for seat in seats},
        endings=dict(Counter(outcome.reason for outcome in ended).most_common()),
    )


def _seat_result(seat: str, ended: Sequence[Outcome]) -> SeatResult:
    wins = sum(outcome.winners == (seat,) for outcome in ended)
    shared = sum(seat in outcome.winners for outcome in ended) - wins
    count = max(1, len(ended))
    score = sum(outcome.scores[seat] for outcome in ended) / count
    return SeatResult(wins, shared, wins / count, wilson(wins, len(ended)), score)


def spread(numbers: Iterable[int]) -> Spread:
    """The mean, the median and both ends of one or more numbers."""
    every = sorted(numbers)
    half = len(every) // 2
    median = every[half] if len(every) % 2 else (every[half - 1] + every[half]) / 2
    return Spread(sum(every) / len(every), float(median), every[0], every[-1])


def wilson(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval of a rate: sensible also for few trials and for rates near 0 and 1.

    Without trials nothing is known: (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    rate, square = successes / trials, z * z / trials
    centre = (rate + square / 2) / (1 + square)
    half = z * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials)) / (1 + square)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high
