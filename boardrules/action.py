"""An action: something a player can do, as text, as data, as a sentence, and as a number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, final

from boardrules.diagnostics import did_you_mean
from boardrules.errors import UnknownAction
from boardrules.run import texts
from boardrules.run.compiled import Compiled, Vector
from boardrules.run.values import Plain

_TEXT = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\((.*)\))?\s*", re.DOTALL | re.ASCII)


@final
@dataclass(frozen=True, slots=True)
class Action:
    """`place(square=a1)`. Two actions are equal when they are the same action of the same rules."""

    id: int
    name: str
    params: tuple[tuple[str, str], ...]
    _compiled: Compiled = field(repr=False, compare=False)
    _vector: tuple[int, ...] = field(repr=False, compare=False)
    _player: int = field(repr=False, compare=False)

    def __str__(self) -> str:
        if not self.params:
            return self.name
        return f"{self.name}({', '.join(f'{name}={value}' for name, value in self.params)})"

    def __getitem__(self, param: str) -> str:
        return dict(self.params)[param]

    def sentence(self, lang: str = "en") -> str:
        """What the player does, in words of the language; English where the game has no text in it."""

        card = self._compiled.actions[self.name]
        numbers = decode(card, self.id)
        words, vector = self._compiled.words, list(self._vector)
        captured = words["CAPTURED"][self.name](vector) if card["is_value_choice"] else ()
        values = words["TITLES"][self.name](vector, self._player, *captured, *numbers)
        return texts.sentence(self._compiled, card["titles"], card["title_types"], values, lang)

    def to_json(self) -> dict[str, Plain]:
        """`{"action": "place", "square": "a1"}`; `Game.action_from_json` gives the action back."""
        card = self._compiled.actions[self.name]
        done: dict[str, Plain] = {"action": self.name}
        for param, number in zip((*card["given"], *card["chosen"]), decode(card, self.id), strict=True):
            done[param["name"]] = self._compiled.vocabulary.plain(param["type"], number)
        return done


def action_of(compiled: Compiled, number: int, vector: Vector | tuple[int, ...], player: int) -> Action:
    """The action that an id stands for."""
    card = card_of_id(compiled, number)
    params = tuple(
        (param["name"], compiled.vocabulary.word(param["type"], value))
        for param, value in zip((*card["given"], *card["chosen"]), decode(card, number), strict=True)
    )
    return Action(number, card["name"], params, compiled, tuple(vector), player)


def card_of_id(compiled: Compiled, number: int) -> Mapping[str, Any]:
    for card in compiled.actions.values():
        if card["base"] <= number < card["base"] + count_of(card):
            return card
    raise UnknownAction(f"no action has the id {number}")


def count_of(card: Mapping[str, Any]) -> int:
    """How many ids an action has."""
    count = 1
    for radix in card["radices"]:
        count *= radix
    return count


def decode(card: Mapping[str, Any], number: int) -> list[int]:
    """The parameters in an id, given ones first."""
    rest = number - card["base"]
    values = []
    for radix, low, none in reversed(list(zip(card["radices"], card["lows"], card["nones"], strict=True))):
        rest, digit = divmod(rest, radix)
        values.append(none if none is not None and digit == radix - 1 else digit + low)
    return values[::-1]


def encode(card: Mapping[str, Any], values: list[int]) -> int:
    """The id of an action with these parameters."""
    number = 0
    for value, radix, low, none in zip(values, card["radices"], card["lows"], card["nones"], strict=True):
        digit = radix - 1 if none is not None and value == none else value - low
        number = number * radix + digit
    return int(number + card["base"])


def parse_text(text: str) -> tuple[str, dict[str, str]]:
    """`place(square=a1)` as its name and parameters."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise UnknownAction(f"{text.strip()!r} is not an action; write it like place(square=a1)")
    params: dict[str, str] = {}
    inside = (found.group(2) or "").strip()
    for part in inside.split(",") if inside else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise UnknownAction(f"{part.strip()!r} is not a parameter; write name=value")
        if name.strip() in params:
            raise UnknownAction(f"the parameter {name.strip()!r} is given twice")
        params[name.strip()] = value.strip()
    return found.group(1), params


def numbers_of(compiled: Compiled, name: str, params: Mapping[str, Plain]) -> tuple[Mapping[str, Any], dict[str, int]]:
    """The action's card, and the number of each parameter that is said; names and values must exist."""
    card = compiled.actions.get(name)
    if card is None:
        raise UnknownAction(_with_hint(f"no action is called '{name}'", name, compiled.actions))
    types = {param["name"]: param["type"] for param in (*card["given"], *card["chosen"])}
    done: dict[str, int] = {}
    for param, word in params.items():
        if param not in types:
            raise UnknownAction(_with_hint(f"'{name}' has no parameter '{param}'", param, types))
        number = compiled.vocabulary.number(types[param], word)
        if number is None:
            choices = compiled.vocabulary.choices(types[param])
            raise UnknownAction(_with_hint(f"{word!r} is no value of '{param}'", str(word), choices))
        done[param] = number
    return card, done


def whole_action(compiled: Compiled, name: str, params: Mapping[str, Plain], vector: Vector, player: int) -> Action:
    """The action with all its parameters said."""
    card, numbers = numbers_of(compiled, name, params)
    every = [param["name"] for param in (*card["given"], *card["chosen"])]
    missing = [param for param in every if param not in numbers]
    if missing:
        raise UnknownAction(f"'{name}' needs {', '.join(missing)}")
    return action_of(compiled, encode(card, [numbers[param] for param in every]), vector, player)


def _with_hint(message: str, word: str, known: object) -> str:
    hint = did_you_mean(word, known)  # type: ignore[arg-type]
    return f"{message}; {hint}" if hint else message
