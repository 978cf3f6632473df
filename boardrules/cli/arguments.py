"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from boardrules.cli.failures import WrongUse
from boardrules.diagnostics import did_you_mean
from boardrules.game import Game, OptionValue, load

_WHOLE = re.compile(r"[+-]?[0-9]{1,10}", re.ASCII)


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a shipped game's name, or a path")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game (repeatable)"
    )


def add_players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="number of players; the fewest where not given")


def add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", default="en", metavar="LANG", help="language of the words, such as pl (default: en)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print data for programs")


def whole(low: int, high: int = 10**9) -> Callable[[str], int]:
    """An argument type: a whole number from `low` to `high`."""

    def number(text: str) -> int:
        found = int(text)
        if not low <= found <= high:
            raise argparse.ArgumentTypeError(f"{text} is not from {low} to {high}")
        return found

    return number


def loaded(arguments: argparse.Namespace) -> Game:
    """The game that is meant, with its options set."""
    return load(arguments.game, parsed_options(arguments.set))


def parsed_options(given: list[str]) -> dict[str, OptionValue]:
    """`["big=true", "size=3"]` as a mapping."""
    done: dict[str, OptionValue] = {}
    for one in given:
        name, equals, value = (part.strip() for part in one.partition("="))
        if not equals or not name or not value:
            raise WrongUse(f"--set {one}: write it as NAME=VALUE")
        if name in done:
            raise WrongUse(f"--set {one}: '{name}' is set twice")
        done[name] = option_value(value)
    return done


def option_value(text: str) -> OptionValue:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _WHOLE.fullmatch(text) else text


def known_language(game: Game, lang: str) -> str:
    """The language, if the game has words in it."""
    if lang in game.languages:
        return lang
    hint = did_you_mean(lang, game.languages) or f"it has {', '.join(game.languages)}"
    raise WrongUse(f"{game.name} has no words in '{lang}'; {hint}")
