"""Sentences for people, in the language they asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardrules.run.compiled import Compiled
from boardrules.run.values import TypeCard


def sentence(
    compiled: Compiled, texts: Mapping[str, Sequence[Any]], types: Sequence[TypeCard], values: Sequence[int], lang: str
) -> str:
    """A text of the card with its values filled in; English where the language has none."""
    parts = texts.get(lang) or texts["en"]
    said = (part if isinstance(part, str) else spoken(compiled, types[part], values[part], lang) for part in parts)
    return "".join(said)


def spoken(compiled: Compiled, of: TypeCard, number: int, lang: str) -> str:
    """A value in words of the language: members may have a title there."""
    word = compiled.vocabulary.word(of, number)
    inner = of["of"] if of["kind"] == "optional" else of
    if inner["kind"] != "enum" or word == "none":
        return word
    return text_at(compiled, ("types", inner["name"], word), lang) or word


def text_at(compiled: Compiled, path: tuple[str, ...], lang: str) -> str | None:
    """The plain text at a path, such as the title of a scoring line."""
    for entry in compiled.card["texts"]:
        if tuple(entry["path"]) == path:
            found: str | None = entry["text"].get(lang) or entry["text"].get("en")
            return found
    return None
