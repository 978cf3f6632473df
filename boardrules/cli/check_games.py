"""`boardrules check`: finds mistakes without playing."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boardrules.cli.arguments import add_json, add_options, parsed_options
from boardrules.cli.failures import FINE, PROBLEMS
from boardrules.cli.output import counted, print_json
from boardrules.diagnostics import Diagnostic, render_all
from boardrules.errors import LoadError
from boardrules.game import Game, OptionValue, load

HELP = "find mistakes without playing"
DESCRIPTION = """\
Checks games for every number of players, with each option also at the ends of what it may be, and shows all that is
wrong, with file, line and column.

  boardrules check my-game/ --strict
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="+", metavar="GAME", help="a shipped game's name, or a path")
    parser.add_argument("--strict", action="store_true", help="warnings are problems too (exit code 1)")
    add_options(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    options = parsed_options(arguments.set)
    found = {game: _diagnostics(game, options) for game in arguments.games}
    every = [one for diagnostics in found.values() for one in diagnostics]
    if arguments.json:
        print_json([_data(one) for one in every])
    else:
        for game, diagnostics in found.items():
            if diagnostics:
                print(render_all(diagnostics))
            print(f"{game}: {_summary(diagnostics)}")
    errors = sum(one.severity == "error" for one in every)
    return PROBLEMS if errors or (arguments.strict and every) else FINE


def _diagnostics(name: str, options: dict[str, OptionValue]) -> Sequence[Diagnostic]:
    try:
        game = load(name, options)
        for players in game.players:
            game.compiled(players)
    except LoadError as error:
        return error.diagnostics
    return game.warnings or _at_the_ends(name, game, options)


def _at_the_ends(name: str, game: Game, options: dict[str, OptionValue]) -> Sequence[Diagnostic]:
    """What is wrong when an option that was not set has its least, its greatest, or another of its values."""
    for option in game.options:
        if option.name in options:
            continue
        ends = option.values or ((option.low, option.high) if option.low is not None else (False, True))
        for value in ends:
            try:
                load(name, {**options, option.name: value})  # type: ignore[dict-item]
            except LoadError as error:
                said = str(value).lower() if isinstance(value, bool) else value
                return [
                    replace(one, message=f"with {option.name} = {said}: {one.message}") for one in error.diagnostics
                ]
    return ()


def _summary(diagnostics: Sequence[Diagnostic]) -> str:
    errors = sum(one.severity == "error" for one in diagnostics)
    warnings = len(diagnostics) - errors
    said = [counted(errors, "error")] if errors else []
    said += [counted(warnings, "warning")] if warnings else []
    return ", ".join(said) or "no problems"


def _data(one: Diagnostic) -> dict[str, Any]:
    return {
        "severity": one.severity,
        "code": one.code,
        "file": one.span.source.name,
        "line": one.span.line,
        "column": one.span.column,
        "message": one.message,
        "help": one.help,
    }
