"""Bodies of actions and phases: YAML structures and one-line strings become one kind of statement.

- if: pot > 9           If(Compare(...), then=(Assign(...),))
  then: pot = 0
"""

from __future__ import annotations

from collections.abc import Callable

from boardrules.diagnostics import Report
from boardrules.lang import nodes, parse
from boardrules.loader.read_leaves import entries_of, expr_of, one_or_more, parsed, template_of, word_of
from boardrules.loader.yaml_nodes import Mapping, Node


def body_of(node: Node | None, report: Report) -> nodes.Body:
    """Statements that cannot be read are left out; they have been reported."""
    found = (_statement(item, report) for item in one_or_more(node))
    return tuple(statement for statement in found if statement is not None)


def params_of(node: Node | None, report: Report) -> tuple[nodes.Param, ...]:
    """Names with what may be chosen for them."""
    params = []
    for entry in entries_of(node):
        word = word_of(entry.key, report)
        domain = parsed(parse.parse_domain, entry.value, report)
        if word is not None and domain is not None:
            params.append(nodes.Param(word.name, domain, word.span))
    return tuple(params)


def _statement(node: Node, report: Report) -> nodes.Statement | None:
    # Bodies nest as deep as the file does, 64 levels at most, so this may recurse.
    if not isinstance(node, Mapping):
        return parsed(parse.parse_statement, node, report)
    for word, read in _STRUCTURES.items():
        if node.entry(word) is not None:
            return read(node, report)
    return None


def _if(node: Mapping, report: Report) -> nodes.Statement | None:
    condition = expr_of(node.get("if"), report)
    then = body_of(node.get("then"), report)
    otherwise = body_of(node.get("else"), report)
    return None if condition is None else nodes.If(condition, then, otherwise, node.span)


def _for(node: Mapping, report: Report) -> nodes.Statement | None:
    binders = parsed(parse.parse_loop, node.get("for"), report)
    body = body_of(node.get("do"), report)
    return None if binders is None else nodes.ForEach(binders, body, node.span)


def _while(node: Mapping, report: Report) -> nodes.Statement | None:
    condition = expr_of(node.get("while"), report)
    body = body_of(node.get("do"), report)
    return None if condition is None else nodes.While(condition, body, node.span)


def _repeat(node: Mapping, report: Report) -> nodes.Statement | None:
    body = body_of(node.get("repeat"), report)
    return nodes.Repeat(body, expr_of(node.get("until"), report), node.span)


def _times(node: Mapping, report: Report) -> nodes.Statement | None:
    number = expr_of(node.get("times"), report)
    body = body_of(node.get("do"), report)
    return None if number is None else nodes.Times(number, body, node.span)


def _choose(node: Mapping, report: Report) -> nodes.Statement | None:
    offer = node.get("choose")
    found = (parsed(parse.parse_item, item, report) for item in one_or_more(offer))
    label = word_of(node.get("name"), report)
    return nodes.Choose(
        items=tuple(item for item in found if item is not None),
        params=params_of(offer, report),
        label=label.name if label else None,
        title=template_of(node.get("title"), report),
        by=expr_of(node.get("by"), report),
        first=expr_of(node.get("from"), report),
        decline=parsed(parse.parse_decline, node.get("or"), report),
        if_none=_optional_body(node, "if_none", report),
        body=_optional_body(node, "do", report),
        label_span=label.span if label else node.span,
        span=node.span,
    )


def _optional_body(node: Mapping, key: str, report: Report) -> nodes.Body | None:
    """An empty list is a body that does nothing, which differs from no body."""
    value = node.get(key)
    return None if value is None else body_of(value, report)


_STRUCTURES: dict[str, Callable[[Mapping, Report], nodes.Statement | None]] = {
    "if": _if,
    "for": _for,
    "while": _while,
    "repeat": _repeat,
    "choose": _choose,
    "times": _times,
}
"""The word that makes a mapping a statement, and who reads it. `case`, `may` and `first_possible` come later."""
