"""Names, calls, dots and brackets: what a word in an expression stands for."""

from __future__ import annotations

from boardrules.check import builtins, expressions, messages
from boardrules.check.convert import convert
from boardrules.check.names import BROKEN, FunctionInfo, Names, RowOf, Scope, Typed, Value
from boardrules.diagnostics import Diagnostic
from boardrules.ir import exprs
from boardrules.ir.rules import Function, Parameter, Variable
from boardrules.ir.simplify import binary, pick
from boardrules.ir.types import (
    Enum,
    Error,
    Int,
    ListOf,
    NoneType,
    Optional,
    Simple,
    Type,
    none_code,
    widening,
)
from boardrules.lang import nodes
from boardrules.source import Span


def name(names: Names, node: nodes.Name, scope: Scope, expected: Type | None) -> Value:
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


def call(names: Names, node: nodes.Call, scope: Scope) -> Value:
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
    given = [(arg.name, expressions.typed(names, arg.value, scope)) for arg in args]
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
    body = expressions.typed(names, info.body, scope)
    result = body.type
    if isinstance(result, ListOf | NoneType):
        names.add(messages.type_mismatch(info.body.span, "one value", result))
    info.done = Function(name, info.params, result, body.value, info.head.span)
    info.in_work = False
    return info.done


def member(names: Names, node: nodes.Member | nodes.MemberCall, scope: Scope) -> Value:
    base = expressions.typed(names, node.base, scope)
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
    given += [(arg.name, expressions.typed(names, arg.value, scope)) for arg in args]
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


def index(names: Names, node: nodes.Index, scope: Scope) -> Value:
    keys = tuple(expressions.typed(names, key, scope) for key in node.keys)
    if isinstance(node.base, nodes.Name):
        name = node.base.name
        if name in names.state and name not in scope.locals:
            names.used.add(name)
            return read(names, names.state[name], keys, node.span)
        if name in names.tables and name not in scope.locals:
            return _table(names, name, keys, node.span)
        if name in names.functions or name in names.constants or name in names.members or name in scope.locals:
            found = expressions.typed(names, node.base, scope)
            names.add(messages.type_mismatch(node.base.span, "a table", found.type))
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
        first = expressions.typed(names, node.base.base, scope)
        if _candidates(names, first.type, node.base.name) == ["a table"]:
            return _table(names, node.base.name, (first, *keys), node.span)
    base = expressions.value(names, node.base, scope)
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
