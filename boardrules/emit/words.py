"""The words module: everything that explains a position and is not needed to step it. It runs among the names of the
rules module.

For each action: `why_NAME` (the conditions that fail, with the values they saw) and `title_NAME` (the values in its
title); and `scores`, `criteria` and `broken_invariants`.
"""

from __future__ import annotations

from boardrules.emit.code import Code, local_name
from boardrules.emit.expressions import value
from boardrules.emit.rules import question_lines
from boardrules.ir.program import Listing, Program
from boardrules.ir.rules import Condition, Shown, TextParts


def words_source(program: Program) -> str:
    lines = [f'"""What can be said about {program.game} for {program.players} players, made from its YAML."""', ""]
    for listing in program.listings:
        lines += _why(listing)
        lines += _title(listing)
    lines += _numbers("scores", [value_code(line.value) for line in program.scoring])
    lines += _numbers("criteria", [value_code(one.value) for one in program.winner])
    lines += _invariants(program)
    lines += _options(program)
    names = [one.action.name for one in program.listings]
    lines += ["", "", f"WHY = {{{', '.join(f'{name!r}: why_{name}' for name in names)}}}"]
    lines += [f"TITLES = {{{', '.join(f'{name!r}: title_{name}' for name in names)}}}", ""]
    return "\n".join(lines)


def _options(program: Program) -> list[str]:
    """The options of each question, worked out again: for a position that was not stepped to."""

    lines: list[str] = []
    for question in program.questions:
        code = Code()
        question_lines(program, question, code)
        if question.decline is not None:
            code.add("options = options + declining")
        code.add("return options")
        lines += _function(f"options_{question.number}(v)", code)
    lines += _captured(program)
    lines += _given(program)
    numbers = [question.number for question in program.questions]
    return [*lines, "", "", f"OPTIONS = {{{', '.join(f'{number}: options_{number}' for number in numbers)}}}"]


def _captured(program: Program) -> list[str]:
    """What a choice of values takes from the rule around it, read from the position that asks for it."""
    lines: list[str] = []
    actions = {listing.action.name: listing.action for listing in program.listings}
    names = []
    for question in program.questions:
        for entry in question.entries:
            action = actions[entry.action]
            if action.is_value_choice:
                code = Code()
                pairs = zip(entry.given, action.captured, strict=True)
                values = "".join(f"{value(arg, code)}, " for arg, param in pairs if param.name != "player")
                code.add(f"return ({values})")
                lines += _function(f"captured_{action.name}(v)", code)
                names.append(action.name)
    return [*lines, "", "", f"CAPTURED = {{{', '.join(f'{name!r}: captured_{name}' for name in names)}}}"]


def _given(program: Program) -> list[str]:
    """What each question gives to the actions it offers: their names with the values, one for each entry."""
    lines: list[str] = []
    for question in program.questions:
        code = Code()
        entries = question.entries if question.decline is None else (*question.entries, question.decline)
        parts = []
        for entry in entries:
            values = "".join(f"{value(arg, code)}, " for arg in entry.given)
            parts.append(f"({entry.action!r}, ({values})), ")
        code.add(f"return ({''.join(parts)})")
        lines += _function(f"given_{question.number}(v)", code)
    numbers = [question.number for question in program.questions]
    return [*lines, "", "", f"GIVEN = {{{', '.join(f'{number}: given_{number}' for number in numbers)}}}"]


def shown_values(texts: tuple[tuple[str, TextParts], ...]) -> list[Shown]:
    """The different values in a text, over all its languages."""
    return list(dict.fromkeys(part for _, parts in texts for part in parts if isinstance(part, Shown)))


def value_code(node: object) -> Code:
    code = Code()
    code.add(f"return {value(node, code)}")  # type: ignore[arg-type]
    return code


def _function(head: str, code: Code) -> list[str]:
    return ["", "", f"def {head}:", *(code.lines or ["    pass"])]


def _head(prefix: str, listing: Listing, *more: str) -> str:
    action = listing.action
    own = [param.name for param in (*action.captured, *action.given, *action.chosen)]
    names = ["player", *(local_name(name) for name in own if name != "player"), *more]
    return f"{prefix}_{action.name}(v, {', '.join(names)})"


def _why(listing: Listing) -> list[str]:
    """Conditions up to `depth` chosen parameters; after one has failed, a later one that makes no sense is left out."""
    code = Code()
    code.add("failed = []")
    for number, condition in enumerate(listing.action.conditions):
        with code.indented(f"if depth >= {condition.depth}:"):
            with code.indented("try:"):
                _test(number, condition, code)
            with code.indented("except (RuleFailure, IndexError):"), code.indented("if not failed:"):
                code.add("raise")
    code.add("return failed")
    return _function(_head("why", listing, "depth"), code)


def _test(number: int, condition: Condition, code: Code) -> None:
    with code.indented(f"if not ({value(condition.test, code)}):"):
        seen = "".join(f"{value(one.value, code)}, " for one in condition.seen)
        said = "".join(f"{value(one.value, code)}, " for one in shown_values(condition.sentences))
        code.add(f"failed.append(({number}, ({seen}), ({said})))")


def _title(listing: Listing) -> list[str]:
    code = Code()
    values = "".join(f"{value(one.value, code)}, " for one in shown_values(listing.action.titles))
    code.add(f"return ({values})")
    return _function(_head("title", listing), code)


def _numbers(name: str, codes: list[Code]) -> list[str]:
    lines: list[str] = []
    for at, code in enumerate(codes):
        lines += _function(f"{name}_{at}(v, player)", code)
    inside = "".join(f"{name}_{at}(v, player), " for at in range(len(codes)))
    code = Code()
    code.add(f"return ({inside})")
    return lines + _function(f"{name}(v, player)", code)


def _invariants(program: Program) -> list[str]:
    code = Code()
    code.add("failed = []")
    for number, fact in enumerate(program.invariants):
        with code.indented(f"if not ({value(fact.test, code)}):"):
            code.add(f"failed.append({number})")
    code.add("return failed")
    return _function("broken_invariants(v)", code)
