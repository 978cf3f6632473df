"""From Lark trees to the expressions of `nodes`. One small function for each alias of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from boardrules.lang import nodes
from boardrules.lang.grammar import Origin

Tree = Any
"""A `lark.Tree`; its children are trees, tokens and None for what was left out, which no type tells apart."""

_SIGNS = {"≠": "!=", "≤": "<=", "≥": ">="}


def build_expr(tree: Tree, at: Origin) -> nodes.Expr:
    return _BUILDERS[tree.data](tree, at)


def build_optional(tree: Tree | None, at: Origin) -> nodes.Expr | None:
    return None if tree is None else build_expr(tree, at)


def build_binders(tree: Tree, at: Origin) -> nodes.Binders:
    *binders, where, order = tree.children
    return nodes.Binders(
        tuple(_binder(binder, at) for binder in binders),
        build_optional(where, at),
        () if order is None else build_order(order, at),
        at.of(tree),
    )


def build_order(tree: Tree, at: Origin) -> tuple[nodes.Criterion, ...]:
    return tuple(nodes.Criterion(one.data, build_expr(one.children[0], at), at.of(one)) for one in tree.children)


def dashed_name(tree: Tree) -> str:
    """`demand-management`, whichever sign was used for the dashes."""
    return "-".join(tree.children)


def _binder(tree: Tree, at: Origin) -> nodes.Binder:
    name, domain, start = tree.children
    return nodes.Binder(str(name), build_expr(domain, at), build_optional(start, at), at.of(tree))


def _args(tree: Tree | None, at: Origin) -> tuple[nodes.Arg, ...]:
    return () if tree is None else tuple(_arg(arg, at) for arg in tree.children)


def _arg(tree: Tree, at: Origin) -> nodes.Arg:
    if tree.data == "named":
        name, value = tree.children
        return nodes.Arg(build_expr(value, at), str(name), at.of(tree))
    return nodes.Arg(build_expr(tree, at), None, at.of(tree))


def _number(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Number(int(tree.children[0]), at.of(tree))


def _true(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Truth(True, at.of(tree))


def _false(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Truth(False, at.of(tree))


def _none(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Nothing(at.of(tree))


def _name(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Name(str(tree.children[0]), at.of(tree))


def _piece(tree: Tree, at: Origin) -> nodes.Expr:
    kind, number = tree.children
    return nodes.Piece(str(kind), int(number), at.of(tree))


def _call(tree: Tree, at: Origin) -> nodes.Expr:
    name, args = tree.children
    return nodes.Call(str(name), _args(args, at), at.of(name), at.of(tree))


def _fold(tree: Tree, at: Origin) -> nodes.Expr:
    kind, body, binders = tree.children
    return nodes.Fold(str(kind), build_expr(body, at), build_binders(binders, at), at.of(kind), at.of(tree))


def _member(tree: Tree, at: Origin) -> nodes.Expr:
    base, name = tree.children
    return nodes.Member(build_expr(base, at), str(name), at.of(name), at.of(tree))


def _member_call(tree: Tree, at: Origin) -> nodes.Expr:
    base, name, args = tree.children
    return nodes.MemberCall(build_expr(base, at), str(name), _args(args, at), at.of(name), at.of(tree))


def _index(tree: Tree, at: Origin) -> nodes.Expr:
    base, *keys = tree.children
    return nodes.Index(build_expr(base, at), tuple(build_expr(key, at) for key in keys), at.of(tree))


def _span(tree: Tree, at: Origin) -> nodes.Expr:
    low, high = tree.children
    return nodes.Range(build_expr(low, at), build_expr(high, at), at.of(tree))


def _negative(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Negative(build_expr(tree.children[0], at), at.of(tree))


def _arithmetic(op: Literal["+", "-", "*", "mod", "floor", "ceil"]) -> Callable[[Tree, Origin], nodes.Expr]:
    def build(tree: Tree, at: Origin) -> nodes.Expr:
        left, right = tree.children
        return nodes.Arithmetic(op, build_expr(left, at), build_expr(right, at), at.of(tree))

    return build


def _compare(tree: Tree, at: Origin) -> nodes.Expr:
    left, sign, right = tree.children
    op: Any = _SIGNS.get(sign, str(sign))
    return nodes.Compare(op, build_expr(left, at), build_expr(right, at), at.of(tree))


def _members(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Members(tuple(build_expr(item, at) for item in tree.children), at.of(tree))


def _in(tree: Tree, at: Origin) -> nodes.Expr:
    value, group = tree.children
    return nodes.In(build_expr(value, at), build_expr(group, at), tree.data == "not_in", at.of(tree))


def _can(tree: Tree, at: Origin) -> nodes.Expr:
    player, action = tree.children
    return nodes.Can(build_expr(player, at), build_expr(action, at), at.of(tree))


def _not(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.Not(build_expr(tree.children[0], at), at.of(tree))


def _and(tree: Tree, at: Origin) -> nodes.Expr:
    parts: list[nodes.Expr] = []
    for part in (build_expr(child, at) for child in tree.children):
        # `a and (b and c)` is the same chain.
        parts += part.parts if isinstance(part, nodes.And) else (part,)
    return nodes.And(tuple(parts), at.of(tree))


def _or(tree: Tree, at: Origin) -> nodes.Expr:
    parts: list[nodes.Expr] = []
    for part in (build_expr(child, at) for child in tree.children):
        parts += part.parts if isinstance(part, nodes.Or) else (part,)
    return nodes.Or(tuple(parts), at.of(tree))


def _choice(tree: Tree, at: Origin) -> nodes.Expr:
    condition, yes, no = (build_expr(child, at) for child in tree.children)
    return nodes.Choice(condition, yes, no, at.of(tree))


def _module(tree: Tree, at: Origin) -> nodes.Expr:
    return nodes.ModuleTest(dashed_name(tree.children[0]), at.of(tree))


_BUILDERS: dict[str, Callable[[Tree, Origin], nodes.Expr]] = {
    "number": _number,
    "true": _true,
    "false": _false,
    "none": _none,
    "name": _name,
    "piece": _piece,
    "call": _call,
    "fold": _fold,
    "member": _member,
    "member_call": _member_call,
    "index": _index,
    "span": _span,
    "negative": _negative,
    "add": _arithmetic("+"),
    "subtract": _arithmetic("-"),
    "multiply": _arithmetic("*"),
    "mod": _arithmetic("mod"),
    "floor": _arithmetic("floor"),
    "ceil": _arithmetic("ceil"),
    "compare": _compare,
    "members": _members,
    "in_": _in,
    "not_in": _in,
    "can": _can,
    "not_": _not,
    "and_": _and,
    "or_": _or,
    "choice": _choice,
    "module": _module,
}
