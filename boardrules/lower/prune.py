"""Dropping what cannot happen: branches that the options rule out, and blocks that nothing jumps to."""

from __future__ import annotations

from collections.abc import Mapping

from boardrules.ir import statements
from boardrules.ir.exprs import Const
from boardrules.ir.program import Block, Question, targets
from boardrules.ir.statements import Body


def prune(body: Body) -> Body:
    """The body without branches whose condition is known, and without what follows the end of the game."""
    done: list[statements.Statement] = []
    for node in body:
        match node:
            case statements.If(Const(value), then, otherwise):
                done += prune(then if value else otherwise)
            case statements.If(test, then, otherwise):
                done.append(statements.If(test, prune(then), prune(otherwise)))
            case statements.ForEach(loops, inner):
                done.append(statements.ForEach(loops, prune(inner)))
            case statements.While(Const(0)):
                continue
            case statements.While(test, inner, rule):
                done.append(statements.While(test, prune(inner), rule))
            case statements.Repeat(inner, until, rule):
                done.append(statements.Repeat(prune(inner), until, rule))
            case statements.Times(number, inner, rule):
                done.append(statements.Times(number, prune(inner), rule))
            case _:
                done.append(node)
        if done and isinstance(done[-1], statements.Finish | statements.Leave):
            break
    return tuple(done)


def reachable_blocks(
    blocks: tuple[Block, ...], questions: Mapping[int, Question], entries: set[int]
) -> tuple[Block, ...]:
    """The blocks that can run; jumps through empty blocks go where those lead. Block 0, the halt, always stays."""
    by_number = {block.number: block for block in blocks}
    found: set[int] = set()
    pending = [0, *entries]
    while pending:
        number = pending.pop()
        if number not in found:
            found.add(number)
            pending += targets(by_number[number].end, questions)
    return tuple(block for block in blocks if block.number in found)
