"""The stages in order: load, check, lower, emit. Each takes the value of the one before.

decl = read_game(folder, report)                     YAML text to declarations with positions
checked = check(decl, players, options, report)      ... to typed rules
program = lower(checked.rules)                       ... to blocks over one vector
compiled = compile_program(program, checked.texts)   ... to Python source, and to something that steps
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from boardrules import cache
from boardrules.diagnostics import Report
from boardrules.errors import LoadError
from boardrules.run.compiled import Compiled

if TYPE_CHECKING:
    from boardrules.check import Checked

OptionValue = int | bool | str
MOST_FILES = 500


def contents(path: Path) -> list[bytes]:
    """Everything that the rules of a game can depend on: the YAML and CSV files of its folder, scenarios left out."""
    if path.is_file():
        folder, files = path.parent, [path]
    else:
        folder, files = path, []
    found = [one for one in sorted(folder.rglob("*")) if one.suffix in (".yaml", ".yml", ".csv") and one.is_file()]
    rules = [one for one in found if "scenarios" not in one.relative_to(folder).parts]
    done = []
    for one in [*files, *rules[:MOST_FILES]]:
        try:
            done += [str(one.relative_to(folder)).encode(), one.read_bytes()]
        except OSError:
            continue  # reading it for real says what is wrong
    # Positions in messages name files as they are seen from here.
    return [*done, str(folder).encode(), str(Path.cwd()).encode()]


def compile_game(path: Path, players: int, options: Mapping[str, OptionValue]) -> Compiled:
    """The game for one number of players; from the cache where it was compiled before."""
    options_key = repr(sorted(options.items()))
    key = cache.key_of(["program", *contents(path), str(players), options_key])
    kept = cache.read(key)
    if kept is not None and {"card", "rules", "words", "hash"} <= kept.keys():
        return Compiled(kept["card"], kept["rules"], kept["words"], kept["hash"])
    compiled = _compile(path, players, options)
    cache.write(
        key,
        {
            "card": compiled.card,
            "rules": compiled.rules_source,
            "words": compiled.words_source,
            "hash": compiled.rules_hash,
        },
    )
    return compiled


def _compile(path: Path, players: int, options: Mapping[str, OptionValue]) -> Compiled:
    return compile_checked(check_game_at(path, players, options))


def check_game_at(path: Path, players: int, options: Mapping[str, OptionValue]) -> Checked:
    """The typed rules of a game; raises `LoadError` with everything that is wrong."""
    from boardrules.check import check
    from boardrules.loader import load_game

    report = Report()
    game = load_game(path, report)
    checked = check(game, players, options, report) if game is not None else None
    if checked is None:
        raise LoadError(report.errors)
    return checked


def compile_checked(checked: Checked) -> Compiled:
    from boardrules.emit import card_of, rules_source, words_source
    from boardrules.ir.verify import verify
    from boardrules.lower import lower

    program = lower(checked.rules)
    verify(program)
    card = card_of(program, checked.texts)
    import hashlib

    # Rules are the same when the program is the same. Its repr leaves out positions and texts, which do not matter.
    types = sorted(card["types"].items())
    digest = hashlib.sha256(f"{program!r} {types!r}".encode()).hexdigest()[:32]
    return Compiled(card, rules_source(program), words_source(program), digest)
