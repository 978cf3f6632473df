"""Words for people: titles and reasons in every language, and what a language file leaves out or has too much."""

from __future__ import annotations

from collections.abc import Iterable

from boardrules.check import expressions, messages
from boardrules.check.names import Names, RowOf, Scope
from boardrules.ir.rules import Seen, Shown, TextParts
from boardrules.ir.types import Error, ListOf, NoneType
from boardrules.lang import nodes
from boardrules.loader.declarations import GameDecl, Text

Texts = tuple[tuple[str, TextParts], ...]


def text_parts(names: Names, template: nodes.Template, scope: Scope) -> TextParts:
    parts: list[str | Shown] = []
    for part in template.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        found = expressions.typed(names, part, scope)
        if isinstance(found.type, ListOf | NoneType):
            names.add(messages.type_mismatch(part.span, "a value to show", found.type))
        elif not isinstance(found.type, Error):
            parts.append(Shown(found.value, found.type))
    return tuple(parts)


def template_text(template: nodes.Template) -> str:
    """The template as it is written, on one line."""
    said = (part if isinstance(part, str) else f"{{{' '.join(part.span.text.split())}}}" for part in template.parts)
    return "".join(said)


class Translations:
    """The language files of a game, and which of their entries were asked for."""

    def __init__(self, names: Names, game: GameDecl) -> None:
        self._names = names
        self._game = game
        self._asked: dict[tuple[str, ...], None] = {}
        self._found = {texts.language: {entry.path: entry for entry in texts.entries} for texts in game.texts}

    def of(self, path: tuple[str, ...], english: nodes.Template, scope: Scope) -> Texts:
        """The text in every language that has it, English first."""
        self._asked.setdefault(path)
        done = [("en", text_parts(self._names, english, scope))]
        for language, entries in self._found.items():
            if path in entries:
                done.append((language, text_parts(self._names, entries[path].text, scope)))
        return tuple(done)

    def plain(self, path: tuple[str, ...], text: Text | None) -> tuple[tuple[str, str], ...]:
        """A text without values in it, as it stands in the game and in the language files."""
        done = dict(text.by_language) if text is not None else {}
        self._asked.setdefault(path)
        for language, entries in self._found.items():
            if path in entries:
                done[language] = template_text(entries[path].text)
        return tuple(done.items())

    def report(self) -> None:
        for texts in self._game.texts:
            entries = self._found[texts.language]
            inline = {("title",)} if any(lang == texts.language for lang, _ in self._game.title.by_language) else set()
            missing = [".".join(path) for path in self._asked if path not in entries and path not in inline]
            if missing:
                self._names.add(messages.missing_text(texts.span, texts.language, missing))
            for path, entry in entries.items():
                if path not in self._asked:
                    known = (".".join(one) for one in self._asked)
                    self._names.add(messages.unused_text(entry.span, ".".join(path), known))


def seen_values(names: Names, node: nodes.Expr, scope: Scope) -> tuple[Seen, ...]:
    """The values that a condition compares, with the words they are written in."""
    found: dict[str, Seen] = {}
    for part in _looked_at(node):
        if isinstance(part, nodes.Name) and part.name not in names.state:
            continue  # a member or a parameter says its own value
        value = expressions.value(names, part, scope)
        if isinstance(value, RowOf) or isinstance(value.type, ListOf | NoneType | Error):
            continue
        label = " ".join(part.span.text.split())
        found.setdefault(label, Seen(label, value.value, value.type))
    return tuple(found.values())


def _looked_at(node: nodes.Expr) -> Iterable[nodes.Expr]:
    match node:
        case nodes.And(parts) | nodes.Or(parts):
            for part in parts:
                yield from _looked_at(part)
        case nodes.Not(inner):
            yield from _looked_at(inner)
        case nodes.Compare(_, left, right):
            yield from (side for side in (left, right) if not _is_plain(side))
        case nodes.In(inner, _, _):
            if not _is_plain(inner):
                yield inner


def _is_plain(node: nodes.Expr) -> bool:
    """A number or word that says its own value."""
    return isinstance(node, nodes.Number | nodes.Truth | nodes.Nothing)
