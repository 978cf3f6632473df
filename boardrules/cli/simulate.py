"""`boardrules simulate`: many random games, and what they say."""

from __future__ import annotations

import argparse

from boardrules.cli.arguments import (
    add_game,
    add_json,
    add_lang,
    add_options,
    add_players,
    known_language,
    loaded,
    whole,
)
from boardrules.cli.failures import FINE
from boardrules.cli.output import Progress, aligned, counted, print_json
from boardrules.draw import seat_name
from boardrules.game import Game
from boardrules.sim import Summary
from boardrules.sim import simulate as play_many

HELP = "many random games: lengths and win rates"
DESCRIPTION = """\
Plays random games and shows how long they are, who wins (with 95 % confidence intervals) and how they end.
The same seed gives the same figures.

  boardrules simulate {game} -n 1000 --seed 1
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("-n", "--games", type=whole(1), default=1000, metavar="N", help="how many (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="where chance begins (default: 0)")
    add_players(parser)
    add_options(parser)
    add_lang(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = loaded(arguments)
    lang = known_language(game, arguments.lang)
    with Progress() as progress:
        summary = play_many(
            game,
            arguments.games,
            arguments.players,
            arguments.seed,
            lambda done: progress.tell(f"{done} of {arguments.games} games"),
        )
    if arguments.json:
        print_json(summary.to_json())
    else:
        print("\n".join(_report(game, summary, lang)))
    return FINE


def _report(game: Game, found: Summary, lang: str) -> list[str]:
    length = found.decisions
    lines = [
        f"{game.title(lang)}, {counted(found.players, 'player')}: {counted(found.games, 'random game')}, "
        f"seed {found.seed}",
        "",
        f"decisions per game    mean {length.mean:.1f}, median {length.median:g}, {length.low} to {length.high}",
        f"options per decision  mean {found.options:.1f}",
        "",
        *_seats(game, found, lang),
        "",
        *aligned([(name, str(count), _percent(count / found.games)) for name, count in _no_winner(found)], _RIGHT),
        "",
        "ended by",
        *aligned([(str(count), rule) for rule, count in found.endings.items()], frozenset({0}), "  "),
    ]
    return lines


_RIGHT = frozenset({1, 2, 3, 4, 5})


def _seats(game: Game, found: Summary, lang: str) -> list[str]:
    compiled = game.compiled(found.players)
    head = ("", "wins", "win rate", "95 % interval", "shared", "mean score")
    rows = [
        (
            seat_name(compiled, seat, lang),
            str(one.wins),
            _percent(one.win_rate),
            f"{_percent(one.interval[0])} to {_percent(one.interval[1])}",
            str(one.shared),
            f"{one.mean_score:.2f}",
        )
        for seat, one in found.seats.items()
    ]
    return aligned([head, *rows], _RIGHT)


def _no_winner(found: Summary) -> list[tuple[str, int]]:
    rows = [("drawn", found.drawn), ("shared", found.shared)]
    return [*rows, ("unfinished", found.unfinished)] if found.unfinished else rows


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"
