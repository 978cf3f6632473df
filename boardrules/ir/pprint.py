"""A program as text, for `boardrules show --ir`, for tests, and for anybody who wonders what became of a rule.

block 4 of play
  if v[17] <= 2 then block 5 else block 3
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from boardrules.ir import exprs, statements
from boardrules.ir.program import (
    Ask,
    Block,
    End,
    Enter,
    Entry,
    Fork,
    Halt,
    Jump,
    Listing,
    Over,
    Program,
    Question,
    Return,
)
from boardrules.ir.types import describe


def print_program(program: Program) -> str:
    return "\n".join(_program(program)) + "\n"


def _program(program: Program) -> Iterator[str]:
    yield f"program {program.game}, {program.players} players, {len(program.initial)} places"
    for cell in program.cells:
        keys = " and ".join(describe(key) for key in cell.keys)
        yield f"state {cell.name} at {cell.offset}: {describe(cell.type)}{' for ' + keys if keys else ''}"
    for table in program.tables:
        yield f"table {table.name}: {len(table.entries)} entries"
    for function in program.functions:
        params = ", ".join(param.name for param in function.params)
        yield f"\nfunction {function.name}({params})"
        yield f"  give {expression(function.body)}"
    for procedure in program.procedures:
        ends = " (may end the game)" if procedure.may_end else ""
        yield f"\nrule {procedure.name}({', '.join(procedure.params)}){ends}"
        yield from body(procedure.body, 1)
    for listing in program.listings:
        yield from _listing(listing)
    for frame in program.frames:
        names = ", ".join(f"{name} at {at}" for name, at in frame.names)
        yield f"\nframe of {frame.rule}: returns by {frame.back}{'; ' + names if names else ''}"
    for block in program.blocks:
        yield from _block(block)
    for question in program.questions:
        yield from _question(question)


def _listing(listing: Listing) -> Iterator[str]:
    action = listing.action
    params = ", ".join(param.name for param in (*action.given, *action.chosen))
    yield f"\naction {action.name}({params}): ids from {listing.base}"
    for test in listing.first:
        yield f"  needs {expression(test)}"
    for depth, loop in enumerate(listing.loops, 1):
        yield f"{'  ' * depth}for {_loop(loop)}"


def _block(block: Block) -> Iterator[str]:
    yield f"\nblock {block.number} of {block.rule}"
    if block.restores is not None:
        yield f"  take the frame of {block.restores} from the stack"
    yield from body(block.body, 1)
    yield f"  {_end(block.end)}"


def _end(end: End) -> str:
    match end:
        case Jump(target):
            return f"go to block {target}"
        case Fork(test, yes, no):
            return f"if {expression(test)} then block {yes} else block {no}"
        case Enter(rule, args, back, keeps):
            given = ", ".join(expression(arg) for arg in args)
            kept = f", with the frame of {keeps} on the stack" if keeps is not None else ""
            return f"run {rule}({given}), then block {back}{kept}"
        case Ask(question):
            return f"ask question {question}"
        case Return(rule):
            return f"return from {rule}"
        case Over():
            return "the game is over"
        case Halt():
            return "stop"
    assert_never(end)


def _question(question: Question) -> Iterator[str]:
    name = f" ({question.label})" if question.label else ""
    yield f"\nquestion {question.number}{name} by {expression(question.by)}"
    for entry in question.entries:
        yield f"  {_entry(entry)}"
    if question.decline is not None:
        yield f"  or {_entry(question.decline)}"
    yield f"  without an option {'fail' if question.empty is None else f'block {question.empty}'}"


def _entry(entry: Entry) -> str:
    given = [expression(arg) for arg in entry.given]
    given += [f"{name}={expression(arg)}" for name, arg in entry.fixed]
    where = f" where {expression(entry.where)}" if entry.where is not None else ""
    return f"{entry.action}({', '.join(given)}){where}, then block {entry.after}"


# ---- statements


def body(nodes: statements.Body, depth: int) -> Iterator[str]:
    for node in nodes:
        yield from _statement(node, depth)
    if not nodes:
        yield f"{'  ' * depth}nothing"


def _statement(node: statements.Statement, depth: int) -> Iterator[str]:
    indent = "  " * depth
    match node:
        case statements.Save(offset, index, value):
            yield f"{indent}{_place(offset, index)} = {expression(value)}"
        case statements.Store(state, keys, value):
            yield f"{indent}{_keyed(state, keys)} = {expression(value)}"
        case statements.Let(name, value):
            yield f"{indent}{name} = {expression(value)}"
        case statements.Do(phase, args):
            yield f"{indent}run {phase}({', '.join(expression(arg) for arg in args)})"
        case statements.If(test, then, otherwise):
            yield f"{indent}if {expression(test)}"
            yield from body(then, depth + 1)
            if otherwise:
                yield f"{indent}else"
                yield from body(otherwise, depth + 1)
        case statements.ForEach(loops, inside):
            yield f"{indent}for {', '.join(_loop(loop) for loop in loops)}"
            yield from body(inside, depth + 1)
        case statements.While(test, inside):
            yield f"{indent}while {expression(test)}"
            yield from body(inside, depth + 1)
        case statements.Repeat(inside, until):
            yield f"{indent}repeat until {expression(until)}"
            yield from body(inside, depth + 1)
        case statements.Times(number, inside):
            yield f"{indent}{expression(number)} times"
            yield from body(inside, depth + 1)
        case statements.Leave():
            yield f"{indent}leave"
        case statements.Finish(how, winner):
            yield f"{indent}end game {how}{f' by {expression(winner)}' if winner is not None else ''}"
        case statements.Decide(decision):
            yield f"{indent}decide {decision}"
        case _:
            assert_never(node)


# ---- expressions


def expression(node: exprs.Expr) -> str:
    match node:
        case exprs.Const(number):
            return str(number)
        case exprs.Local(name):
            return name
        case exprs.Load(offset, index):
            return _place(offset, index)
        case exprs.Read(name, keys) | exprs.Lookup(name, keys):
            return _keyed(name, keys)
        case exprs.Call(name, args):
            return f"{name}({', '.join(expression(arg) for arg in args)})"
        case exprs.Binary("min" | "max" | "ceil" as op, left, right):
            return f"{op}({expression(left)}, {expression(right)})"
        case exprs.Binary(op, left, right):
            return f"{_inner(left)} {op} {_inner(right)}"
        case exprs.Not(inner):
            return f"not {_inner(inner)}"
        case exprs.And(parts):
            return " and ".join(_inner(part) for part in parts)
        case exprs.Or(parts):
            return " or ".join(_inner(part) for part in parts)
        case exprs.Pick(test, yes, no):
            return f"if {expression(test)} then {_inner(yes)} else {_inner(no)}"
        case exprs.Bind(name, value, inside):
            return f"{expression(inside)} with {name} = {_inner(value)}"
        case exprs.OneOf(inner, values):
            return f"{_inner(inner)} in {values}"
        case exprs.Within(inner, domain):
            return f"{_inner(inner)} in {_domain(domain)}"
        case exprs.HasBit(bits, inner, _):
            return f"{_inner(inner)} in set {_inner(bits)}"
        case exprs.BitOf(inner, _):
            return f"set of {_inner(inner)}"
        case exprs.SizeOf(bits):
            return f"size({expression(bits)})"
        case exprs.Nth(row, index):
            return f"{_domain(row)}[{expression(index)}]"
        case exprs.LengthOf(row):
            return f"length({_domain(row)})"
        case exprs.Checked(inner, low, high):
            return f"{_inner(inner)} within {low}..{high}"
        case exprs.Fold(kind, loops, inside):
            order = "".join(
                f" by {'highest' if key.highest else 'lowest'} {expression(key.value)}" for key in node.order
            )
            return f"{kind}({expression(inside)} for {', '.join(_loop(loop) for loop in loops)}{order})"
    assert_never(node)


def _inner(node: exprs.Expr) -> str:
    plain = exprs.Const | exprs.Local | exprs.Load | exprs.Read | exprs.Lookup | exprs.Call | exprs.Fold | exprs.SizeOf
    return expression(node) if isinstance(node, plain) else f"({expression(node)})"


def _place(offset: int, index: exprs.Expr | None) -> str:
    return f"v[{offset}]" if index is None else f"v[{offset} + {_inner(index)}]"


def _keyed(name: str, keys: tuple[exprs.Expr, ...]) -> str:
    return f"{name}[{', '.join(expression(key) for key in keys)}]" if keys else name


def _loop(loop: exprs.Loop) -> str:
    where = f" where {' and '.join(_inner(test) for test in loop.where)}" if loop.where else ""
    return f"{loop.name} in {_domain(loop.domain)}{where}"


def _domain(domain: exprs.Domain) -> str:
    match domain:
        case exprs.Span(low, high):
            return f"{_inner(low)}..{_inner(high)}"
        case exprs.Values(values):
            return f"({', '.join(map(str, values))})"
        case exprs.Row(table, keys, number):
            first = f" first {_inner(number)}" if number is not None else ""
            return _keyed(table, keys) + first
        case exprs.Bits(bits, _):
            return f"set {_inner(bits)}"
        case exprs.Round(low_code, high_code, start):
            return f"{low_code}..{high_code} from {_inner(start)}"
    assert_never(domain)
