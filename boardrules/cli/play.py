"""`boardrules play`: a game in the terminal, between persons, bots, or both."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from boardrules.cli.arguments import add_lang, add_options, add_players, known_language, parsed_options
from boardrules.cli.bots import bots_for
from boardrules.cli.failures import FINE, Interrupted, WrongUse
from boardrules.cli.output import print_json
from boardrules.cli.play_words import words
from boardrules.cli.result import result_data, result_text
from boardrules.cli.save_files import (
    can_be_recorded,
    can_be_saved,
    game_and_options,
    read_save,
    write_record,
    write_save,
)
from boardrules.cli.session import Session
from boardrules.errors import SaveError, UnknownGame
from boardrules.game import load
from boardrules.state import State

HELP = "play in the terminal, with or against bots"
DESCRIPTION = """\
Plays a game in the terminal. Seats are persons' unless --bots gives them to a bot; where all are bots', the whole
game is played and written down. A single option is taken by itself. Type help when you are asked.

  boardrules play {game} --bots random --seed 1     watch
  boardrules play {game} --bots SEAT=random         play against a bot
  boardrules play {game} --resume evening.save      go on with a saved game
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="a shipped game's name, or a path; may be left out with --resume"
    )
    add_players(parser)
    parser.add_argument("--seed", type=int, metavar="S", help="where chance begins; the same seed, the same game")
    parser.add_argument(
        "--bots", action="append", default=[], metavar="BOT", help="random for all seats, or SEAT=random,SEAT=random"
    )
    add_lang(parser)
    parser.add_argument("--save", type=Path, metavar="FILE", help="save here on leaving, also after Ctrl-C")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write what happened here, for `boardrules replay`")
    parser.add_argument("--ask-forced", action="store_true", help="ask even if there is just one option")
    add_options(parser)
    parser.add_argument("--json", action="store_true", help="print the moves and the result as data; bots only")


def run(arguments: argparse.Namespace) -> int:
    state, chance = _resumed(arguments) if arguments.resume else _started(arguments)
    lang = known_language(state.game, arguments.lang)
    bots = bots_for(state.seats, arguments.bots)
    if arguments.json and len(bots) < len(state.seats):
        raise WrongUse("--json is for games in which all seats are bots'")
    if arguments.save:
        can_be_saved(arguments.save)
    if sys.stdin.isatty() and len(bots) < len(state.seats):
        import readline  # noqa: F401  (gives the prompt a memory and arrow keys)
    say = (lambda _: None) if arguments.json else print
    session = Session(state, bots, chance, lang, arguments.ask_forced, arguments.save or arguments.resume, say)
    if arguments.record:
        can_be_recorded(arguments.record)
    _play(session, arguments.save)
    if arguments.record:
        write_record(arguments.record, session.state.record())
    if arguments.json:
        print_json(result_data(session))
        return FINE
    print(result_text(session.state, lang))
    if arguments.save:
        print(words(lang)["saved"].format(file=arguments.save))
    return FINE


def _play(session: Session, save_to: Path | None) -> None:
    try:
        session.run()
    except KeyboardInterrupt:
        print()  # the prompt's line ends here
        if save_to is None:
            raise Interrupted("interrupted; the game is not saved") from None
        write_save(save_to, session.state.save())
        raise Interrupted(f"interrupted; the game is saved to {save_to}") from None
    if save_to is not None:
        write_save(save_to, session.state.save())


def _started(arguments: argparse.Namespace) -> tuple[State, random.Random]:
    if arguments.game is None:
        raise WrongUse("say which game: boardrules play GAME")
    game = load(arguments.game, parsed_options(arguments.set))
    seed = random.SystemRandom().randrange(1_000_000) if arguments.seed is None else arguments.seed
    return game.start(arguments.players, seed), random.Random(f"{seed}")


def _resumed(arguments: argparse.Namespace) -> tuple[State, random.Random]:
    """A saved game brings its options, players and seed along; bots draw anew from the position."""
    for fixed in ("players", "seed"):
        if getattr(arguments, fixed) is not None:
            raise WrongUse(f"--{fixed} is for new games; a saved game keeps its own")
    text = read_save(arguments.resume)
    name, options = game_and_options(text)
    if arguments.game is None and name is None:
        raise SaveError(f"{arguments.resume}: this is not a save of a game")
    try:
        game = load(arguments.game or str(name), parsed_options(arguments.set) or options)
    except UnknownGame as error:
        if arguments.game is not None:
            raise
        raise UnknownGame(f"{error}; say where it is: boardrules play PATH --resume {arguments.resume}") from None
    try:
        state = game.resume(text)
    except SaveError as error:
        raise SaveError(f"{arguments.resume}: {error}") from None
    return state, random.Random(f"{state.seed} {text}")
