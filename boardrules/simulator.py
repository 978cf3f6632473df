"""The fast path: integers in, integers out, nothing checked.

    simulator = game.simulator(players=2)
    vector, options = simulator.start(seed=1)
    while options:
        options = simulator.step(vector, options[0])

`step` must be given one of the options it returned last for that vector. Copy a position with `vector[:]`. After an
exception from a rule the vector is worthless. For everything else there is `State`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from boardrules.run.compiled import Compiled, Options, Vector
from boardrules.run.luck import settle
from boardrules.vector import CHOOSER, ENDED, SEED


@final
class Simulator:
    """Steps vectors of one compiled game. Players are numbers from 1."""

    __slots__ = ("_compiled", "players", "step")

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self.players = compiled.players
        self.step: Callable[[Vector, int], Options] = self._lucky_step if compiled.card["streams"] else compiled.step
        """Takes an option and gives the next ones; none when the game is over."""

    def start(self, seed: int = 0) -> tuple[Vector, Options]:
        vector = list(self._compiled.initial)
        vector[SEED] = seed
        return vector, settle(self._compiled, vector, self._compiled.begin(vector))

    def _lucky_step(self, vector: Vector, option: int) -> Options:
        return settle(self._compiled, vector, self._compiled.step(vector, option))

    def chooser(self, vector: Vector) -> int:
        """Who must decide; 0 when the game is over."""
        return vector[CHOOSER]

    def is_over(self, vector: Vector) -> bool:
        return vector[ENDED] != 0
