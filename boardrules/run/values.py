"""Numbers at the edge: what a number of the state is called, and which number a word stands for.

Types come from the card of a compiled game, as plain data (`{"kind": "enum", "name": "Square"}`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardrules.vector import NO_NUMBER

TypeCard = Mapping[str, Any]
Plain = int | bool | str | None | list[Any] | dict[str, Any]


class Vocabulary:
    """The members of every type of one game."""

    def __init__(self, types: Mapping[str, Sequence[str]], subsets: Mapping[str, Sequence[int]]) -> None:
        self._members = {name: tuple(members) for name, members in types.items()}
        self._codes = {
            name: {member: code for code, member in enumerate(members, 1)} for name, members in self._members.items()
        }
        self._subsets = {name: frozenset(codes) for name, codes in subsets.items()}

    def members(self, of: str) -> tuple[str, ...]:
        chosen = self._subsets.get(of)
        members = self._members[of]
        return members if chosen is None else tuple(members[code - 1] for code in sorted(chosen))

    def word(self, of: TypeCard, number: int) -> str:
        """A value as text: `a1`, `3`, `true`, `none`, `a1 + b2`."""
        match of["kind"]:
            case "int":
                return str(number)
            case "bool":
                return "true" if number else "false"
            case "enum":
                return self._members[of["name"]][number - 1]
            case "optional":
                return "none" if number == none_number(of) else self.word(of["of"], number)
            case "set":
                return " + ".join(self.word(of["of"], one) for one in set_members(of, number)) or "nothing"
        return "none"

    def plain(self, of: TypeCard, number: int) -> Plain:
        """A value as JSON has it: numbers, truth values, words, null and lists."""
        match of["kind"]:
            case "int":
                return int(number)
            case "bool":
                return bool(number)
            case "optional" if number == none_number(of):
                return None
            case "optional":
                return self.plain(of["of"], number)
            case "set":
                return [self.plain(of["of"], one) for one in set_members(of, number)]
        return self.word(of, number)

    def number(self, of: TypeCard, word: Plain) -> int | None:
        """The number of a word or a JSON value; None where the type has no such value."""
        match of["kind"]:
            case "int":
                found = _whole(word)
                return found if found is not None and of["low"] <= found <= of["high"] else None
            case "bool":
                return {"true": 1, "false": 0}.get(str(word).lower())
            case "enum":
                code = self._codes[of["name"]].get(word) if isinstance(word, str) else None
                chosen = self._subsets.get(of["name"])
                return code if chosen is None or code in chosen else None
            case "optional":
                return none_number(of) if word is None or word == "none" else self.number(of["of"], word)
        return None

    def choices(self, of: TypeCard) -> list[str]:
        """All words of a type, for messages and completion; empty for numbers."""
        match of["kind"]:
            case "enum":
                return list(self.members(of["name"]))
            case "bool":
                return ["true", "false"]
            case "optional":
                return [*self.choices(of["of"]), "none"]
        return []


def none_number(of: TypeCard) -> int:
    return 0 if of["of"]["kind"] == "enum" else NO_NUMBER


def low_number(of: TypeCard) -> int:
    """The number of the first value."""
    return 1 if of["kind"] == "enum" else 0 if of["kind"] == "bool" else int(of["low"])


def set_members(of: TypeCard, bits: int) -> list[int]:
    low = low_number(of["of"])
    return [low + at for at in range(bits.bit_length()) if bits >> at & 1]


def _whole(word: Plain) -> int | None:
    if isinstance(word, bool):
        return None
    if isinstance(word, int):
        return word
    if isinstance(word, str) and word.removeprefix("-").isdigit() and word.isascii() and len(word) < 12:
        return int(word)
    return None
