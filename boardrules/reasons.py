"""Why an action may not be taken: every condition that fails, in words, with the values that it saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from boardrules.run.compiled import Compiled, RuleFailure, Vector
from boardrules.run.texts import sentence
from boardrules.vector import CHOOSER, WAITING


@final
@dataclass(frozen=True, slots=True)
class Reason:
    """One failed condition. `sentence` is the author's if there is one, else made from the condition."""

    sentence: str
    condition: str | None
    values: tuple[tuple[str, str], ...]
    """What was looked at, and what it was: ("mark[square]", "cross")."""
    place: str | None
    """File, line and column of the condition."""

    def __str__(self) -> str:
        return self.sentence


def not_offered(
    compiled: Compiled,
    vector: Vector,
    card: Mapping[str, Any],
    numbers: Mapping[str, int],
    offered: Sequence[str],
    lang: str,
) -> list[Reason]:
    """That the rules do not ask for this action now; and what of its own conditions fails, where that can be told."""
    name = card["name"]
    said = {
        "en": f"'{name}' is not offered now; the choice is between {', '.join(offered) or 'nothing'}.",
        "pl": f"„{name}” nie jest teraz dostępne; do wyboru: {', '.join(offered) or 'nic'}.",
    }
    reason = Reason(said.get(lang, said["en"]), None, (), None)
    if card["given"] or card["is_value_choice"] or not vector[CHOOSER]:
        return [reason]
    try:
        return [reason, *_failed(compiled, vector, card, numbers, lang)]
    except RuleFailure:
        return [reason]


def reasons_for(
    compiled: Compiled, vector: Vector, card: Mapping[str, Any], numbers: Mapping[str, int], lang: str
) -> list[Reason]:
    """The conditions that fail with these parameters.

    A parameter that is not said can be anything, so only conditions before it are judged; if those hold, what is
    missing is a value for it.
    """
    done = _failed(compiled, vector, card, numbers, lang)
    if done:
        return done
    chosen = [one["name"] for one in card["chosen"]]
    depth = _depth(chosen, numbers)
    return [_no_value(chosen[depth], lang) if depth < len(chosen) else _other_arguments(card["name"], lang)]


def _depth(chosen: Sequence[str], numbers: Mapping[str, int]) -> int:
    """How many chosen parameters are known, up to the first that is not."""
    return next((at for at, name in enumerate(chosen) if name not in numbers), len(chosen))


def _failed(
    compiled: Compiled, vector: Vector, card: Mapping[str, Any], numbers: Mapping[str, int], lang: str
) -> list[Reason]:
    given, chosen = [one["name"] for one in card["given"]], [one["name"] for one in card["chosen"]]
    depth = _depth(chosen, numbers)
    numbers = {**_given_now(compiled, vector, card, given), **numbers}
    words = compiled.words
    captured = words["CAPTURED"][card["name"]](vector) if card["is_value_choice"] else ()
    values = [numbers.get(name, 0) for name in (*given, *chosen)]
    failed = words["WHY"][card["name"]](vector, vector[CHOOSER], *captured, *values, depth)
    return [_reason(compiled, card["conditions"][number], seen, said, lang) for number, seen, said in failed]


def _given_now(compiled: Compiled, vector: Vector, card: Mapping[str, Any], names: Sequence[str]) -> Mapping[str, int]:
    """What the open question gives to the action; a caller need not repeat it."""
    if not names or not vector[WAITING]:
        return {}
    offers = compiled.words["GIVEN"][vector[WAITING]](vector)
    return next((dict(zip(names, values, strict=True)) for name, values in offers if name == card["name"]), {})


def _reason(
    compiled: Compiled, condition: Mapping[str, Any], seen: Sequence[int], said: Sequence[int], lang: str
) -> Reason:
    values = tuple(
        (one["label"], compiled.vocabulary.word(one["type"], number))
        for one, number in zip(condition["seen"], seen, strict=True)
    )
    place = ":".join(map(str, condition["place"][:3])) if condition["place"] else None
    if condition["sentences"]:
        text = sentence(compiled, condition["sentences"], condition["sentence_types"], said, lang)
    else:
        found = ", ".join(f"{label} is {value}" for label, value in values)
        text = f"needs {condition['text']}" + (f", but {found}" if found else "")
    return Reason(text, condition["text"], values, place)


def _no_value(param: str, lang: str) -> Reason:
    said = {"en": f"No '{param}' is possible.", "pl": f"Żadne „{param}” nie jest możliwe."}
    return Reason(said.get(lang, said["en"]), None, (), None)


def _other_arguments(name: str, lang: str) -> Reason:
    said = {
        "en": f"'{name}' is offered here only with other parameters.",
        "pl": f"„{name}” jest tu dostępne tylko z innymi parametrami.",
    }
    return Reason(said.get(lang, said["en"]), None, (), None)
