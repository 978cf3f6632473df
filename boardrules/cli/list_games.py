"""`boardrules list`: the games that come with the package."""

from __future__ import annotations

import argparse

from boardrules.cli.arguments import add_json, add_lang
from boardrules.cli.failures import FINE
from boardrules.cli.output import aligned, print_json
from boardrules.game import Game, load
from boardrules.library import shipped_games

HELP = "the games that come with the package"
DESCRIPTION = """\
Lists the games that come with the package: name, title, number of players, languages.

  boardrules list --lang pl
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_lang(parser)


def run(arguments: argparse.Namespace) -> int:
    games = [load(name) for name in shipped_games()]
    if arguments.json:
        print_json([_data(game) for game in games])
        return FINE
    rows = [
        (game.name, game.title(arguments.lang), f"{_numbers(game)} players", ", ".join(game.languages))
        for game in games
    ]
    print("\n".join(aligned(rows)))
    return FINE


def _data(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": {lang: game.title(lang) for lang in game.languages},
        "players": list(game.players),
        "languages": list(game.languages),
        "path": str(game.path),
    }


def _numbers(game: Game) -> str:
    few, most = game.players[0], game.players[-1]
    return str(few) if few == most else f"{few} to {most}"
