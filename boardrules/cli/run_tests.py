"""`boardrules test`: runs scenarios."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from boardrules.cli.arguments import add_json
from boardrules.cli.failures import FINE, PROBLEMS, WRONG_USE
from boardrules.cli.output import print_json
from boardrules.errors import LoadError
from boardrules.library import shipped_games

if TYPE_CHECKING:
    from boardrules.scenarios import ScenarioResult

HELP = "run scenarios"
DESCRIPTION = """\
Runs the scenarios of games, of folders or of single files; of all shipped games where no path is given.

  boardrules test my-game/ -v
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a shipped game's name, a folder, or a scenario file")
    parser.add_argument("-v", "--verbose", action="store_true", help="list the scenarios that pass, too")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
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
