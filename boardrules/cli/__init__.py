"""The command `boardrules`: one module for each command, which says what it takes and does it.

main(["list"])      # 0 fine, 1 problems found, 2 wrong use
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from boardrules.cli import check_games, list_games, perft, play, replay, run_tests, schema, show, simulate
from boardrules.cli.failures import guarded, prepare_streams, wrong_use
from boardrules.diagnostics import did_you_mean
from boardrules.library import shipped_games

__all__ = ["main"]

COMMANDS = {
    "list": list_games,
    "check": check_games,
    "play": play,
    "test": run_tests,
    "simulate": simulate,
    "perft": perft,
    "replay": replay,
    "show": show,
    "schema": schema,
}

DESCRIPTION = """\
Runs tabletop games from YAML. To watch a whole game, and to find mistakes in one of your own:

  boardrules play {game} --bots random
  boardrules check my-game/
"""

EPILOG = """\
A GAME is the name of one that comes with the package, or a path to a folder or file of your own.
`boardrules COMMAND --help` has the options and an example.
Exit codes: 0 fine, 1 problems found, 2 wrong use.
"""


def main(argv: list[str] | None = None) -> int:
    """Runs one command and gives its exit code."""
    given = sys.argv[1:] if argv is None else argv
    prepare_streams()
    return guarded(lambda: _run(given))


def _run(given: Sequence[str]) -> int:
    if given and not given[0].startswith("-") and given[0] not in COMMANDS:
        hint = did_you_mean(given[0], COMMANDS) or f"commands: {', '.join(COMMANDS)}"
        return wrong_use(f"no command is called '{given[0]}'; {hint}")
    parser = _parser()
    try:
        arguments = parser.parse_args(given)
    except SystemExit as left:  # after --help, or with wrong arguments, which argparse has told about
        return left.code if isinstance(left.code, int) else 2
    if arguments.command is None:
        parser.print_help()
        return 2
    code: int = COMMANDS[arguments.command].run(arguments)
    return code


def _parser() -> argparse.ArgumentParser:
    example = next(iter(shipped_games()), "my-game/")
    parser = argparse.ArgumentParser(
        prog="boardrules",
        description=DESCRIPTION.format(game=example),
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, module in COMMANDS.items():
        one = commands.add_parser(
            name,
            help=module.HELP,
            description=module.DESCRIPTION.format(game=example),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.configure(one)
    return parser


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show the version and stop")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from boardrules import __version__

        print(f"boardrules {__version__}")
        parser.exit()
