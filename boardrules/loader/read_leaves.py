"""The leaves of a file: names, texts, expressions and plain data.

These functions stay silent about values of the wrong kind: the schema has spoken about those before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from boardrules.diagnostics import Diagnostic, Report
from boardrules.lang import nodes, parse
from boardrules.loader.declarations import Data, DataEntry, DataList, DataMap, Text, Word
from boardrules.loader.shape import is_split
from boardrules.loader.yaml_nodes import Entry, Mapping, Node, Scalar, Sequence, plain_value
from boardrules.source import Span

_Parsed = TypeVar("_Parsed")

RESERVED = frozenset({
    "and", "or", "not", "if", "then", "else", "in", "for", "by", "where", "mod", "none", "true", "false", "let", "can",
})  # fmt: skip
STATEMENT_WORDS = frozenset({
    "move", "draw", "put", "fill", "roll", "shuffle", "create", "clear", "gain", "pay", "end", "say", "skip", "leave",
    "floor", "ceil", "module",
})  # fmt: skip

_NAME = re.compile(r"[A-Za-z][A-Za-z_0-9]*", re.ASCII)
_LADDER = re.compile(r"\s*[0-9]+(\s*/\s*[0-9]+)+(\s*\+\s*[0-9]+)?\s*", re.ASCII)
_BAND = re.compile(r"\s*[0-9]+\s*(\.\.\s*[0-9]*)?\s*", re.ASCII)


# ---- what stands where


def scalar_of(node: Node | None) -> Scalar | None:
    """A scalar that says something; half an expression says nothing."""
    if not isinstance(node, Scalar) or node.is_empty or is_split(node):
        return None
    return node


def entries_of(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def items_of(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def one_or_more(node: Node | None) -> tuple[Node, ...]:
    """The items of a list, or the one thing that stands in place of a list."""
    return (node,) if isinstance(node, Scalar) else items_of(node)


# ---- names


def word_of(node: Node | None, report: Report) -> Word | None:
    """A name that expressions can use."""
    scalar = scalar_of(node)
    if scalar is None:
        return None
    if not _NAME.fullmatch(scalar.value):
        report.add(_bad_name(scalar.span, scalar.value, "a name has letters, digits and _, and begins with no digit"))
        return None
    if scalar.value in RESERVED:
        report.add(_bad_name(scalar.span, scalar.value, "this word belongs to the language: take another"))
        return None
    return Word(scalar.value, scalar.span)


def head_of(key: Scalar, report: Report) -> nodes.Head | None:
    """`turn(player)`: the key of a function, action or phase."""
    head = parsed(parse.parse_head, key, report)
    if head is not None and head.name in STATEMENT_WORDS:
        report.add(_bad_name(head.span, head.name, "statements begin with this word: take another"))
        return None
    return head


def _bad_name(at: Span, name: str, help: str) -> Diagnostic:
    return Diagnostic("bad-name", at, f"'{name}' cannot be a name", help)


# ---- strings of the language


def parsed(parser: Callable[[Span, Report], _Parsed], node: Node | None, report: Report) -> _Parsed | None:
    """What a parser of the language makes of the raw text of a scalar; not of numbers and truth values."""
    scalar = scalar_of(node)
    if scalar is None or not isinstance(plain_value(scalar), str) or _has_escape(scalar, report):
        return None
    return parser(scalar.fragment, report)


def expr_of(node: Node | None, report: Report) -> nodes.Expr | None:
    scalar = scalar_of(node)
    if scalar is not None and isinstance(plain_value(scalar), bool | int):
        return parse.parse_expr(scalar.fragment, report)
    return parsed(parse.parse_expr, scalar, report)


def _has_escape(scalar: Scalar, report: Report) -> bool:
    """Behind an escape the text and its meaning differ in length, so no place could be shown."""
    if scalar.style != "double":
        return False
    at = scalar.fragment.text.find("\\")
    if at < 0:
        return False
    start = scalar.fragment.start + at
    span = Span(scalar.span.source, start, start + 2)
    help = "write the expression without quotes, or the text in single quotes"
    report.add(Diagnostic("yaml-escape", span, "an expression cannot hold an escape", help))
    return True


# ---- texts


def text_of(node: Node | None) -> Text | None:
    """Plain text is English; a mapping gives one text for each language."""
    scalar = scalar_of(node)
    if scalar is not None:
        return Text((("en", scalar.value),), scalar.span)
    if not isinstance(node, Mapping):
        return None
    texts = ((entry.key.value, scalar_of(entry.value)) for entry in node.entries)
    return Text(tuple((language, text.value) for language, text in texts if text is not None), node.span)


def template_of(node: Node | None, report: Report) -> nodes.Template | None:
    scalar = scalar_of(node)
    if scalar is None:
        return None
    if "{" not in scalar.value and "}" not in scalar.value:
        # Without expressions YAML's own reading is right, escapes and all.
        return nodes.Template((scalar.value,), scalar.span)
    return parsed(parse.parse_template, scalar, report)


# ---- plain data


def data_of(node: Node | None, report: Report) -> Data | None:
    """Start values and tables. The nodes are at most 64 deep, so this may recurse."""
    if isinstance(node, Sequence):
        items = [data_of(item, report) for item in node.items]
        return DataList(tuple(item for item in items if item is not None), node.span)
    if isinstance(node, Mapping):
        entries = [_data_entry(entry, report) for entry in node.entries]
        return DataMap(tuple(entry for entry in entries if entry is not None), node.span)
    scalar = scalar_of(node)
    if scalar is not None and _LADDER.fullmatch(scalar.value):
        return parsed(parse.parse_ladder, scalar, report)
    return expr_of(scalar, report)


def _data_entry(entry: Entry, report: Report) -> DataEntry | None:
    key = _data_key(entry.key, report)
    value = data_of(entry.value, report)
    return None if key is None or value is None else DataEntry(key, value)


def _data_key(key: Scalar, report: Report) -> Word | nodes.Band | None:
    if _BAND.fullmatch(key.value):
        return None if _has_escape(key, report) else parse.parse_band(key.fragment, report)
    if scalar_of(key) is None:
        return None
    if not _NAME.fullmatch(key.value):
        help = "a key of a table is a word, a number or a band such as 0..2"
        report.add(_bad_name(key.span, key.value, help))
        return None
    # `none` may be a key, so reserved words are left to the stage that knows the type.
    return Word(key.value, key.span)
