"""The card of a program: names, types and texts as plain data, for everything at the edge of the engine.

The card and the two modules together are a compiled game. All three can be kept on disk; no stage before them is needed
to play.
"""

from __future__ import annotations

from typing import Any

from boardrules.emit.words import shown_values
from boardrules.ir.program import Listing, Program
from boardrules.ir.rules import Condition, Parameter, Shown, TextParts
from boardrules.ir.types import Bool, Enum, Error, Int, ListOf, NoneType, Optional, SetOf, Type
from boardrules.source import Span
from boardrules.vector import HOW

CARD_VERSION = 1

Json = dict[str, Any]


def card_of(program: Program, texts: tuple[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], ...]) -> Json:
    return {
        "version": CARD_VERSION,
        "game": program.game,
        "players": program.players,
        "seats": list(program.seats),
        "types": {of.name: list(of.members) for of in program.types},
        "subsets": {of.name: list(of.codes) for of in program.types if of.base is not None},
        "cells": [
            {
                "name": cell.name,
                "offset": cell.offset,
                "size": cell.size,
                "keys": [type_card(key) for key in cell.keys],
                "type": type_card(cell.type),
                "bag": cell.is_bag,
            }
            for cell in program.cells
        ],
        "actions": [_action(listing) for listing in program.listings],
        "questions": [
            {
                "number": question.number,
                "label": question.label,
                "inside": question.inside,
                "actions": [
                    entry.action for entry in (*question.entries, *((question.decline,) if question.decline else ()))
                ],
                "rule": question.rule,
                "stream": question.stream,
            }
            for question in program.questions
        ],
        "phases": {name: [_param(param) for param in params] for name, params in program.phases},
        "scoring": [line.name for line in program.scoring],
        "winner": [one.highest for one in program.winner],
        "invariants": [{"name": fact.name, "rule": fact.rule} for fact in program.invariants],
        "streams": dict(program.streams),
        "grids": [{"square": grid.square.name, "columns": grid.columns, "rows": grid.rows} for grid in program.grids],
        "how": list(HOW),
        "rules": [_place(span) for span in program.rules],
        "texts": [{"path": list(path), "text": dict(text)} for path, text in texts],
    }


def _place(span: Span) -> list[Any] | None:
    """File, line, column and the words of a place."""
    if not span.source.text:
        return None
    return [span.source.name, span.line, span.column, " ".join(span.text.split())]


def type_card(of: Type) -> Json:
    match of:
        case Int(low, high):
            return {"kind": "int", "low": low, "high": high}
        case Bool():
            return {"kind": "bool"}
        case Enum(name):
            return {"kind": "enum", "name": name}
        case Optional(inner):
            return {"kind": "optional", "of": type_card(inner)}
        case SetOf(inner) | ListOf(inner):
            return {"kind": "set", "of": type_card(inner)}
        case NoneType() | Error():
            return {"kind": "none"}


def _param(param: Parameter) -> Json:
    return {"name": param.name, "type": type_card(param.type)}


def _action(listing: Listing) -> Json:
    action = listing.action
    return {
        "name": action.name,
        "given": [_param(param) for param in action.given],
        "chosen": [_param(param) for param in action.chosen],
        "captured": [_param(param) for param in action.captured],
        "base": listing.base,
        "radices": list(listing.radices),
        "lows": list(listing.lows),
        "nones": list(listing.nones),
        "is_value_choice": action.is_value_choice,
        "titles": _texts(action.titles),
        "title_types": [type_card(one.type) for one in shown_values(action.titles)],
        "conditions": [_condition(condition) for condition in action.conditions],
        "place": _place(action.span),
    }


def _condition(condition: Condition) -> Json:
    return {
        "text": condition.text,
        "depth": condition.depth,
        "implied": condition.implied,
        "seen": [{"label": one.label, "type": type_card(one.type)} for one in condition.seen],
        "sentences": _texts(condition.sentences),
        "sentence_types": [type_card(one.type) for one in shown_values(condition.sentences)],
        "place": _place(condition.span),
    }


def _texts(texts: tuple[tuple[str, TextParts], ...]) -> Json:
    """Each text as a list of words and of numbers, which stand for the values."""
    values = shown_values(texts)
    return {
        language: [values.index(part) if isinstance(part, Shown) else part for part in parts]
        for language, parts in texts
    }
