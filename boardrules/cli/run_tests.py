"""`boardrules test`: runs scenarios."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from boardrules.cli.arguments import add_json, whole
from boardrules.cli.failures import FINE, PROBLEMS, WRONG_USE
from boardrules.cli.output import Progress, print_json
from boardrules.errors import LoadError
from boardrules.library import shipped_games

if TYPE_CHECKING:
    from boardrules.scenarios import ScenarioResult

HELP = "run scenarios, or random games under the laws of all games"
DESCRIPTION = """\
Runs the scenarios of games, of folders or of single files; of all shipped games where no path is given.

With --laws, random games are played instead, and at every decision the laws that all games obey are tested: saves,
copies, records, taking back, reasons, invariants.

  boardrules test my-game/ -v
  boardrules test --laws my-game/
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a shipped game's name, a folder, or a scenario file")
    parser.add_argument("-v", "--verbose", action="store_true", help="list the scenarios that pass, too")
    parser.add_argument("--laws", action="store_true", help="play random games under the laws of all games")
    parser.add_argument("--games", type=whole(1), default=50, metavar="N", help="with --laws: how many (50)")
    parser.add_argument("--seed", type=whole(0), default=0, metavar="S", help="with --laws: what they are drawn from")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    return _laws(arguments) if arguments.laws else _scenarios(arguments)


def _laws(arguments: argparse.Namespace) -> int:
    from boardrules.game import load
    from boardrules.testing import LawBroken, check_game

    found = []
    for path in arguments.paths or shipped_games():
        game = load(path)
        with Progress() as progress:
            tell = partial(_tell, progress, game.name, arguments.games)
            try:
                decisions, broken = check_game(game, arguments.games, arguments.seed, tell), None
            except LawBroken as problem:
                decisions, broken = 0, str(problem)
        found.append({"game": game.name, "games": arguments.games, "decisions": decisions, "broken": broken})
        if not arguments.json:
            print(broken or f"{game.name}: the laws hold in {arguments.games} games, {decisions} decisions")
    if arguments.json:
        print_json(found)
    return PROBLEMS if any(one["broken"] for one in found) else FINE


def _tell(progress: Progress, name: str, games: int, done: int) -> None:
    progress.tell(f"{name}: {done} of {games} games")


def _scenarios(arguments: argparse.Namespace) -> int:
    from boardrules.scenarios import run_scenarios

    results: list[ScenarioResult] = []
    broken = 0
    for path in arguments.paths or shipped_games():
        try:
            results += run_scenarios(path)
        except LoadError as error:
            broken += len(error.diagnostics)
            print(error, file=sys.stderr)
    if arguments.json:
        print_json([_data(one) for one in results])
    else:
        _print(results, arguments.verbose)
    if not results and not broken:
        print("boardrules: no scenarios are there", file=sys.stderr)
        return WRONG_USE
    return FINE if not broken and all(one.passed for one in results) else PROBLEMS


def _print(results: list[ScenarioResult], verbose: bool) -> None:
    for one in results:
        if verbose or not one.passed:
            print(f"{'pass' if one.passed else 'FAIL'}  {one.file}: {one.name}")
        if not one.passed:
            print("\n".join(f"      {line}".rstrip() for line in one.message.splitlines()))
    passed = sum(one.passed for one in results)
    print(f"{passed} passed, {len(results) - passed} failed")


def _data(one: ScenarioResult) -> dict[str, object]:
    return {"file": one.file, "name": one.name, "passed": one.passed, "message": one.message}
