"""Places for the names of rules that can stop.

A name that is used in one block only stays a name; one that must outlive a decision gets a place in the frame of its
rule. Frames lie one after another behind the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from boardrules.ir import exprs, statements
from boardrules.ir.program import Ask, Block, Entry, Frame, Question
from boardrules.ir.walk import children, rebuild

Node = TypeVar("Node")


def place_names(
    blocks: tuple[Block, ...],
    questions: Mapping[int, Question],
    owned: Mapping[str, list[str]],
    params: Mapping[str, tuple[str, ...]],
    start: int,
) -> tuple[dict[str, Frame], tuple[Block, ...], tuple[Question, ...], int]:
    """Frames for all rules, and the blocks and questions with places in them; last, where free space begins."""
    asked_in = {block.end.question: block for block in blocks if isinstance(block.end, Ask)}
    used = _uses(blocks, questions, asked_in)
    frames: dict[str, Frame] = {}
    for rule, given in params.items():
        lasting = [
            name
            for name in dict.fromkeys((*given, *owned.get(rule, ())))
            if name in given or len(used.get((rule, name), ())) > 1
        ]
        places = {name: start + 1 + at for at, name in enumerate(lasting)}
        frames[rule] = Frame(
            rule, start, tuple(places[name] for name in given), start, 1 + len(places), tuple(places.items())
        )
        start += 1 + len(places)
    done_blocks = tuple(_placed(block, dict(frames[block.rule].names)) for block in blocks if block.rule in frames)
    done_questions = []
    for number in sorted(asked_in):
        places = dict(frames[asked_in[number].rule].names)
        done_questions.append(_placed_question(questions[number], places))
    return frames, done_blocks, tuple(done_questions), start


def _uses(
    blocks: tuple[Block, ...], questions: Mapping[int, Question], asked_in: Mapping[int, Block]
) -> dict[tuple[str, str], set[object]]:
    """For each name of each rule, the blocks that mention it. Reading an answer is a place of its own."""
    used: dict[tuple[str, str], set[object]] = {}
    for block in blocks:
        for name in mentioned((block.body, block.end)):
            used.setdefault((block.rule, name), set()).add(block.number)
    for number, block in asked_in.items():
        question = questions[number]
        for name in mentioned(question):
            used.setdefault((block.rule, name), set()).add(block.number)
        for entry in question.entries:
            for name, _ in entry.names:
                used.setdefault((block.rule, name), set()).add(f"answer {number}")
    return used


def mentioned(node: Any, hidden: frozenset[str] = frozenset()) -> set[str]:
    """Names that are read or written, less those that a loop inside binds itself."""
    if isinstance(node, tuple):
        return set().union(*(mentioned(one, hidden) for one in node)) if node else set()
    match node:
        case exprs.Local(name):
            return {name} - hidden
        case statements.Let(name, value):
            return ({name} - hidden) | mentioned(value, hidden)
        case exprs.Bind(name, value, body):
            return mentioned(value, hidden) | mentioned(body, hidden | {name})
        case exprs.Fold(loops=loops) | statements.ForEach(loops=loops):
            inside = hidden | {loop.name for loop in loops}
            return set().union(*(mentioned(child, inside) for child in children(node)))
    return set().union(*(mentioned(child, hidden) for child in children(node)))


def _placed(block: Block, places: Mapping[str, int]) -> Block:
    return replace(block, body=tuple(substitute(one, places) for one in block.body), end=substitute(block.end, places))


def _placed_question(question: Question, places: Mapping[str, int]) -> Question:
    def entry(one: Entry) -> Entry:
        names = tuple((name, places.get(name)) for name, _ in one.names)
        return replace(substitute(one, places), names=names)

    return replace(
        question,
        by=substitute(question.by, places),
        entries=tuple(entry(one) for one in question.entries),
        decline=entry(question.decline) if question.decline is not None else None,
    )


def substitute(node: Node, places: Mapping[str, int]) -> Node:
    """The node with names that have a place read from and written to it."""
    return _substitute(node, places)  # type: ignore[no-any-return]


def _substitute(node: Any, places: Mapping[str, int]) -> Any:
    match node:
        case exprs.Local(name) if name in places:
            return exprs.Load(places[name], None)
        case statements.Let(name, value) if name in places:
            return statements.Save(places[name], None, _substitute(value, places))
        case exprs.Bind(name, value, body):
            inner = {key: at for key, at in places.items() if key != name}
            return exprs.Bind(name, _substitute(value, places), _substitute(body, inner))
        case exprs.Fold(loops=loops) | statements.ForEach(loops=loops):
            names = {loop.name for loop in loops}
            inner = {key: at for key, at in places.items() if key not in names}
            return rebuild(node, lambda child: _substitute(child, inner))
    return rebuild(node, lambda child: _substitute(child, places))
