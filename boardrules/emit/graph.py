"""Which blocks are written inside another one, and which jumps would close a circle of calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from boardrules.ir.program import Ask, Block, Enter, Entry, Program, Question, targets


@final
@dataclass(slots=True)
class Graph:
    """Which blocks stand inside another one, and which jumps must go through the loop in `go`."""

    inlined: set[int] = field(default_factory=set)
    looping: set[tuple[int, int]] = field(default_factory=set)


def question_entries(question: Question) -> tuple[Entry, ...]:
    """Everything that can be answered, the answer that declines last."""
    return question.entries if question.decline is None else (*question.entries, question.decline)


def graph_of(
    program: Program, blocks: Mapping[int, Block], questions: Mapping[int, Question], entries: Mapping[str, int]
) -> Graph:
    """A block with one way in is written where that way comes from; a circle without a decision goes through `go`."""
    references: dict[int, int] = {}
    lasting = {0, *entries.values()}  # found by number: kept in the vector, or where a rule begins
    steps: dict[int, list[int]] = {}
    silent: list[tuple[int, int]] = []
    for block in program.blocks:
        if isinstance(block.end, Enter):
            lasting.add(block.end.back)
            steps[block.number] = [entries[block.end.rule]]
        elif isinstance(block.end, Ask):
            question = questions[block.end.question]
            for entry in question_entries(question):
                references[entry.after] = references.get(entry.after, 0) + 1
                stops = any(one.action.name == entry.action and one.stops for one in program.listings)
                if stops:
                    lasting.add(entry.after)
            steps[block.number] = [question.empty] if question.empty is not None else []
            if question.decline is not None:
                # Taken without asking, so many of them may follow one another.
                silent.append((block.number, question.decline.after))
        else:
            steps[block.number] = targets(block.end, questions)
        for target in steps[block.number]:
            references[target] = references.get(target, 0) + 1
    for number, target in silent:
        steps[number].append(target)
    looping = _back_edges(steps, [0, *entries.values(), *steps])
    into_loops = {target for _, target in looping}
    once = {number for number, count in references.items() if count == 1}
    return Graph(once - lasting - into_loops, looping)


def _back_edges(steps: Mapping[int, list[int]], roots: list[int]) -> set[tuple[int, int]]:
    """Edges that close a circle; without them every chain of calls comes to an end."""
    found: set[tuple[int, int]] = set()
    done: set[int] = set()
    for root in roots:
        if root in done:
            continue
        path: set[int] = {root}
        stack = [(root, iter(steps[root]))]
        while stack:
            number, rest = stack[-1]
            target = next(rest, None)
            if target is None:
                stack.pop()
                path.discard(number)
                done.add(number)
            elif target in path:
                found.add((number, target))
            elif target not in done:
                path.add(target)
                stack.append((target, iter(steps[target])))
    return found
