"""Exact counts of decision sequences, as written in tests/perft."""

from pathlib import Path

import pytest

import boardrules as br
from boardrules.perft import divide, perft

FILES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
MOST_BY_DEFAULT = 300_000
"""Positions at the last depth that take about half a second."""


def _expected(file: Path) -> list[int]:
    rows = [line.split() for line in file.read_text("utf-8").splitlines() if line.strip()]
    assert [int(depth) for depth, _ in rows] == list(range(1, len(rows) + 1))
    return [int(count) for _, count in rows]


def test_every_shipped_game_without_luck_has_a_perft_file() -> None:
    """Where luck answers in between, counts of decisions say nothing."""
    lucky = {name for name in br.shipped_games() if br.load(name).compiled().card["streams"]}
    assert [file.stem for file in FILES] == [name for name in br.shipped_games() if name not in lucky]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_counts_to_a_small_depth(file: Path) -> None:
    counts = _expected(file)
    depth = next((at for at, count in enumerate(counts) if count > MOST_BY_DEFAULT), len(counts))
    assert perft(br.load(file.stem), depth) == counts[:depth]


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_counts_to_the_full_depth(file: Path) -> None:
    counts = _expected(file)
    assert perft(br.load(file.stem), len(counts)) == counts


def test_after_the_end_there_is_nothing() -> None:
    one_move_left = br.load("tic-tac-toe")
    assert perft(one_move_left, 1) == [9]
    state, simulator = one_move_left.start(), one_move_left.simulator()
    vector, options = simulator.start()
    for text in ("a1", "a2", "b1", "b2"):
        action = state.parse_action(f"place(square={text})")
        state.apply(action)
        options = simulator.step(vector, action.id)
    from boardrules.perft import count_from

    # c1 wins at once; after each of the other four, four answers are there.
    before = vector[:]
    assert count_from(simulator, vector, options, 2) == [5, 16]
    assert vector == before


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_parts_of_a_division_add_up(depth: int) -> None:
    game = br.load("othello")
    parts = divide(game, depth)
    assert sum(parts.values()) == perft(game, depth)[-1]
    assert list(parts) == [str(action) for action in game.start().legal_actions()]


def test_the_caller_hears_of_long_counts() -> None:
    heard: list[int] = []
    perft(br.load("connect-four"), 6, tell=heard.append)
    assert heard == sorted(heard)
    assert heard
