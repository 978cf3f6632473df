"""Counts the sequences of decisions, depth by depth: one wrong rule, and some number differs.

    perft(load("my-game"), depth=3)      # [9, 72, 504]

A finished game has no further positions. At the last level options are counted without being taken.
"""

from __future__ import annotations

from collections.abc import Callable

from boardrules.game import Game
from boardrules.run.compiled import Options, RuleFailure, Vector
from boardrules.simulator import Simulator

Told = Callable[[int], None]
"""Is told now and then how many positions have been counted."""

TELL_EVERY = 4096


def perft(game: Game, depth: int, players: int | None = None, tell: Told | None = None) -> list[int]:
    """How many positions are reached at each depth from 1 on, counting every way to reach them."""
    simulator = game.simulator(players)
    try:
        vector, options = simulator.start()
        return count_from(simulator, vector, options, depth, tell)
    except RuleFailure as failure:
        raise game.compiled(players).rule_error(failure) from None


def divide(game: Game, depth: int, players: int | None = None, tell: Told | None = None) -> dict[str, int]:
    """The positions at the last depth, by the first action: where two programs differ, this finds the way down."""
    simulator, state = game.simulator(players), game.start(players)
    done: dict[str, int] = {}
    try:
        for action in state.legal_actions():
            vector, _ = simulator.start()
            options = simulator.step(vector, action.id)
            done[str(action)] = 1 if depth == 1 else count_from(simulator, vector, options, depth - 1, tell)[-1]
    except RuleFailure as failure:
        raise game.compiled(players).rule_error(failure) from None
    return done


def count_from(
    simulator: Simulator, vector: Vector, options: Options, depth: int, tell: Told | None = None
) -> list[int]:
    """Counts from a position that has these options. The vector is left as it is."""
    counts = [0] * depth
    step, last = simulator.step, depth - 1
    counts[0] = len(options)
    waiting = [(vector, options, 0)] if last else []
    seen = 0
    while waiting:
        origin, choices, level = waiting.pop()
        below = level + 1
        found = 0
        for option in choices:
            reached = origin[:]
            next_options = step(reached, option)
            found += len(next_options)
            if below < last and next_options:
                waiting.append((reached, next_options, below))
        counts[below] += found
        seen += len(choices)
        if tell is not None and seen >= TELL_EVERY:
            seen = 0
            tell(sum(counts))
    return counts
