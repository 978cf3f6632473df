"""Positions as text."""

from pathlib import Path

import pytest

import boardrules as br
from boardrules.draw import draw, short_forms


def test_a_board_with_its_legend() -> None:
    state = br.load("tic-tac-toe").start()
    state.apply("place(square=b2)")
    state.apply("place(square=a1)")
    assert draw(state) == ("    a b c\n 3  . . .  3\n 2  . X .  2\n 1  O . .  1\n    a b c\n\n    X cross   O nought")


def test_seats_are_named_in_the_language() -> None:
    assert "X krzyżyk   O kółko" in draw(br.load("tic-tac-toe").start(), "pl")


def test_other_state_follows_the_board() -> None:
    assert draw(br.load("breakthrough").start()).endswith("W white   B black\n\nleft: white 16, black 16")


@pytest.mark.parametrize("name", br.shipped_games())
def test_every_position_of_a_game_can_be_drawn(name: str) -> None:
    state = br.load(name).start()
    while not state.is_over:
        text = draw(state)
        assert text == "\n".join(line.rstrip() for line in text.splitlines())
        state.apply(state.legal_actions()[-1])
    assert draw(state)


ALL_KINDS = """\
game: all-kinds
title: All kinds
players: 2
boards:
  Square: {grid: 10 x 2}
types:
  Colour: [red, rose, blue]
state:
  owner: Player or none per Square
  height: {type: 0..20 per Square, start: 12}
  seen: bool per Square
  colour: Colour or none per Square
  chosen: {type: Player or none, start: none}
  points: 0..9 per Player
  wares: 0..9 per Player and Colour
  many: 0..9 per Square and Colour
actions:
  go:
    title: Go {square}
    params: {square: Square}
    do:
      - owner[square] = player
      - height[square] = 3
      - seen[square] = true
      - colour[square] = rose
      - chosen = player
      - points[player] = 4
      - wares[player, blue] = 5
      - many[square, red] = 1
      - end game drawn
phases:
  play:
    - choose: [go]
      by: p1
"""


def test_all_kinds_of_state_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(ALL_KINDS, "utf-8")
    state = br.load(file).start()
    state.apply("go(square=j2)")
    lines = draw(state).splitlines()
    assert lines[0].split() == ["owner", "height"]
    assert lines[2] == " 2  . . . . . . . . . 1  2     2  12 12 12 12 12 12 12 12 12  3  2"
    assert " 2  . . . . . . . . . x  2     2  . . . . . . . . . O  2" in lines
    rest = "\n".join(lines[lines.index("chosen: p1") :])
    assert rest == (
        "chosen: p1\n"
        "points: p1 4, p2 0\n"
        "wares:\n"
        "      red  rose  blue\n"
        "  p1    0     0     5\n"
        "many:\n"
        "      red  rose  blue\n"
        "  j2    1     0     0"
    )
    assert "    1 p1   2 p2" in lines
    assert "    R red   O rose   B blue" in lines


def test_short_forms() -> None:
    assert short_forms(["white", "black"]) == {"white": "W", "black": "B"}
    assert short_forms(["p1", "p2", "p3"]) == {"p1": "1", "p2": "2", "p3": "3"}
    assert short_forms(["red", "rose", "rot"]) == {"red": "R", "rose": "O", "rot": "T"}
    assert short_forms(["aa", "a"]) == {"aa": "A", "a": "#2"}
    assert short_forms(["white"], {"W"}) == {"white": "H"}
