"""Positions as text, tied to the rules they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boardrules.errors import SaveError
from boardrules.records import Past
from boardrules.run.compiled import Compiled, Vector
from boardrules.run.luck import MOST_SEED
from boardrules.vector import CHANCE, CHOOSER, ENDED, HOW, NO_NUMBER, SEED, STACK_TOP, STEPS, WAITING, WINNER

if TYPE_CHECKING:
    from boardrules.game import Game

FORMAT = "boardrules save"
VERSION = 1


def save(game: Game, compiled: Compiled, vector: Vector, past: Past | None, explicit_chance: bool) -> str:
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "rules": compiled.rules_hash,
        "options": dict(game.chosen_options),
        "players": compiled.players,
        "vector": [int(number) for number in vector],
        "explicit_chance": explicit_chance,
        "past": None if past is None else [[one.chooser, one.option, list(one.luck)] for one in past.steps()],
    }
    import json

    content["check"] = _digest(content)
    return json.dumps(content, separators=(",", ":"))


def read(game: Game, text: str) -> tuple[int, Vector, Past | None, bool]:
    """Players, vector, past, and whether luck is explicit; what is damaged or foreign is refused with what is wrong."""
    content = _content(text)
    if content["game"] != game.name:
        raise SaveError(f"this is a save of {content['game']!r}, not of {game.name!r}")
    if content["check"] != _digest({key: value for key, value in content.items() if key != "check"}):
        raise SaveError("the save is damaged: its contents do not fit its check sum")
    options = dict(game.chosen_options)
    if content["options"] != options:
        changed = sorted(
            name for name in {*content["options"], *options} if content["options"].get(name) != options.get(name)
        )
        raise SaveError(f"the save was made with other options: {', '.join(changed)}")
    if not isinstance(content["players"], int) or content["players"] not in game.players:
        raise SaveError(f"{game.name} is not for {content['players']} players")
    return content["players"], content["vector"], _past(content.get("past")), content["explicit_chance"]


def _past(steps: Any) -> Past | None:
    past: Past | None = None
    for step in steps or ():
        match step:
            case [int(chooser), int() | None as option, [*luck]] if all(type(one) is int for one in luck):
                past = Past(past, chooser, option, tuple(luck))
            case _:
                raise SaveError("the save is damaged: its past cannot be")
    return past


def check_vector(compiled: Compiled, saved_hash: str, vector: Vector) -> None:
    """A vector must fit the rules: their hash, its length, and the range of every cell."""
    if saved_hash != compiled.rules_hash:
        raise SaveError("the rules have changed since this was saved")
    if len(vector) != len(compiled.initial) or not all(type(number) is int for number in vector):
        raise SaveError("the save is damaged: it has not the cells of this game")
    header = (
        vector[WAITING] in (0, *compiled.questions)
        and (0 <= vector[CHOOSER] <= compiled.players or vector[CHOOSER] == CHANCE)
        and 0 <= vector[SEED] <= MOST_SEED
        and vector[STEPS] == 0
        and 0 <= vector[ENDED] < len(HOW)
        and 0 <= vector[WINNER] <= compiled.players
        and vector[STACK_TOP] >= 0
        and bool(vector[WAITING]) != bool(vector[ENDED])
    )
    if not header or not all(_fits(compiled, cell, vector) for cell in compiled.cells.values()):
        raise SaveError("the save is damaged: a value does not fit its place")


def saved_hash(text: str) -> str:
    return str(_content(text)["rules"])


def _content(text: str) -> dict[str, Any]:
    import json

    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError("this is not a save: it is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise SaveError("this is not a save of a game")
    if content.get("version") != VERSION:
        raise SaveError(f"this save has version {content.get('version')}, and only {VERSION} can be read")
    wanted = {"game": str, "rules": str, "options": dict, "players": int, "vector": list, "check": str}
    wanted["explicit_chance"] = bool
    for key, kind in wanted.items():
        if not isinstance(content.get(key), kind):
            raise SaveError(f"the save is damaged: '{key}' is missing or wrong")
    return content


def _fits(compiled: Compiled, cell: Any, vector: Vector) -> bool:
    low, high, none = _bounds(compiled, cell["type"])
    found = vector[cell["offset"] : cell["offset"] + cell["size"]]
    return all(low <= number <= high or number == none for number in found)


def _bounds(compiled: Compiled, of: Any) -> tuple[int, int, int | None]:
    match of["kind"]:
        case "int":
            return of["low"], of["high"], None
        case "bool":
            return 0, 1, None
        case "enum":
            return 1, len(compiled.card["types"][of["name"]]), None
        case "optional":
            low, high, _ = _bounds(compiled, of["of"])
            return low, high, 0 if of["of"]["kind"] == "enum" else NO_NUMBER
    low, high, _ = _bounds(compiled, of["of"])
    return 0, (1 << (high - low + 1)) - 1, None


def _digest(content: dict[str, Any]) -> str:
    import hashlib
    import json

    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
