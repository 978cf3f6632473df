"""The laws hold for every shipped game, and a game that breaks one is caught."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boardrules as br
from boardrules.library import games_folder
from boardrules.state import State
from boardrules.testing import LawBroken, check_game

GAMES = br.shipped_games()


@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_in_random_games(name: str) -> None:
    assert check_game(br.load(name), games=50) > 250


def test_every_combination_of_parameters_is_legal_or_has_a_reason() -> None:
    check_game(br.load("tic-tac-toe"), games=20, seed=1, every=True)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_in_many_random_games(name: str) -> None:
    check_game(br.load(name), games=1000, seed=2)


def test_every_shipped_game_has_what_a_game_needs() -> None:
    assert GAMES == ["breakthrough", "connect-four", "othello", "pig", "tic-tac-toe"]
    for name in GAMES:
        assert list((games_folder() / name / "scenarios").glob("*.yaml"))
        assert (games_folder() / name / "texts" / "pl.yaml").is_file()
        assert not br.load(name).warnings


def test_an_invariant_that_fails_is_a_broken_law(tmp_path: Path) -> None:
    text = (games_folder() / "tic-tac-toe" / "game.yaml").read_text("utf-8")
    (tmp_path / "game.yaml").write_text(text + "invariants:\n  few: count(mark[s] != none for s in Square) < 3\n")
    with pytest.raises(LawBroken, match="decision 3: the invariant few does not hold"):
        check_game(br.load(tmp_path), games=1)


def _no_reason(state: State, *args: Any, **params: Any) -> list[br.Reason]:
    return []


def _forgetful(state: State, seed: int | None = None) -> State:
    return state


@pytest.mark.parametrize(
    ("method", "broken", "law"),
    [("why_not", _no_reason, "legality and reasons disagree"), ("clone", _forgetful, "changes the original")],
)
def test_a_library_that_breaks_a_law_is_caught(
    monkeypatch: pytest.MonkeyPatch, method: str, broken: Callable[..., Any], law: str
) -> None:
    game = br.load("tic-tac-toe")
    monkeypatch.setattr(State, method, broken)
    with pytest.raises(LawBroken, match=law):
        check_game(game, games=1)
