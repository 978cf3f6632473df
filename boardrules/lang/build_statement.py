"""From Lark trees to the statements, offers and domains of `nodes`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from boardrules.lang import nodes
from boardrules.lang.build_expr import Tree, build_binders, build_expr, build_optional
from boardrules.lang.grammar import Origin
from boardrules.source import Span


def build_statement(tree: Tree, at: Origin) -> nodes.Statement:
    """Everything but `say`, whose text is read apart."""
    simple, binders = tree.children
    statement = build_simple(simple, at)
    if binders is None:
        return statement
    return nodes.ForEach(build_binders(binders, at), (statement,), at.of(tree))


def build_simple(tree: Tree, at: Origin) -> nodes.Simple:
    return _BUILDERS[tree.data](tree, at)


# ---- offers


def build_cell(tree: Tree, at: Origin) -> tuple[nodes.Item, ...]:
    return tuple(build_item(item, at) for item in tree.children)


def build_item(tree: Tree, at: Origin) -> nodes.Item:
    return nodes.Item(tuple(_option(option, at) for option in tree.children), at.of(tree))


def _option(tree: Tree, at: Origin) -> nodes.Option:
    costs, _arrow, *acts = tree.children
    return nodes.Option(
        tuple(_act(act, at) for act in acts), () if costs is None else build_costs(costs, at), at.of(tree)
    )


def _act(tree: Tree, at: Origin) -> nodes.Act:
    if tree.data == "times":
        times, deed = tree.children
        return nodes.Act(build_simple(deed, at), build_expr(times, at), at.of(tree))
    return nodes.Act(build_simple(tree, at), None, at.of(tree))


def build_costs(tree: Tree, at: Origin) -> tuple[nodes.Amount, ...]:
    return tuple(_amount(amount, at) for amount in tree.children)


def _amount(tree: Tree, at: Origin) -> nodes.Amount:
    number, resource = tree.children
    return nodes.Amount(build_expr(number, at), str(resource), at.of(tree))


def build_decline(tree: Tree, at: Origin) -> nodes.Decline:
    action, where = tree.children
    return nodes.Decline(build_expr(action, at), build_optional(where, at), at.of(tree))


def build_bonuses(tree: Tree, at: Origin) -> tuple[nodes.Bonus, ...]:
    return tuple(_bonus(bonus, at) for bonus in tree.children)


def _bonus(tree: Tree, at: Origin) -> nodes.Bonus:
    total, number = (build_expr(child, at) for child in tree.children)
    if tree.data == "malus":
        # The grammar drops the sign; it is what follows the total.
        rest = Span(total.span.source, total.span.end, at.of(tree).end)
        start = rest.end - len(rest.text.lstrip())
        number = nodes.Negative(number, Span(rest.source, start, rest.end))
    return nodes.Bonus(total, number, at.of(tree))


# ---- parameters and limits


def build_domain(tree: Tree, at: Origin) -> nodes.Domain:
    source, where, default = tree.children
    return nodes.Domain(_source(source, at), build_optional(where, at), build_optional(default, at), at.of(tree))


def _source(tree: Tree, at: Origin) -> nodes.Expr | nodes.Handful | nodes.OptionalDomain:
    match tree.data:
        case "optional":
            return nodes.OptionalDomain(build_expr(tree.children[0], at), at.of(tree))
        case "handful":
            number, of = tree.children
            return nodes.Handful(build_expr(number, at), build_expr(of, at), at.of(tree))
        case "some":
            return nodes.Handful(None, build_expr(tree.children[0], at), at.of(tree))
    return build_expr(tree, at)


def build_limit(tree: Tree, at: Origin) -> nodes.Limit:
    often, phase, *each = tree.children
    names = tuple(str(name) for name in each if name is not None)
    return nodes.Limit(_often(often, at), str(phase), names, at.of(tree))


def _often(tree: Tree, at: Origin) -> nodes.Expr:
    match tree.data:
        case "once":
            return nodes.Number(1, at.of(tree))
        case "twice":
            return nodes.Number(2, at.of(tree))
    return build_expr(tree.children[0], at)


# ---- statements


def _assign(op: Literal["=", "+=", "-="]) -> Callable[[Tree, Origin], nodes.Simple]:
    def build(tree: Tree, at: Origin) -> nodes.Simple:
        target, value = tree.children
        return nodes.Assign(build_expr(target, at), op, build_expr(value, at), at.of(tree))

    return build


def _run(tree: Tree, at: Origin) -> nodes.Simple:
    return nodes.Run(build_expr(tree.children[0], at), at.of(tree))


def _let(tree: Tree, at: Origin) -> nodes.Simple:
    name, value = tree.children
    return nodes.Let(str(name), build_expr(value, at), at.of(name), at.of(tree))


def _move(tree: Tree, at: Origin) -> nodes.Simple:
    quantity, thing, source, target = tree.children
    under = target.data == "under"
    return nodes.Move(
        _quantity(quantity, at),
        None if thing is None else _thing(thing, at),
        build_expr(source, at),
        build_expr(target.children[0] if under else target, at),
        under,
        at.of(tree),
    )


def _quantity(tree: Tree, at: Origin) -> nodes.Quantity:
    match tree.data:
        case "up_to":
            return nodes.UpTo(build_expr(tree.children[0], at), at.of(tree))
        case "all_there":
            return nodes.AllThere(at.of(tree))
    return build_expr(tree, at)


def _thing(tree: Tree, at: Origin) -> nodes.Expr:
    first, *rest = tree.children
    thing: nodes.Expr = nodes.Name(str(first), at.of(first))
    for word in rest:
        thing = nodes.Member(thing, str(word), at.of(word), at.between(first, word))
    return thing


def _draw(tree: Tree, at: Origin) -> nodes.Simple:
    quantity, source, target = tree.children
    number = None if quantity is None else _quantity(quantity, at)
    return nodes.Draw(number, build_expr(source, at), build_expr(target, at), at.of(tree))


def _draw_as(tree: Tree, at: Origin) -> nodes.Simple:
    source, name = tree.children
    return nodes.DrawAs(build_expr(source, at), str(name), at.of(tree))


def _put(tree: Tree, at: Origin) -> nodes.Simple:
    value, target = tree.children
    return nodes.Put(build_expr(value, at), build_expr(target, at), tree.data == "put_under", at.of(tree))


def _shuffle(tree: Tree, at: Origin) -> nodes.Simple:
    return nodes.Shuffle(build_expr(tree.children[0], at), at.of(tree))


def _fill(tree: Tree, at: Origin) -> nodes.Simple:
    target, kind = tree.children
    return nodes.Fill(build_expr(target, at), str(kind), at.of(tree))


def _roll(tree: Tree, at: Origin) -> nodes.Simple:
    die, target = tree.children
    return nodes.Roll(build_expr(die, at), build_optional(target, at), at.of(tree))


def _create(tree: Tree, at: Origin) -> nodes.Simple:
    kind, name = tree.children
    return nodes.Create(str(kind), str(name), at.of(tree))


def _clear(tree: Tree, at: Origin) -> nodes.Simple:
    return nodes.Clear(build_expr(tree.children[0], at), at.of(tree))


def _gain(tree: Tree, at: Origin) -> nodes.Simple:
    return nodes.Gain(_amount(tree.children[0], at), at.of(tree))


def _pay(tree: Tree, at: Origin) -> nodes.Simple:
    return nodes.Pay(build_costs(tree.children[0], at), at.of(tree))


def _end(how: Literal["scored", "drawn", "won"]) -> Callable[[Tree, Origin], nodes.Simple]:
    def build(tree: Tree, at: Origin) -> nodes.Simple:
        winner: list[Any] = tree.children
        return nodes.EndGame(how, build_expr(winner[0], at) if winner else None, at.of(tree))

    return build


def _skip(tree: Tree, at: Origin) -> nodes.Simple:
    return nodes.Skip(at.of(tree))


def _leave(tree: Tree, at: Origin) -> nodes.Simple:
    return nodes.Leave(at.of(tree))


_BUILDERS: dict[str, Callable[[Tree, Origin], nodes.Simple]] = {
    "assign": _assign("="),
    "increase": _assign("+="),
    "decrease": _assign("-="),
    "run": _run,
    "let": _let,
    "move": _move,
    "draw": _draw,
    "draw_as": _draw_as,
    "put": _put,
    "put_under": _put,
    "shuffle": _shuffle,
    "fill": _fill,
    "roll": _roll,
    "create": _create,
    "clear": _clear,
    "gain": _gain,
    "pay": _pay,
    "end": _end("scored"),
    "end_drawn": _end("drawn"),
    "end_won": _end("won"),
    "skip": _skip,
    "leave": _leave,
}
