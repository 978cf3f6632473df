"""Expressions: names are resolved, types worked out, and numbers put in the place of words.

Every function takes the syntax and the scope and gives a typed value; a mistake is reported once and gives `BROKEN`,
which agrees with everything.
"""

from __future__ import annotations

from typing import assert_never

from boardrules.check import builtins, messages
from boardrules.check.binders import domain, fold, unknown_domain
from boardrules.check.convert import common, condition, convert, number
from boardrules.check.facts import facts
from boardrules.check.names import BROKEN, FunctionInfo, Names, RowOf, Scope, Typed, Value, elements
from boardrules.diagnostics import Diagnostic
from boardrules.ir import exprs
from boardrules.ir.rules import Function, Parameter, Variable
from boardrules.ir.simplify import binary, conjunction, disjunction, negation, one_of, pick
from boardrules.ir.types import (
    BOOL,
    HIGHEST,
    LOWEST,
    Enum,
    Error,
    Int,
    ListOf,
    NoneType,
    Optional,
    SetOf,
    Simple,
    Type,
    describe,
    none_code,
    widening,
)
from boardrules.lang import nodes
from boardrules.source import Span


def typed(names: Names, node: nodes.Expr, scope: Scope, expected: Type | None = None) -> Typed:
    """The value of an expression; a row of a table is none."""
    found = value(names, node, scope, expected)
    if isinstance(found, RowOf):
        missing = len(found.variable.keys) - len(found.keys)
        names.add(messages.whole_table(node.span, found.variable.name, found.variable.key_names[-missing:]))
        return BROKEN
    return found


def test(names: Names, node: nodes.Expr, scope: Scope) -> exprs.Expr:
    """The expression as a condition."""
    return condition(names, typed(names, node, scope, BOOL))


def value(names: Names, node: nodes.Expr, scope: Scope, expected: Type | None = None) -> Value:
    found = _value(names, node, scope, expected)
    if isinstance(found, RowOf):
        return RowOf(found.variable, found.keys, node.span)
    known = scope.known.get(found.value)
    if known is None or isinstance(found.type, Error):
        return Typed(found.value, found.type, node.span, found.domain)
    shift = _narrowing(found.type, known)
    return Typed(binary("-", found.value, exprs.Const(shift)), known, node.span, found.domain)


def _narrowing(wide: Type, narrow: Type) -> int:
    """What the number of a value in the narrower type is less by."""
    outer = wide.of if isinstance(wide, Optional) else wide
    return (widening(narrow, outer) or 0) if isinstance(narrow, Enum) and isinstance(outer, Enum) else 0


def _value(names: Names, node: nodes.Expr, scope: Scope, expected: Type | None) -> Value:
    match node:
        case nodes.Number(number_value):
            return Typed(exprs.Const(number_value), Int(number_value, number_value))
        case nodes.Truth(truth):
            return Typed(exprs.Const(int(truth)), BOOL)
        case nodes.Nothing():
            return Typed(exprs.Const(0), NoneType())
        case nodes.Name():
            return _name(names, node, scope, expected)
        case nodes.Call():
            return _call(names, node, scope)
        case nodes.Member() | nodes.MemberCall():
            return _member(names, node, scope)
        case nodes.Index():
            return _index(names, node, scope)
        case nodes.Fold():
            return fold(names, node, scope)
        case nodes.Negative(inner):
            return _arithmetic(names, nodes.Arithmetic("-", nodes.Number(0), inner, node.span), scope)
        case nodes.Arithmetic():
            return _arithmetic(names, node, scope)
        case nodes.Compare():
            return _compare(names, node, scope)
        case nodes.In():
            return _in(names, node, scope)
        case nodes.Not(inner):
            return Typed(negation(test(names, inner, scope)), BOOL)
        case nodes.And(parts):
            return Typed(conjunction(_chain(names, parts, scope, holds=True)), BOOL)
        case nodes.Or(parts):
            return Typed(disjunction(_chain(names, parts, scope, holds=False)), BOOL)
        case nodes.Choice():
            return _choice(names, node, scope, expected)
        case nodes.Range() | nodes.Members():
            names.add(messages.type_mismatch(node.span, "one value", ListOf(Int(0, 0))))
            return BROKEN
        case nodes.Can():
            names.add(messages.not_supported(node.span, "`can`"))
            return BROKEN
        case nodes.Piece():
            names.add(messages.not_supported(node.span, "a numbered piece"))
            return BROKEN
        case nodes.ModuleTest():
            names.add(messages.not_supported(node.span, "`module(...)`"))
            return BROKEN
    assert_never(node)


# ---- names, calls and tables


def _name(names: Names, node: nodes.Name, scope: Scope, expected: Type | None) -> Value:
    name = node.name
    if name in scope.locals:
        return Typed(exprs.Local(name), scope.locals[name])
    if name in names.clashing:
        return BROKEN
    word = _option_word(names, name, expected)
    if word is not None:
        return word
    if name in names.members:
        of, code = names.members[name]
        return Typed(exprs.Const(code), of)
    if name in names.constants:
        names.used.add(name)
        return names.constants[name]
    if name in names.state:
        names.used.add(name)
        return read(names, names.state[name], (), node.span)
    if name in names.tables:
        return _table(names, name, (), node.span)
    if name in names.functions:
        return call_function(names, name, (), scope, node.span)
    if name in names.types:
        names.add(messages.type_not_value(node.span, name))
        return BROKEN
    if name in names.dice:
        names.add(messages.die_not_value(node.span, name))
        return BROKEN
    if names.is_spoilt(name):
        return BROKEN
    if name in names.later:
        names.add(messages.not_constant(node.span, f"'{name}' is {names.later[name]}"))
        return BROKEN
    words = [word for word, of in names.option_words.items() if any(one == expected for one, _ in of)]
    known = words or [*scope.locals, *names.value_names()]
    names.add(messages.unknown_name(node.span, "value", name, known))
    return BROKEN


def _option_word(names: Names, name: str, expected: Type | None) -> Typed | None:
    """A word that an option can be set to; it means something only beside that option."""
    for of, code in names.option_words.get(name, ()):
        if expected == of:
            return Typed(exprs.Const(code), of)
    return None


def _call(names: Names, node: nodes.Call, scope: Scope) -> Value:
    if node.name in names.functions:
        return call_function(names, node.name, node.args, scope, node.span)
    if node.name in builtins.FUNCTIONS:
        return builtins.call(names, node, scope)
    grid_type = builtins.square_type(names, node.name)
    if grid_type is not None:
        return builtins.square(names, node, grid_type, scope)
    if node.name in builtins.LATER:
        names.add(messages.not_supported(node.name_span, f"`{node.name}`"))
        return BROKEN
    if names.is_spoilt(node.name):
        return BROKEN
    if node.name in names.later:
        names.add(messages.not_constant(node.span, f"'{node.name}' is {names.later[node.name]}"))
        return BROKEN
    if node.name in names.state or node.name in names.tables:
        help = f"a table is read with square brackets: {node.name}[...]"
        names.add(Diagnostic("type-mismatch", node.name_span, f"'{node.name}' is no function", help))
        return BROKEN
    known = [*names.functions, *builtins.FUNCTIONS]
    names.add(messages.unknown_function(node.name_span, node.name, known))
    return BROKEN


def call_function(names: Names, name: str, args: tuple[nodes.Arg, ...], scope: Scope, at: Span) -> Typed:
    info = names.functions[name]
    names.called.add(name)
    given = [(arg.name, typed(names, arg.value, scope)) for arg in args]
    return _apply_function(names, name, info, given, scope, at)


def _apply_function(
    names: Names, name: str, info: FunctionInfo, given: list[tuple[str | None, Typed]], scope: Scope, at: Span
) -> Typed:
    arranged = arrange(names, name, info.params, given, scope, at)
    done = finish_function(names, name, info)
    if arranged is None or done is None:
        return BROKEN
    args = tuple(convert(names, arg, param.type) for arg, param in zip(arranged, info.params, strict=True))
    return Typed(exprs.Call(name, args), done.type)


def arrange(
    names: Names,
    name: str,
    params: tuple[Parameter, ...],
    given: list[tuple[str | None, Typed]],
    scope: Scope,
    at: Span,
) -> list[Typed] | None:
    """Arguments in the order of the parameters; a leading `player` may be left off where `player` is bound."""
    if any(arg_name is not None for arg_name, _ in given):
        names.add(messages.no_names(at, name))
        return None
    values = [arg for _, arg in given]
    leaves_off = params and params[0].name == "player" and len(values) == len(params) - 1
    if leaves_off and "player" in scope.locals:
        values.insert(0, Typed(exprs.Local("player"), scope.locals["player"], at))
    if len(values) != len(params):
        expected = f"{len(params)} ({', '.join(param.name for param in params)})" if params else "nothing"
        names.add(messages.wrong_arity(at, name, expected, len(given)))
        return None
    return values


def finish_function(names: Names, name: str, info: FunctionInfo) -> Function | None:
    """The function with its body worked out, on first need; a circle of functions is reported."""
    if info.done is not None:
        return info.done
    if info.in_work:
        names.add(messages.recursion(info.head.span, name))
        return None
    info.in_work = True
    scope = Scope({param.name: param.type for param in info.params})
    body = typed(names, info.body, scope)
    result = body.type
    if isinstance(result, ListOf | NoneType):
        names.add(messages.type_mismatch(info.body.span, "one value", result))
    info.done = Function(name, info.params, result, body.value, info.head.span)
    info.in_work = False
    return info.done


def _member(names: Names, node: nodes.Member | nodes.MemberCall, scope: Scope) -> Value:
    base = typed(names, node.base, scope)
    if isinstance(base.type, Error):
        return BROKEN
    args = node.args if isinstance(node, nodes.MemberCall) else ()
    candidates = _candidates(names, base.type, node.name)
    if not candidates and names.is_spoilt(node.name):
        return BROKEN
    if not candidates:
        known = [*builtins.columns_of(names, base.type), *names.own_tables(), *names.state, *names.functions]
        names.add(messages.unknown_member(node.name_span, node.name, base.type, known))
        return BROKEN
    if len(candidates) > 1:
        names.add(messages.ambiguous_member(node.name_span, node.name, base.type, candidates))
        return BROKEN
    match candidates[0]:
        case "a column":
            return _table(names, builtins.columns_of(names, base.type)[node.name], (base,), node.span)
        case "a table":
            return _table(names, node.name, (base,), node.span)
        case "a piece of state":
            names.used.add(node.name)
            return read(names, names.state[node.name], (base,), node.span)
    names.called.add(node.name)
    given: list[tuple[str | None, Typed]] = [(None, base)]
    given += [(arg.name, typed(names, arg.value, scope)) for arg in args]
    return _apply_function(names, node.name, names.functions[node.name], given, scope, node.span)


def _candidates(names: Names, of: Type, name: str) -> list[str]:
    """What `x.name` can mean for an x of this type."""
    found = []
    if name in builtins.columns_of(names, of):
        found.append("a column")
    if name in names.tables and _accepts(names.tables[name].table.keys[0], of):
        found.append("a table")
    if name in names.state and names.state[name].keys and _accepts(names.state[name].keys[0], of):
        found.append("a piece of state")
    if name in names.functions and names.functions[name].params and _accepts(names.functions[name].params[0].type, of):
        found.append("a function")
    return found


def _accepts(wanted: Type, found: Type) -> bool:
    inner = found.of if isinstance(found, Optional) else found
    if isinstance(wanted, Enum) and isinstance(inner, Enum):
        return widening(inner, wanted) is not None
    return isinstance(wanted, Int) and isinstance(inner, Int) and wanted.name == inner.name


def _index(names: Names, node: nodes.Index, scope: Scope) -> Value:
    keys = tuple(typed(names, key, scope) for key in node.keys)
    if isinstance(node.base, nodes.Name):
        name = node.base.name
        if name in names.state and name not in scope.locals:
            names.used.add(name)
            return read(names, names.state[name], keys, node.span)
        if name in names.tables and name not in scope.locals:
            return _table(names, name, keys, node.span)
        if name in names.functions or name in names.constants or name in names.members or name in scope.locals:
            names.add(messages.type_mismatch(node.base.span, "a table", typed(names, node.base, scope).type))
            return BROKEN
        if names.is_spoilt(name):
            return BROKEN
        if name in names.later:
            names.add(messages.not_constant(node.span, f"'{name}' is {names.later[name]}"))
            return BROKEN
        known = [*names.state, *names.own_tables()]
        names.add(messages.unknown_name(node.base.span, "table", name, known))
        return BROKEN
    if isinstance(node.base, nodes.Member) and node.base.name in names.tables:
        first = typed(names, node.base.base, scope)
        if _candidates(names, first.type, node.base.name) == ["a table"]:
            return _table(names, node.base.name, (first, *keys), node.span)
    base = value(names, node.base, scope)
    if isinstance(base, RowOf):
        return read(names, base.variable, keys, node.span, base.keys)
    if not isinstance(base.type, Error):
        names.add(messages.type_mismatch(node.base.span, "a table", base.type))
    return BROKEN


def read(
    names: Names, variable: Variable, keys: tuple[Typed, ...], at: Span, before: tuple[exprs.Expr, ...] = ()
) -> Value:
    """A cell of the state, or a row where keys are missing."""
    given = len(before) + len(keys)
    if given > len(variable.keys):
        names.add(messages.wrong_arity(at, variable.name, _keys_wanted(variable.key_names), given))
        return BROKEN
    wanted = variable.keys[len(before) : given]
    if given < len(variable.keys):
        return RowOf(variable, before + _plain_keys(names, keys, wanted))
    return _entry(names, keys, wanted, variable.type, lambda done: exprs.Read(variable.name, before + done))


def _table(names: Names, name: str, keys: tuple[Typed, ...], at: Span) -> Value:
    info = names.tables[name]
    wanted = info.table.keys
    if len(keys) != len(wanted):
        names.add(messages.wrong_arity(at, name, messages.several(len(wanted), "key"), len(keys)))
        return BROKEN
    if isinstance(info.type, ListOf):
        row = exprs.Row(name, _plain_keys(names, keys, wanted))
        return Typed(exprs.Const(0), info.type, at, row)
    return _entry(names, keys, wanted, info.type, lambda done: exprs.Lookup(name, done))


def _plain_keys(names: Names, keys: tuple[Typed, ...], wanted: tuple[Simple, ...]) -> tuple[exprs.Expr, ...]:
    return tuple(convert(names, key, want) for key, want in zip(keys, wanted, strict=True))


def _entry(
    names: Names,
    keys: tuple[Typed, ...],
    wanted: tuple[Simple, ...],
    of: Type,
    entry: builtins.Entry,
) -> Typed:
    """An entry of a table. A key that may be none is tested: what stands at none is none."""
    done: list[exprs.Expr] = []
    guards: list[tuple[str, exprs.Expr, int]] = []
    for key, want in zip(keys, wanted, strict=True):
        if isinstance(key.type, Optional):
            name = names.fresh()
            guards.append((name, key.value, none_code(key.type.of)))
            key = Typed(exprs.Local(name), key.type.of, key.span)
        done.append(convert(names, key, want))
    result = entry(tuple(done))
    if not guards:
        return Typed(result, of)
    optional = of if isinstance(of, Optional) else Optional(of) if isinstance(of, Simple) else None
    if optional is None:
        names.add(messages.may_be_none(keys[0].span, "a key", keys[0].span.text))
        return BROKEN
    for name, key_value, none in reversed(guards):
        there = binary("!=", exprs.Local(name), exprs.Const(none))
        result = exprs.Bind(name, key_value, pick(there, result, exprs.Const(none_code(optional.of))))
    return Typed(result, optional)


def _keys_wanted(key_names: tuple[str, ...]) -> str:
    return f"{messages.several(len(key_names), 'key')} ({', '.join(key_names)})" if key_names else "no key"


# ---- operators


def _arithmetic(names: Names, node: nodes.Arithmetic, scope: Scope) -> Typed:
    left, right = typed(names, node.left, scope), typed(names, node.right, scope)
    if isinstance(left.type, Error) or isinstance(right.type, Error):
        return BROKEN
    if isinstance(left.type, SetOf) and node.op in ("+", "-"):
        return _set_arithmetic(names, node.op, left, right)
    (a, a_range), (b, b_range) = number(names, left), number(names, right)
    if node.op in ("floor", "ceil", "mod") and b_range.low <= 0 <= b_range.high:
        b = exprs.Checked(b, 1, HIGHEST, names.rule(node.right.span))
        if b_range.high < 1:
            names.add(messages.bad_divisor(node.right.span))
            return BROKEN
        b_range = Int(1, b_range.high)
    op: exprs.BinaryOp = "//" if node.op == "floor" else node.op
    result = binary(op, a, b)
    if isinstance(result, exprs.Const):
        found = Int(result.value, result.value)
    else:
        found = _interval(op, a_range, b_range)
    if found.high < LOWEST or found.low > HIGHEST:
        names.add(messages.out_of_range(node.span, "the result", LOWEST, HIGHEST))
        return BROKEN
    return Typed(result, Int(max(found.low, LOWEST), min(found.high, HIGHEST)))


def _interval(op: exprs.BinaryOp, a: Int, b: Int) -> Int:
    """Where the result of an operation must lie."""
    match op:
        case "+":
            return Int(a.low + b.low, a.high + b.high)
        case "-":
            return Int(a.low - b.high, a.high - b.low)
        case "*":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return Int(min(corners), max(corners))
        case "//":
            corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
            return Int(min(corners), max(corners))
        case "ceil":
            corners = [-(-x // y) for x in (a.low, a.high) for y in (b.low, b.high)]
            return Int(min(corners), max(corners))
    most = max(abs(b.low), abs(b.high)) - 1
    return Int(0 if b.low > 0 else -most, most)


def _set_arithmetic(names: Names, op: str, left: Typed, right: Typed) -> Typed:
    assert isinstance(left.type, SetOf)
    bits = as_set(names, right, left.type)
    return Typed(exprs.Binary("|" if op == "+" else "&~", left.value, bits), left.type)


def as_set(names: Names, found: Typed, wanted: SetOf) -> exprs.Expr:
    """A member, or a set, as a set of the wanted type."""
    if isinstance(found.type, SetOf):
        return convert(names, found, wanted)
    low = 1 if isinstance(wanted.of, Enum) else wanted.of.low
    return exprs.BitOf(convert(names, found, wanted.of), low)


def _compare(names: Names, node: nodes.Compare, scope: Scope) -> Typed:
    left, right = _two_sides(names, node.left, node.right, scope)
    if isinstance(left.type, Error) or isinstance(right.type, Error):
        return BROKEN
    shared = common(left.type, right.type)
    ordered = node.op in ("<", "<=", ">", ">=")
    if shared is None or isinstance(shared, ListOf) or (ordered and not isinstance(shared, Int | Enum)):
        if ordered and isinstance(shared, Optional):
            which = left if isinstance(left.type, Optional | NoneType) else right
            names.add(messages.may_be_none(which.span, describe(shared.of), which.span.text))
        else:
            names.add(messages.not_comparable(node.span, left.type, right.type))
        return BROKEN
    a, b = convert(names, left, shared), convert(names, right, shared)
    return Typed(binary(node.op, a, b), BOOL)


def _two_sides(names: Names, left: nodes.Expr, right: nodes.Expr, scope: Scope) -> tuple[Typed, Typed]:
    """Both sides of a comparison; each may tell the other which option its words belong to."""
    if isinstance(left, nodes.Name) and left.name in names.option_words:
        second = typed(names, right, scope)
        return typed(names, left, scope, second.type), second
    first = typed(names, left, scope)
    return first, typed(names, right, scope, first.type)


def _in(names: Names, node: nodes.In, scope: Scope) -> Typed:
    found = typed(names, node.value, scope)
    if isinstance(found.type, Error):
        return BROKEN
    result = _membership(names, node, found, scope)
    if result is None:
        return BROKEN
    return Typed(negation(result) if node.negated else result, BOOL)


def _membership(names: Names, node: nodes.In, found: Typed, scope: Scope) -> exprs.Expr | None:
    group = node.group
    if isinstance(group, nodes.Name) and group.name in names.types and group.name not in scope.locals:
        return _in_type(names, found, names.types[group.name], node.span)
    if isinstance(group, nodes.Members):
        return _in_members(names, found, group, scope)
    if isinstance(group, nodes.Range):
        low, high = typed(names, group.low, scope), typed(names, group.high, scope)
        (x, _), (a, _), (b, _) = number(names, found), number(names, low), number(names, high)
        return conjunction((binary(">=", x, a), binary("<=", x, b)))
    if unknown_domain(names, group, scope):
        return None
    return within(names, found, typed(names, group, scope), node.span)


def within(names: Names, found: Typed, group: Typed, at: Span) -> exprs.Expr | None:
    """Whether a value is in a set, or in a row; `none` is in none."""
    match group.type:
        case Error():
            return None
        case SetOf(of):
            return _guarded(
                names, found, of, lambda x: exprs.HasBit(group.value, x, 1 if isinstance(of, Enum) else of.low)
            )
    inner = elements(group.type)
    rows = group.domain or builtins.contents(group)
    if inner is None or rows is None:
        names.add(messages.type_mismatch(at, "a type, a set or (a, b, ...) after 'in'", group.type))
        return None
    return _guarded(names, found, inner, lambda x: exprs.Within(x, rows))


def _guarded(names: Names, found: Typed, wanted: Simple, has: builtins.Test) -> exprs.Expr:
    if not isinstance(found.type, Optional):
        return has(convert(names, found, wanted))
    name = names.fresh()
    inside = Typed(exprs.Local(name), found.type.of, found.span)
    there = binary("!=", exprs.Local(name), exprs.Const(none_code(found.type.of)))
    return exprs.Bind(name, found.value, conjunction((there, has(convert(names, inside, wanted)))))


def _in_type(names: Names, found: Typed, of: Simple, at: Span) -> exprs.Expr | None:
    outer = found.type.of if isinstance(found.type, Optional) else found.type
    if isinstance(of, Int) and isinstance(outer, Int):
        return conjunction(
            (binary(">=", found.value, exprs.Const(of.low)), binary("<=", found.value, exprs.Const(of.high)))
        )
    if isinstance(of, Enum) and isinstance(outer, Enum):
        offset = widening(of, outer)
        if offset is None and (of.base or of) == (outer.base or outer):
            offset = 0
        if offset is not None:
            return one_of(found.value, tuple(code + offset for code in of.domain))
    names.add(messages.not_comparable(at, found.type, of))
    return None


def _in_members(names: Names, found: Typed, group: nodes.Members, scope: Scope) -> exprs.Expr | None:
    parts: list[exprs.Expr] = []
    for item in group.items:
        other = typed(names, item, scope, found.type)
        shared = common(found.type, other.type)
        if shared is None:
            names.add(messages.not_comparable(item.span, found.type, other.type))
            return None
        parts.append(binary("==", convert(names, found, shared), convert(names, other, shared)))
    return disjunction(tuple(parts))


def _chain(names: Names, parts: tuple[nodes.Expr, ...], scope: Scope, holds: bool) -> tuple[exprs.Expr, ...]:
    """The parts of `and` (or of `or`); each may rely on what the ones before it found true (or false)."""
    done = []
    for part in parts:
        result = test(names, part, scope)
        done.append(result)
        scope = scope.knowing(facts(names, part, scope, holds))
    return tuple(done)


def _choice(names: Names, node: nodes.Choice, scope: Scope, expected: Type | None) -> Typed:
    decides = test(names, node.condition, scope)
    yes = typed(names, node.yes, scope.knowing(facts(names, node.condition, scope, True)), expected)
    no = typed(names, node.no, scope.knowing(facts(names, node.condition, scope, False)), expected)
    shared = common(yes.type, no.type)
    if shared is None:
        names.add(messages.different_branches(node.span, yes.type, no.type))
        return BROKEN
    if isinstance(shared, Int) and isinstance(decides, exprs.Const):
        # The branch that the options rule out must not widen the range.
        return yes if decides.value else no
    return Typed(pick(decides, convert(names, yes, shared), convert(names, no, shared)), shared)


__all__ = ["as_set", "call_function", "domain", "finish_function", "read", "test", "typed", "value", "within"]
