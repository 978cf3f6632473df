"""Texts for people with expressions in braces: titles, the sentences of require, and what `say` says."""

from __future__ import annotations

import re

from boardrules.diagnostics import Diagnostic, Report
from boardrules.lang import nodes
from boardrules.lang.build_expr import build_expr
from boardrules.lang.grammar import Origin, read_tree
from boardrules.source import Span

_LINE_BREAK = re.compile(r"[ \t\r]*\n\s*")


def parse_template(fragment: Span, report: Report) -> nodes.Template | None:
    """The text and its expressions in turn; empty texts are left out. After a mistake None, all of them reported."""
    raw = fragment.text
    start = fragment.start + len(raw) - len(raw.lstrip())
    end = max(start, fragment.end - (len(raw) - len(raw.rstrip())))
    parts: list[str | nodes.Expr] = []
    sound = True
    position = start
    while position < end:
        opening = _find(fragment, "{", position, end)
        if (stray := _find(fragment, "}", position, opening)) < opening:
            report.add(_unbalanced(fragment, stray, "this } closes nothing"))
            return None
        if opening > position:
            parts.append(_text(fragment, position, opening))
        if opening == end:
            break
        closing = _find(fragment, "}", opening, end)
        if _find(fragment, "{", opening + 1, closing) < closing or closing == end:
            report.add(_unbalanced(fragment, opening, "this { is never closed"))
            return None
        expr = _expr(Span(fragment.source, opening + 1, closing), report)
        if expr is None:
            sound = False
        else:
            parts.append(expr)
        position = closing + 1
    return nodes.Template(tuple(parts), Span(fragment.source, start, end)) if sound else None


def _find(fragment: Span, sign: str, start: int, end: int) -> int:
    """The place of the sign, or `end` where there is none."""
    found = fragment.source.text.find(sign, start, end)
    return end if found < 0 else found


def _text(fragment: Span, start: int, end: int) -> str:
    text = _LINE_BREAK.sub(" ", fragment.source.text[start:end])
    # In YAML's single quotes a quote is written twice, and a fragment is the raw text.
    whole = fragment.source.text
    quotes = whole[fragment.start - 1 : fragment.start] + whole[fragment.end : fragment.end + 1]
    return text.replace("''", "'") if quotes == "''" else text


def _expr(fragment: Span, report: Report) -> nodes.Expr | None:
    tree = read_tree("expr", fragment, report)
    return None if tree is None else build_expr(tree, Origin(fragment))


def _unbalanced(fragment: Span, at: int, message: str) -> Diagnostic:
    hint = "in texts, braces stand around an expression: Buy {item} for {price(item)}"
    return Diagnostic("syntax", Span(fragment.source, at, at + 1), message, help=hint)
