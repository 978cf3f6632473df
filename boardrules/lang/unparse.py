"""Nodes back to the strings they come from, for messages: `needs total(hold[player]) < 5`.

`parse(unparse(node)) == node` for every node that a string makes. Brackets are set only where they are needed, signs
and blanks are the usual ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from boardrules.lang import nodes

# How tightly an expression holds together, loosest first: as the rules of the grammar.
CHOICE: Final = 0
OR: Final = 1
AND: Final = 2
NOT: Final = 3
COMPARISON: Final = 4
RANGE: Final = 5
SUM: Final = 6
PRODUCT: Final = 7
UNARY: Final = 8
PRIMARY: Final = 9

_SEPARATORS: dict[type, str] = {
    nodes.Item: "; ",
    nodes.Bonus: "; ",
    nodes.Amount: " and ",
    nodes.Criterion: " then ",
    nodes.CaseKey: ", ",
}


def unparse(node: Any) -> str:
    """The text of a node, or of a tuple of nodes such as the parser gives for cells, costs, orders and keys."""
    if isinstance(node, tuple):
        return _SEPARATORS[type(node[0])].join(unparse(one) for one in node)
    return _expr(node, CHOICE) if type(node) in _LEVELS else _OTHERS[type(node)](node)


# ---- expressions


def _expr(node: nodes.Expr, needed: int) -> str:
    """The text of `node`, in brackets where its place needs something that holds together more tightly."""
    text = _text(node)
    return text if _level(node) >= needed else f"({text})"


def _level(node: nodes.Expr) -> int:
    if isinstance(node, nodes.Arithmetic):
        return {"+": SUM, "-": SUM, "*": PRODUCT, "mod": PRODUCT}.get(node.op, PRIMARY)
    if isinstance(node, nodes.Number) and node.value < 0:
        return UNARY
    return _LEVELS[type(node)]


def _text(node: nodes.Expr) -> str:
    match node:
        case nodes.Number(value):
            return str(value)
        case nodes.Truth(value):
            return "true" if value else "false"
        case nodes.Nothing():
            return "none"
        case nodes.Name(name):
            return name
        case nodes.Piece(kind, number):
            return f"{kind} {number}"
        case nodes.Call(name, args):
            return f"{name}({_args(args)})"
        case nodes.Member(base, name):
            return f"{_expr(base, PRIMARY)}.{name}"
        case nodes.MemberCall(base, name, args):
            return f"{_expr(base, PRIMARY)}.{name}({_args(args)})"
        case nodes.Index(base, keys):
            return f"{_expr(base, PRIMARY)}[{', '.join(_expr(key, CHOICE) for key in keys)}]"
        case nodes.Range(low, high):
            return f"{_expr(low, SUM)}..{_expr(high, SUM)}"
        case nodes.Fold(kind, body, binders):
            return f"{kind}({_expr(body, CHOICE)} for {_binders(binders)})"
        case nodes.Negative(value):
            return f"-{_expr(value, UNARY)}"
        case nodes.Arithmetic("floor" | "ceil" as op, left, right):
            return f"{op}({_expr(left, SUM)} / {_expr(right, SUM)})"
        case nodes.Arithmetic(op, left, right):
            return f"{_expr(left, _level(node))} {op} {_expr(right, _level(node) + 1)}"
        case nodes.Compare(op, left, right):
            return f"{_expr(left, SUM)} {op} {_expr(right, SUM)}"
        case nodes.Members(items):
            return f"({', '.join(_expr(item, CHOICE) for item in items)})"
        case nodes.In(value, group, negated):
            return f"{_expr(value, SUM)} {'not in' if negated else 'in'} {_expr(group, RANGE)}"
        case nodes.Can(player, action):
            return f"{_expr(player, SUM)} can {_expr(action, PRIMARY)}"
        case nodes.Not(value):
            return f"not {_expr(value, NOT)}"
        case nodes.And(parts):
            return " and ".join(_expr(part, NOT) for part in parts)
        case nodes.Or(parts):
            return " or ".join(_expr(part, AND) for part in parts)
        case nodes.Choice(condition, yes, no):
            return f"if {_expr(condition, CHOICE)} then {_expr(yes, CHOICE)} else {_expr(no, CHOICE)}"
        case nodes.ModuleTest(module):
            return f"module({module})"


_LEVELS: dict[type, int] = {
    nodes.Number: PRIMARY,
    nodes.Truth: PRIMARY,
    nodes.Nothing: PRIMARY,
    nodes.Name: PRIMARY,
    nodes.Piece: PRIMARY,
    nodes.Call: PRIMARY,
    nodes.Member: PRIMARY,
    nodes.MemberCall: PRIMARY,
    nodes.Index: PRIMARY,
    nodes.Range: RANGE,
    nodes.Fold: PRIMARY,
    nodes.Negative: UNARY,
    nodes.Arithmetic: SUM,
    nodes.Compare: COMPARISON,
    nodes.Members: PRIMARY,
    nodes.In: COMPARISON,
    nodes.Can: COMPARISON,
    nodes.Not: NOT,
    nodes.And: AND,
    nodes.Or: OR,
    nodes.Choice: CHOICE,
    nodes.ModuleTest: PRIMARY,
}


def _args(args: Sequence[nodes.Arg]) -> str:
    return ", ".join(_arg(arg) for arg in args)


def _arg(arg: nodes.Arg) -> str:
    value = _expr(arg.value, CHOICE)
    return value if arg.name is None else f"{arg.name}={value}"


def _binders(node: nodes.Binders) -> str:
    order = f" by {unparse(node.order)}" if node.order else ""
    return f"{', '.join(_binder(binder) for binder in node.binders)}{_after('where', node.where, CHOICE)}{order}"


def _binder(node: nodes.Binder) -> str:
    return f"{node.name} in {_expr(node.domain, RANGE)}{_after('from', node.start, SUM)}"


def _after(word: str, node: nodes.Expr | None, level: int) -> str:
    """` word expression`, or nothing."""
    return "" if node is None else f" {word} {_expr(node, level)}"


def _template(node: nodes.Template) -> str:
    return "".join(part if isinstance(part, str) else f"{{{_expr(part, CHOICE)}}}" for part in node.parts)


# ---- statements


def _quantity(node: nodes.Quantity) -> str:
    match node:
        case nodes.UpTo(most):
            return f"up to {_expr(most, SUM)}"
        case nodes.AllThere():
            return "all"
    return _expr(node, SUM)


def _assign(node: nodes.Assign, level: int = CHOICE) -> str:
    return f"{_expr(node.target, PRIMARY)} {node.op} {_expr(node.value, level)}"


def _move(node: nodes.Move) -> str:
    thing = "" if node.thing is None else f" {_expr(node.thing, PRIMARY)}"
    where_to = f"{'under' if node.under else 'to'} {_expr(node.target, PRIMARY)}"
    return f"move {_quantity(node.quantity)}{thing} from {_expr(node.source, PRIMARY)} {where_to}"


def _draw(node: nodes.Draw) -> str:
    quantity = "" if node.quantity is None else f" {_quantity(node.quantity)}"
    return f"draw{quantity} from {_expr(node.source, PRIMARY)} to {_expr(node.target, PRIMARY)}"


def _put(node: nodes.Put) -> str:
    return f"put {_expr(node.value, SUM)} {'under' if node.under else 'on'} {_expr(node.target, PRIMARY)}"


def _end_game(node: nodes.EndGame) -> str:
    if node.winner is not None:
        return f"end game won by {_expr(node.winner, SUM)}"
    return "end game drawn" if node.how == "drawn" else "end game"


def _for_each(node: nodes.ForEach) -> str:
    """Of a loop that is YAML only the statements of one line can be shown."""
    return f"{'; '.join(unparse(one) for one in node.body)} for {_binders(node.binders)}"


def _amount(node: nodes.Amount) -> str:
    return f"{_expr(node.number, SUM)} {node.resource}"


def _act(node: nodes.Act) -> str:
    statement = node.statement
    # Inside an option `and` and `or` belong to the option, so a value that holds one stands in brackets.
    text = _assign(statement, SUM) if isinstance(statement, nodes.Assign) else unparse(statement)
    return text if node.times is None else f"{_expr(node.times, SUM)} times {text}"


def _option(node: nodes.Option) -> str:
    costs = f"pay {unparse(node.costs)} -> " if node.costs else ""
    return costs + " and ".join(_act(act) for act in node.acts)


def _bonus(node: nodes.Bonus) -> str:
    total = _expr(node.total, PRIMARY)
    if isinstance(node.amount, nodes.Negative):
        return f"{total} -{_expr(node.amount.value, PRODUCT)}"
    return f"{total} +{_expr(node.amount, PRODUCT)}"


def _domain(node: nodes.Domain) -> str:
    source = node.source
    match source:
        case nodes.Handful() | nodes.OptionalDomain():
            text = unparse(source)
        case _:
            text = _expr(source, RANGE)
    return text + _after("where", node.where, CHOICE) + _after("default", node.default, SUM)


def _handful(node: nodes.Handful) -> str:
    return f"{'some' if node.number is None else _expr(node.number, RANGE)} of {_expr(node.of, PRIMARY)}"


def _limit(node: nodes.Limit) -> str:
    times = {nodes.Number(1): "once", nodes.Number(2): "twice"}.get(node.times)  # type: ignore[arg-type]
    each = f" for each {' and '.join(node.each)}" if node.each else ""
    return f"{times or f'{_expr(node.times, SUM)} times'} per {node.phase}{each}"


# ---- declarations


def _named_type(node: nodes.NamedType) -> str:
    return f"{node.name} or none" if node.optional else node.name


def _collection(node: nodes.CollectionType) -> str:
    return f"{node.kind} of {node.of}{_after('up to', node.most, SUM)}"


def _type(node: nodes.TypeExpr) -> str:
    per = f" per {' and '.join(_type_key(key) for key in node.keys)}" if node.keys else ""
    return unparse(node.held) + per


def _type_key(node: nodes.TypeKey) -> str:
    text = f"{node.low}..{node.high}" if node.type is None else node.type
    return text if node.name is None else f"{text} {node.name}"


def _head(node: nodes.Head) -> str:
    return f"{node.name}({', '.join(param.name for param in node.params)})" if node.params else node.name


def _band(node: nodes.Band | nodes.CaseKey) -> str:
    if node.low == node.high:
        return str(node.low)
    return f"{node.low}..{'' if node.high is None else node.high}"


def _case_key(node: nodes.CaseKey) -> str:
    match node.kind:
        case "name":
            return node.name
        case "band":
            return _band(node)
    return node.kind


def _ladder(node: nodes.Ladder) -> str:
    return "/".join(map(str, node.values)) + ("" if node.step is None else f"+{node.step}")


def _links(node: nodes.Links) -> str:
    if not node.ends:
        return "sides"
    ends = [end if isinstance(end, str) else unparse(end) for end in node.ends]
    arrows = ["--" if two_way else "->" for two_way in node.two_way]
    return ends[0] + "".join(f" {arrow} {end}" for arrow, end in zip(arrows, ends[1:], strict=True))


# ---- modules and scenarios


def _target(node: nodes.Target) -> str:
    return ".".join(map(str, node.steps))


def _games(node: nodes.Games) -> str:
    return node.name or f"any game with {' and '.join(_target(target) for target in node.having)}"


def _reply_part(node: nodes.ReplyPart) -> str:
    match node.kind:
        case "name":
            return node.name
        case "number":
            return str(node.number)
        case "several":
            return f"{node.number} {node.name}"
        case "piece":
            return f"{node.name} {node.number}"
    return node.kind


def _reply(node: nodes.Reply) -> str:
    return " + ".join(_reply_part(part) for part in node.parts)


def _answer(node: nodes.Answer) -> str:
    return ("" if node.name is None else f"{node.name}=") + " or ".join(_reply(reply) for reply in node.replies)


def _step(node: nodes.Step) -> str:
    return f"{node.action}({', '.join(_answer(answer) for answer in node.answers)})" if node.answers else node.action


_OTHERS: dict[type, Callable[[Any], str]] = {
    nodes.Arg: _arg,
    nodes.Binder: _binder,
    nodes.Binders: _binders,
    nodes.Criterion: lambda node: f"{node.direction} {_expr(node.key, COMPARISON)}",
    nodes.Template: _template,
    nodes.UpTo: _quantity,
    nodes.AllThere: _quantity,
    nodes.Amount: _amount,
    nodes.Act: _act,
    nodes.Option: _option,
    nodes.Item: lambda node: " or ".join(_option(option) for option in node.options),
    nodes.Decline: lambda node: _expr(node.action, PRIMARY) + _after("where", node.where, CHOICE),
    nodes.Handful: _handful,
    nodes.OptionalDomain: lambda node: f"{_expr(node.of, SUM)} or none",
    nodes.Domain: _domain,
    nodes.Limit: _limit,
    nodes.Bonus: _bonus,
    nodes.Assign: _assign,
    nodes.Run: lambda node: _expr(node.path, PRIMARY),
    nodes.Let: lambda node: f"let {node.name} = {_expr(node.value, CHOICE)}",
    nodes.Move: _move,
    nodes.Draw: _draw,
    nodes.DrawAs: lambda node: f"draw from {_expr(node.source, PRIMARY)} as {node.name}",
    nodes.Put: _put,
    nodes.Shuffle: lambda node: f"shuffle {_expr(node.target, PRIMARY)}",
    nodes.Fill: lambda node: f"fill {_expr(node.target, PRIMARY)} with {node.kind}",
    nodes.Roll: lambda node: f"roll {_expr(node.die, PRIMARY)}{_after('to', node.target, PRIMARY)}",
    nodes.Create: lambda node: f"create {node.kind} as {node.name}",
    nodes.Clear: lambda node: f"clear {_expr(node.target, PRIMARY)}",
    nodes.Gain: lambda node: f"gain {_amount(node.amount)}",
    nodes.Pay: lambda node: f"pay {unparse(node.costs)}",
    nodes.EndGame: _end_game,
    nodes.Say: lambda node: f"say {_template(node.text)}",
    nodes.Skip: lambda node: "skip",
    nodes.Leave: lambda node: "leave",
    nodes.ForEach: _for_each,
    nodes.CaseKey: _case_key,
    nodes.NamedType: _named_type,
    nodes.RangeType: lambda node: f"{_expr(node.low, SUM)}..{_expr(node.high, SUM)}",
    nodes.WordType: lambda node: str(node.word),
    nodes.CountType: lambda node: f"count{_after('up to', node.most, SUM)}",
    nodes.CollectionType: _collection,
    nodes.TypeKey: _type_key,
    nodes.TypeExpr: _type,
    nodes.Subset: lambda node: f"{node.name} in {node.of} where {_expr(node.where, CHOICE)}",
    nodes.HeadParam: lambda node: str(node.name),
    nodes.Head: _head,
    nodes.Ladder: _ladder,
    nodes.Band: _band,
    nodes.Every: lambda node: f"every {node.name} where {_expr(node.where, CHOICE)}",
    nodes.Links: _links,
    nodes.Grid: lambda node: f"{node.columns} x {node.rows}",
    nodes.Target: _target,
    nodes.Games: _games,
    nodes.ReplyPart: _reply_part,
    nodes.Reply: _reply,
    nodes.Answer: _answer,
    nodes.Step: _step,
}
