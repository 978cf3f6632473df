"""Statements as Python, inside a plain function or inside a block."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from boardrules.emit.code import Code, local_name, procedure_name
from boardrules.emit.expressions import PRODUCT, SUM, in_loops, place, value
from boardrules.ir import exprs, statements
from boardrules.ir.program import Procedure
from boardrules.vector import HOW, MOST_STEPS, STEPS


class Statements:
    """Writes bodies. `over` is what the function returns when the game has ended."""

    def __init__(self, procedures: Mapping[str, Procedure], over: str) -> None:
        self._procedures = procedures
        self._over = over

    def body(self, body: statements.Body, code: Code) -> None:
        for node in body:
            self._statement(node, code)

    def _statement(self, node: statements.Statement, code: Code) -> None:
        match node:
            case statements.Save():
                self._save(node, code)
            case statements.Let(name, inner):
                code.add(f"{local_name(name)} = {value(inner, code)}")
            case statements.Do(phase, args):
                self._do(phase, args, code)
            case statements.If():
                self._if(node, code)
            case statements.ForEach(loops, body):
                # Python fixes what a `for` goes through at its start, as the language does.
                in_loops(loops, code, lambda code: self.body(body, code))
            case statements.While(test, body, rule):
                self._while(test, body, rule, code)
            case statements.Repeat(body, until, rule):
                with code.indented("while True:"):
                    _count_step(rule, code)
                    self.body(body, code)
                    with code.indented(f"if {value(until, code)}:"):
                        code.add("break")
            case statements.Times(number, body, rule):
                with code.indented(f"for _ in range({value(number, code)}):"):
                    _count_step(rule, code)
                    self.body(body, code)
            case statements.Leave():
                code.add("break")
            case statements.Finish(how, winner, rule):
                who = value(winner, code) if winner is not None else "0"
                code.add(f"finish(v, {HOW.index(how)}, {rule}, {who})")
                code.add(f"return {self._over}")
            case statements.Decide() | statements.Store():
                raise AssertionError("decisions are blocks, and state has a place, before code is written")
            case _:
                assert_never(node)

    def _save(self, node: statements.Save, code: Code) -> None:
        target = f"v[{place(node.offset, node.index, code)}]"
        match node.value:
            case exprs.Binary("+" | "-" as op, exprs.Load(offset, index), by) if (offset, index) == (
                node.offset,
                node.index,
            ):
                code.add(f"{target} {op}= {value(by, code, PRODUCT if op == '-' else SUM)}")
            case _:
                code.add(f"{target} = {value(node.value, code)}")

    def _do(self, phase: str, args: tuple[exprs.Expr, ...], code: Code) -> None:
        given = "".join(f", {value(arg, code)}" for arg in args)
        call = f"{procedure_name(phase)}(v{given})"
        if not self._procedures[phase].may_end:
            code.add(call)
            return
        with code.indented(f"if {call}:"):
            code.add(f"return {self._over}")

    def _if(self, node: statements.If, code: Code) -> None:
        with code.indented(f"if {value(node.condition, code)}:"):
            self.body(node.then, code)
        if node.otherwise:
            with code.indented("else:"):
                self.body(node.otherwise, code)

    def _while(self, test: exprs.Expr, body: statements.Body, rule: int, code: Code) -> None:
        lines = code.part()
        text = value(test, lines)
        if not lines.lines:
            with code.indented(f"while {text}:"):
                _count_step(rule, code)
                self.body(body, code)
            return
        with code.indented("while True:"):
            text = value(test, code)
            with code.indented(f"if not ({text}):"):
                code.add("break")
            _count_step(rule, code)
            self.body(body, code)


def _count_step(rule: int, code: Code) -> None:
    code.add(f"v[{STEPS}] += 1")
    with code.indented(f"if v[{STEPS}] > {MOST_STEPS}:"):
        code.add(f"stuck({rule})")
