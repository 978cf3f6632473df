"""`boardrules replay`: shows a recorded game."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from boardrules.cli.arguments import add_lang, known_language
from boardrules.cli.failures import FINE
from boardrules.cli.result import result_text
from boardrules.cli.save_files import read_save
from boardrules.draw import draw
from boardrules.errors import SaveError
from boardrules.game import load
from boardrules.library import find_game

HELP = "show a recorded game"
DESCRIPTION = """\
Plays a recorded game again and shows it, decision by decision. Every decision and all luck must come out as recorded.
`boardrules play --record FILE` writes a record, and so does `State.record` in Python.

  boardrules play {game} --bots random --record game.json
  boardrules replay game.json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    parser.add_argument("--game", metavar="GAME", help="the game, where it is not one of the shipped ones")
    parser.add_argument("--boards", action="store_true", help="show the board after every decision")
    add_lang(parser)


def run(arguments: argparse.Namespace) -> int:
    content = _content(arguments.file)
    game = load(find_game(arguments.game or content["game"]), content["options"])
    lang = known_language(game, arguments.lang)
    moves = content.get("moves", [])
    state = None
    for number, state in enumerate(game.replay(content)):
        if number:
            move = moves[number - 1]
            luck = f"  ({', '.join(move['luck'])})" if move["luck"] else ""
            print(f"{number:>3}. {move['player']}  {move['action']}{luck}")
        if arguments.boards:
            print(f"\n{draw(state, lang)}\n")
    if state is not None:
        print(result_text(state, lang))
    return FINE


def _content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(read_save(path))
    except (ValueError, RecursionError):
        raise SaveError(f"{path}: this is not a record: it is not JSON") from None
    if not isinstance(content, dict) or not isinstance(content.get("game"), str):
        raise SaveError(f"{path}: this is not a record of a game")
    if not isinstance(content.get("options"), dict):
        raise SaveError(f"{path}: the record is damaged: 'options' is missing or wrong")
    return content
