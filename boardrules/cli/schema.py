"""`boardrules schema`: the JSON Schemas, for editors."""

from __future__ import annotations

import argparse

from boardrules.cli.failures import FINE

HELP = "the JSON Schemas for editors; --path prints where they are"
DESCRIPTION = """\
Prints the JSON Schema of game files or of scenario files, or where it lies. An editor that knows the YAML language
server completes and checks a file that begins with

  # yaml-language-server: $schema=PATH

  boardrules schema --path game
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", choices=("game", "scenario"), help="which one (default: game; with --path: the folder)"
    )
    parser.add_argument("--path", action="store_true", help="print where it lies, not what it says")


def run(arguments: argparse.Namespace) -> int:
    from boardrules.loader.schemas import schema_folder

    folder = schema_folder()
    if arguments.path and arguments.name is None:
        print(folder)
        return FINE
    file = folder / f"{arguments.name or 'game'}.schema.json"
    print(file if arguments.path else file.read_text("utf-8").rstrip())
    return FINE
