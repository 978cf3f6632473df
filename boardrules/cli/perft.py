"""`boardrules perft`: counts the sequences of decisions."""

from __future__ import annotations

import argparse

from boardrules.cli.arguments import add_game, add_json, add_options, add_players, loaded, whole
from boardrules.cli.failures import FINE
from boardrules.cli.output import Progress, aligned, print_json
from boardrules.perft import divide
from boardrules.perft import perft as count

HELP = "count the sequences of N decisions"
DESCRIPTION = """\
Counts how many sequences of decisions there are, depth by depth. A game that is over has no further ones.
Compare with another program for the same game; --divide shows which first action differs.

  boardrules perft {game} --depth 5
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--depth", type=whole(1, 1000), required=True, metavar="N", help="how many decisions")
    parser.add_argument("--divide", action="store_true", help="the last depth, by first action")
    add_players(parser)
    add_options(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = loaded(arguments)
    with Progress() as progress:
        given = (game, arguments.depth, arguments.players, lambda seen: progress.tell(f"{seen} positions"))
        if arguments.divide:
            found = divide(*given)
        else:
            found = {str(depth): number for depth, number in enumerate(count(*given), 1)}
    total = sum(found.values())
    if arguments.json:
        names = {"name": game.name, "depth": arguments.depth}
        print_json({**names, "divide": found, "total": total} if arguments.divide else {**names, "counts": found})
        return FINE
    rows = [(name, str(number)) for name, number in found.items()]
    if arguments.divide:
        rows.append(("total", str(total)))
    print("\n".join(aligned(rows, frozenset({1}))))
    return FINE
