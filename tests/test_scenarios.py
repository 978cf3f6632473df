"""The scenarios of the shipped games, and what a failing one says."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardrules as br
from boardrules.scenarios import run_scenarios


@pytest.mark.parametrize("name", br.shipped_games())
def test_the_scenarios_of_a_game_pass(name: str) -> None:
    results = run_scenarios(name)
    assert results
    assert [result.message for result in results if not result.passed] == []


def scenario(tmp_path: Path, text: str, game: str = "tic-tac-toe") -> str:
    """The message of the only scenario in a file; empty where it passes."""
    path = tmp_path / "test.yaml"
    path.write_text(f"game: {game}\nscenarios:\n  - scenario: only\n{text}", encoding="utf-8")
    (result,) = run_scenarios(path)
    assert result.passed == (not result.message)
    return result.message


def test_a_condition_that_fails_says_what_was_found(tmp_path: Path) -> None:
    message = scenario(tmp_path, "    when:\n      - cross: place(square=a1)\n      - expect: mark[a1] == nought\n")
    assert "test.yaml:6:17: expected mark[a1] == nought; found mark[a1] is cross" in message
    assert "^^^^" in message


def test_a_move_that_is_refused_says_why(tmp_path: Path) -> None:
    moves = "    when:\n      - cross: place(square=a1)\n      - nought: place(square=a1)\n"
    assert "refused: That square is taken." in scenario(tmp_path, moves)


def test_the_wrong_player_is_told_apart(tmp_path: Path) -> None:
    assert "expected nought to decide; found cross" in scenario(
        tmp_path, "    when:\n      - nought: place(square=a1)\n"
    )


def test_a_refusal_must_happen_and_have_the_reason(tmp_path: Path) -> None:
    legal = "    when:\n      - cross: place(square=a1)\n        refused: true\n"
    assert "found it legal" in scenario(tmp_path, legal)
    other = "    given: {mark: {a1: nought}}\n    when:\n      - cross: place(square=a1)\n        refused: Too late.\n"
    assert "expected the reason 'Too late.'; found: That square is taken." in scenario(tmp_path, other)


def test_lists_of_legal_actions(tmp_path: Path) -> None:
    assert "expected no other action" in scenario(tmp_path, "    only: [place(square=a1)]\n")
    assert "expected to be illegal" in scenario(tmp_path, "    illegal: [place(square=a1)]\n")
    assert scenario(tmp_path, "    legal:\n      - place(square=a1 or b2)\n") == ""
    every = " or ".join(f"{column}{row}" for row in (1, 2, 3) for column in "abc")
    assert scenario(tmp_path, f"    only:\n      - place(square={every})\n") == ""


def test_the_end_of_the_game(tmp_path: Path) -> None:
    assert "expected the game to have ended" in scenario(tmp_path, "    ended: true\n")
    given = "    given: {mark: {a1: cross, b1: cross, a2: nought, b2: nought}}\n"
    wins = f"{given}    when:\n      - cross: place(square=c1)\n    ended: "
    assert scenario(tmp_path, wins + "{won_by: cross}\n") == ""
    assert "expected the winner to be nought; found cross" in scenario(tmp_path, wins + "{won_by: nought}\n")


def test_a_phase_can_be_run_alone(tmp_path: Path) -> None:
    text = "    given: {disc: {each: none, a1: white, b1: black}}\n    start: turn(white)\n"
    assert scenario(tmp_path, text + "    only:\n      - place(square=c1)\n", "othello") == ""
    moves = "    when:\n      - white: place(square=c1)\n      - expect: disc[b1] == white\n"
    assert scenario(tmp_path, text + moves, "othello") == ""
    assert "expected black to decide; found nobody" in scenario(
        tmp_path, text + moves + "      - black: place(square=d1)\n", "othello"
    )


def test_seats_may_have_names(tmp_path: Path) -> None:
    text = "    players: [ann, bob]\n    when:\n      - ann: place(square=a1)\n      - expect: mark[a1] == ann\n"
    assert scenario(tmp_path, text) == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("    when:\n      - crss: place(square=a1)\n", "unknown-player"),
        ("    when:\n      - cross: plac(square=a1)\n", "unknown-action"),
        ("    when:\n      - cross: place(squar=a1)\n", "unknown-action"),
        ("    when:\n      - cross: place(square=z9)\n", "unknown-action"),
        ("    given: {mrk: {a1: cross}}\n", "unknown-name"),
        ("    given: {mark: {a1: blue}}\n", "unknown-name"),
        ("    given: {mark: {z1: cross}}\n", "unknown-name"),
        ("    start: trn(cross)\n", "unknown-name"),
        ("    then:\n      - mark[a1] = cross\n", "syntax"),
        ("    like: nothing\n", "unknown-name"),
        ("    players: 7\n", "bad-value"),
        ("    options: {speed: 3}\n", "bad-value"),
    ],
)
def test_mistakes_in_a_scenario_are_found_before_it_runs(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(br.LoadError) as caught:
        scenario(tmp_path, text)
    assert [one.code for one in caught.value.diagnostics] == [code]
