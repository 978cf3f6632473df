"""What must hold of every program, whatever made it: run after lowering, and after each pass that changes a program."""

from __future__ import annotations

from boardrules.ir import exprs, statements
from boardrules.ir.program import Ask, Enter, Fork, Jump, Program, Return
from boardrules.ir.walk import walk


class BrokenProgram(AssertionError):
    """A stage of the library made something impossible; no game file can be blamed."""


def verify(program: Program) -> None:
    """Raises `BrokenProgram` where a jump, a call, a place or a table leads nowhere."""
    _verify_jumps(program)
    _verify_nodes(program)
    _verify_ids(program)


def _need(holds: bool, message: str) -> None:
    if not holds:
        raise BrokenProgram(message)


def _verify_jumps(program: Program) -> None:
    blocks = {block.number for block in program.blocks}
    questions = {question.number for question in program.questions}
    rules = {frame.rule for frame in program.frames}
    for block in program.blocks:
        match block.end:
            case Jump(target):
                _need(target in blocks, f"block {block.number} jumps to {target}, which is not there")
            case Fork(_, yes, no):
                _need({yes, no} <= blocks, f"block {block.number} forks to {yes} or {no}")
            case Enter(rule, args, back):
                _need(rule in rules and back in blocks, f"block {block.number} runs {rule}, then {back}")
                frame = next(frame for frame in program.frames if frame.rule == rule)
                _need(len(args) == len(frame.params), f"block {block.number} gives {rule} {len(args)} values")
            case Ask(number):
                _need(number in questions, f"block {block.number} asks {number}, which is not there")
            case Return(rule):
                _need(rule in rules, f"block {block.number} returns from {rule}, which has no frame")
    for question in program.questions:
        every = [*question.entries, *((question.decline,) if question.decline else ())]
        goes = {entry.after for entry in every} | ({question.empty} if question.empty is not None else set())
        _need(goes <= blocks, f"question {question.number} goes on at a block that is not there")
    _need(all(entry in blocks for _, entry in program.entries), "a rule begins at a block that is not there")


def _verify_nodes(program: Program) -> None:
    tables = {table.name for table in program.tables}
    functions = {function.name for function in program.functions}
    phases = {procedure.name for procedure in program.procedures}
    size = len(program.initial)
    # What an action does stands in a procedure or in blocks; the body in its listing is not run.
    listings = tuple((one.first, one.loops, one.action.conditions, one.action.titles) for one in program.listings)
    parts = (program.functions, program.procedures, program.blocks, program.questions, listings)
    for node in walk(parts):
        match node:
            case exprs.Read(name) | statements.Store(name):
                raise BrokenProgram(f"'{name}' has no place")
            case exprs.Lookup(table) | exprs.Row(table):
                _need(table in tables, f"the table '{table}' is not there")
            case exprs.Call(function):
                _need(function in functions, f"the function '{function}' is not there")
            case statements.Do(phase):
                _need(phase in phases, f"'{phase}' can stop, or is not there, but is run as if it could not")
            case exprs.Load(offset, None) | statements.Save(offset, None):
                _need(0 <= offset < size, f"place {offset} is outside the vector of {size}")


def _verify_ids(program: Program) -> None:
    """Ids of different actions do not overlap."""
    after = 0
    for listing in program.listings:
        _need(listing.base == after, f"the ids of {listing.action.name} begin at {listing.base}, not at {after}")
        for radix in listing.radices:
            _need(radix > 0, f"{listing.action.name} has a parameter without values")
        count = 1
        for radix in listing.radices:
            count *= radix
        after = listing.base + count
