"""Reads the strings inside game files: a `Span` of a file goes in, a node of `nodes` comes out.

There is one function for each start rule of `rules.lark`, whose header says which key of a game file holds what. After
a mistake a function adds one diagnostic to the report and gives None. Spans of nodes are offsets into the file.

    source = Source("game.yaml", "when: pot > 0\\n")
    parse_expr(Span(source, 6, 13), report)       # Compare(">", Name("pot"), Number(0))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from boardrules.diagnostics import Diagnostic, Report
from boardrules.lang import build_declaration as declarations
from boardrules.lang import build_statement as statements
from boardrules.lang import nodes
from boardrules.lang.build_expr import build_binders, build_expr, build_order
from boardrules.lang.grammar import Origin, read_tree
from boardrules.lang.template import parse_template
from boardrules.source import Span

__all__ = [
    "parse_band", "parse_bonuses", "parse_cell", "parse_costs", "parse_decline", "parse_domain", "parse_expr",
    "parse_games", "parse_grid", "parse_head", "parse_item", "parse_keys", "parse_ladder", "parse_limit", "parse_links",
    "parse_loop", "parse_order", "parse_statement", "parse_step", "parse_target", "parse_template", "parse_type",
    "parse_typedef",
]  # fmt: skip

_Node = TypeVar("_Node")


def _parse(start: str, build: Callable[[Any, Origin], _Node], fragment: Span, report: Report) -> _Node | None:
    tree = read_tree(start, fragment, report)
    return None if tree is None else build(tree, Origin(fragment))


# ---- expressions and statements


def parse_expr(fragment: Span, report: Report) -> nodes.Expr | None:
    return _parse("expr", build_expr, fragment, report)


def parse_statement(fragment: Span, report: Report) -> nodes.Statement | None:
    """One line of a body; `statement for binders` becomes a ForEach."""
    tree = read_tree("statement", fragment, report)
    if tree is None:
        return None
    span = Origin(fragment).of(tree)
    if tree.data != "say":
        return statements.build_statement(tree, Origin(fragment))
    text = parse_template(Span(span.source, span.start + len("say"), span.end), report)
    return None if text is None else nodes.Say(text, Span(span.source, span.start, text.span.end))


def parse_loop(fragment: Span, report: Report) -> nodes.Binders | None:
    return _parse("loop", lambda tree, at: build_binders(tree.children[0], at), fragment, report)


def parse_order(fragment: Span, report: Report) -> tuple[nodes.Criterion, ...] | None:
    return _parse("order", build_order, fragment, report)


# ---- offers, parameters and limits


def parse_item(fragment: Span, report: Report) -> nodes.Item | None:
    return _parse("item", statements.build_item, fragment, report)


def parse_cell(fragment: Span, report: Report) -> tuple[nodes.Item, ...] | None:
    return _parse("cell", statements.build_cell, fragment, report)


def parse_decline(fragment: Span, report: Report) -> nodes.Decline | None:
    return _parse("decline", statements.build_decline, fragment, report)


def parse_bonuses(fragment: Span, report: Report) -> tuple[nodes.Bonus, ...] | None:
    return _parse("bonuses", statements.build_bonuses, fragment, report)


def parse_costs(fragment: Span, report: Report) -> tuple[nodes.Amount, ...] | None:
    return _parse("costs", statements.build_costs, fragment, report)


def parse_domain(fragment: Span, report: Report) -> nodes.Domain | None:
    return _parse("domain", statements.build_domain, fragment, report)


def parse_limit(fragment: Span, report: Report) -> nodes.Limit | None:
    return _parse("limit", statements.build_limit, fragment, report)


# ---- declarations


def parse_type(fragment: Span, report: Report) -> nodes.TypeExpr | None:
    return _parse("type", declarations.build_type, fragment, report)


def parse_typedef(fragment: Span, report: Report) -> nodes.TypeDef | None:
    """A range or a subset; one number alone is the range of that number."""
    tree = read_tree("typedef", fragment, report)
    if tree is None:
        return None
    typedef = declarations.build_typedef(tree, Origin(fragment))
    if typedef is None:
        hint = "write a range such as 1..6, a subset such as i in Item where i.price > 0, or a list"
        report.add(Diagnostic("syntax", Origin(fragment).of(tree), "this is not a range", help=hint))
    return typedef


def parse_head(fragment: Span, report: Report) -> nodes.Head | None:
    return _parse("head", declarations.build_head, fragment, report)


def parse_keys(fragment: Span, report: Report) -> tuple[nodes.CaseKey, ...] | None:
    return _parse("keys", declarations.build_keys, fragment, report)


def parse_ladder(fragment: Span, report: Report) -> nodes.Ladder | None:
    return _parse("ladder", declarations.build_ladder, fragment, report)


def parse_band(fragment: Span, report: Report) -> nodes.Band | None:
    return _parse("band", declarations.build_band, fragment, report)


def parse_links(fragment: Span, report: Report) -> nodes.Links | None:
    return _parse("links", declarations.build_links, fragment, report)


def parse_grid(fragment: Span, report: Report) -> nodes.Grid | None:
    return _parse("grid", declarations.build_grid, fragment, report)


# ---- modules and scenarios


def parse_target(fragment: Span, report: Report) -> nodes.Target | None:
    return _parse("target", declarations.build_target, fragment, report)


def parse_games(fragment: Span, report: Report) -> nodes.Games | None:
    return _parse("games", declarations.build_games, fragment, report)


def parse_step(fragment: Span, report: Report) -> nodes.Step | None:
    return _parse("step", declarations.build_step, fragment, report)
