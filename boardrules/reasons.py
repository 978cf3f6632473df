"""Why an action may not be taken: every condition that fails, in words, with the values that it saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from boardrules.ir.program import CHOOSER
from boardrules.run.compiled import Compiled, Vector
from boardrules.run.texts import sentence


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


def not_offered(compiled: Compiled, name: str, offered: Sequence[str], lang: str) -> Reason:
    said = {
        "en": f"'{name}' is not offered now; the choice is between {', '.join(offered) or 'nothing'}.",
        "pl": f"„{name}” nie jest teraz dostępne; do wyboru: {', '.join(offered) or 'nic'}.",
    }
    return Reason(said.get(lang, said["en"]), None, (), None)


def reasons_for(
    compiled: Compiled, vector: Vector, card: Mapping[str, Any], numbers: Mapping[str, int], lang: str
) -> list[Reason]:
    """The conditions that fail with these parameters.

    A parameter that is not said can be anything, so only conditions before it are judged; if those hold, what is
    missing is a value for it.
    """
    given, chosen = [one["name"] for one in card["given"]], [one["name"] for one in card["chosen"]]
    depth = 0
    while depth < len(chosen) and chosen[depth] in numbers:
        depth += 1
    words = compiled.words
    captured = words["CAPTURED"][card["name"]](vector) if card["is_value_choice"] else ()
    values = [numbers.get(name, 0) for name in (*given, *chosen)]
    failed = words["WHY"][card["name"]](vector, vector[CHOOSER], *captured, *values, depth)
    done = [_reason(compiled, card["conditions"][number], seen, said, lang) for number, seen, said in failed]
    if done:
        return done
    if depth < len(chosen):
        return [_no_value(chosen[depth], lang)]
    return [_other_arguments(card["name"], lang)]


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
