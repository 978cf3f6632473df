"""`boardrules show`: what a game is compiled to."""

from __future__ import annotations

import argparse

from boardrules.cli.arguments import add_game, add_options, add_players, loaded
from boardrules.cli.failures import FINE
from boardrules.errors import LoadError
from boardrules.game import Game

HELP = "the intermediate code, or the Python made from it"
DESCRIPTION = """\
Shows what a game is compiled to: the Python of its rules, the Python that explains them (--words), or the
intermediate code (--ir). It depends on the number of players and on the options.

  boardrules show {game} --ir
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--python", action="store_true", help="the rules as Python (the default)")
    what.add_argument("--words", action="store_true", help="what explains: reasons, titles, scores")
    what.add_argument("--ir", action="store_true", help="the intermediate code")
    add_players(parser)
    add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    game = loaded(arguments)
    compiled = game.compiled(arguments.players)
    if arguments.ir:
        print(_intermediate(game, compiled.players).rstrip())
    else:
        print((compiled.words_source if arguments.words else compiled.rules_source).rstrip())
    return FINE


def _intermediate(game: Game, players: int) -> str:
    from boardrules.check import check
    from boardrules.diagnostics import Report
    from boardrules.ir.pprint import print_program
    from boardrules.loader import load_game
    from boardrules.lower import lower

    report = Report()
    decl = load_game(game.path, report)
    checked = check(decl, players, game.chosen_options, report) if decl is not None else None
    if checked is None:
        raise LoadError(report.errors)
    return print_program(lower(checked.rules))
