"""What a caller can know of a game before a number of players is chosen, as plain data for the cache."""

from __future__ import annotations

from typing import Any

from boardrules.lang import nodes
from boardrules.loader.declarations import Data, DataMap, GameDecl, OptionDecl


def summary_of(game: GameDecl) -> dict[str, Any]:
    titles = dict(game.title.by_language)
    for texts in game.texts:
        for entry in texts.entries:
            if entry.path == ("title",) and isinstance(entry.text.parts[0], str):
                titles[texts.language] = entry.text.parts[0]
    return {
        "name": game.word.name,
        "titles": titles,
        "fewest": game.fewest,
        "most": game.most,
        "languages": ["en", *(texts.language for texts in game.texts)],
        "symbols": {seat.word.name: seat.symbol for seat in game.seats if seat.symbol},
        "options": [_option(option, game) for option in game.options],
    }


def _option(option: OptionDecl, game: GameDecl) -> dict[str, Any]:
    title = dict(option.title.by_language) if option.title is not None else {}
    path = ("options", option.word.name, "title")
    for texts in game.texts:
        for entry in texts.entries:
            if entry.path == path and isinstance(entry.text.parts[0], str):
                title[texts.language] = entry.text.parts[0]
    return {
        "name": option.word.name,
        "title": title,
        "default": _plain(option.default),
        "low": _plain(option.range.low) if option.range is not None else None,
        "high": _plain(option.range.high) if option.range is not None else None,
        "values": [word.name for word in option.values],
    }


def _plain(data: Data) -> Any:
    match data:
        case nodes.Number(value) | nodes.Truth(value):
            return value
        case nodes.Negative(nodes.Number(value)):
            return -value
        case nodes.Name(name):
            return name
        case DataMap(entries):
            return {entry.key.span.text: _plain(entry.value) for entry in entries}
    return None
