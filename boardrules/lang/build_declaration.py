"""From Lark trees to the types, headers, tables, boards and scenario steps of `nodes`."""

from __future__ import annotations

from boardrules.lang import nodes
from boardrules.lang.build_expr import Tree, build_expr, dashed_name
from boardrules.lang.grammar import Origin

# ---- types and headers


def build_type(tree: Tree, at: Origin) -> nodes.TypeExpr:
    held, *keys = tree.children
    return nodes.TypeExpr(_held(held, at), tuple(_type_key(key, at) for key in keys if key is not None), at.of(tree))


def _held(tree: Tree, at: Origin) -> nodes.Held:
    span = at.of(tree)
    match tree.data:
        case "named_type" | "optional":
            return nodes.NamedType(str(tree.children[0]), tree.data == "optional", span)
        case "span":
            low, high = tree.children
            return nodes.RangeType(build_expr(low, at), build_expr(high, at), span)
        case "count":
            return nodes.CountType(_bound(tree.children[0], at), span)
        case "set":
            return nodes.CollectionType("set", str(tree.children[0]), None, span)
        case "bag" | "pile":
            of, bound = tree.children
            return nodes.CollectionType("bag" if tree.data == "bag" else "pile", str(of), _bound(bound, at), span)
        case "bonuses_type":
            return nodes.WordType("bonuses", span)
    return nodes.WordType(str(tree.data), span)  # type: ignore[arg-type]  # the grammar has no other alias left


def _bound(tree: Tree | None, at: Origin) -> nodes.Expr | None:
    return None if tree is None else build_expr(tree.children[0], at)


def _type_key(tree: Tree, at: Origin) -> nodes.TypeKey:
    first, second = tree.children
    if tree.data == "span_key":
        return nodes.TypeKey(None, None, int(first), int(second), at.of(tree))
    return nodes.TypeKey(str(first), None if second is None else str(second), span=at.of(tree))


def build_typedef(tree: Tree, at: Origin) -> nodes.TypeDef | None:
    """None where an expression stands that is no range."""
    match tree.data:
        case "subset":
            name, of, where = tree.children
            return nodes.Subset(str(name), str(of), build_expr(where, at), at.of(tree))
        case "span":
            low, high = tree.children
            return nodes.Range(build_expr(low, at), build_expr(high, at), at.of(tree))
        case "number":
            # `players: 2` is the range of that one number.
            number = build_expr(tree, at)
            return nodes.Range(number, number, at.of(tree))
    return None


def build_head(tree: Tree, at: Origin) -> nodes.Head:
    name, *params = tree.children
    given = tuple(nodes.HeadParam(str(param), at.of(param)) for param in params if param is not None)
    return nodes.Head(str(name), given, at.of(tree))


def build_keys(tree: Tree, at: Origin) -> tuple[nodes.CaseKey, ...]:
    return tuple(_case_key(key, at) for key in tree.children)


def _case_key(tree: Tree, at: Origin) -> nodes.CaseKey:
    match tree.data:
        case "name":
            return nodes.CaseKey("name", str(tree.children[0]), span=at.of(tree))
        case "none":
            return nodes.CaseKey("none", span=at.of(tree))
        case "otherwise":
            return nodes.CaseKey("else", span=at.of(tree))
    band = build_band(tree, at)
    return nodes.CaseKey("band", low=band.low, high=band.high, span=band.span)


# ---- tables and boards


def build_ladder(tree: Tree, at: Origin) -> nodes.Ladder:
    *values, step = tree.children
    return nodes.Ladder(tuple(int(value) for value in values), None if step is None else int(step), at.of(tree))


def build_band(tree: Tree, at: Origin) -> nodes.Band:
    numbers = [int(number) for number in tree.children]
    return nodes.Band(numbers[0], None if tree.data == "and_more" else numbers[-1], at.of(tree))


def build_links(tree: Tree, at: Origin) -> nodes.Links:
    if tree.data == "sides":
        return nodes.Links(span=at.of(tree))
    ends, arrows = tree.children[::2], tree.children[1::2]
    return nodes.Links(
        tuple(_end(end, at) for end in ends), tuple(arrow.type == "TWO_WAY" for arrow in arrows), at.of(tree)
    )


def _end(tree: Tree, at: Origin) -> str | nodes.Every:
    if tree.data == "every":
        name, where = tree.children
        return nodes.Every(str(name), build_expr(where, at), at.of(tree))
    return str(tree.children[0])


def build_grid(tree: Tree, at: Origin) -> nodes.Grid:
    columns, rows = tree.children
    return nodes.Grid(int(columns), int(rows), at.of(tree))


# ---- modules and scenarios


def build_target(tree: Tree, at: Origin) -> nodes.Target:
    return nodes.Target(tuple(_place(place) for place in tree.children), at.of(tree))


def _place(tree: Tree) -> str | int:
    match tree.data:
        case "any_name":
            return "*"
        case "number":
            return int(tree.children[0])
    return str(tree.children[0])


def build_games(tree: Tree, at: Origin) -> nodes.Games:
    if tree.data == "any_game":
        return nodes.Games(None, tuple(build_target(target, at) for target in tree.children), at.of(tree))
    return nodes.Games(dashed_name(tree.children[0]), (), at.of(tree))


def build_step(tree: Tree, at: Origin) -> nodes.Step:
    action, *answers = tree.children
    given = tuple(_answer(answer, at) for answer in answers if answer is not None)
    return nodes.Step(str(action), given, at.of(tree))


def _answer(tree: Tree, at: Origin) -> nodes.Answer:
    name, *replies = tree.children
    every = tuple(nodes.Reply(tuple(_part(part, at) for part in one.children), at.of(one)) for one in replies)
    return nodes.Answer(every, None if name is None else str(name), at.of(tree))


def _part(tree: Tree, at: Origin) -> nodes.ReplyPart:
    span = at.of(tree)
    words = tree.children
    match tree.data:
        case "name":
            return nodes.ReplyPart("name", str(words[0]), span=span)
        case "number":
            return nodes.ReplyPart("number", number=int(words[0]), span=span)
        case "negative":
            return nodes.ReplyPart("number", number=-int(words[0]), span=span)
        case "several":
            return nodes.ReplyPart("several", str(words[1]), int(words[0]), span)
        case "piece":
            return nodes.ReplyPart("piece", str(words[0]), int(words[1]), span)
    return nodes.ReplyPart(str(tree.data), span=span)  # type: ignore[arg-type]  # none, true, false or nothing
