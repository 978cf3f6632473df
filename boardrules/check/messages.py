"""One function per mistake that the checker can find, so that each is worded in one place."""

from __future__ import annotations

from collections.abc import Iterable

from boardrules.diagnostics import Diagnostic, did_you_mean
from boardrules.ir.types import Type, describe
from boardrules.source import Span


def unknown_name(at: Span, kind: str, name: str, known: Iterable[str]) -> Diagnostic:
    return Diagnostic("unknown-name", at, f"no {kind} is called '{name}'", did_you_mean(name, known))


_OTHER_TYPES = {
    **dict.fromkeys(("number", "int", "integer", "Int", "Integer", "Number"), "a number is written as a range: 0..9"),
    **dict.fromkeys(("boolean", "Bool", "Boolean"), "write bool"),
    **dict.fromkeys(("string", "str", "String"), "rules know no texts: name the words as a type"),
    **dict.fromkeys(("list", "List", "array"), "write set of T, or a table: 0..9 per T"),
}


def unknown_type(at: Span, name: str, known: Iterable[str]) -> Diagnostic:
    help = _OTHER_TYPES.get(name) or did_you_mean(name, known)
    return Diagnostic("unknown-type", at, f"no type is called '{name}'", help)


def untyped_parameter(at: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "unknown-type",
        at,
        f"nothing says what kind of thing '{name}' is",
        f"call it like its type (player for Player), or add '{name}: Type' under names",
    )


def unknown_member(at: Span, name: str, of: Type, known: Iterable[str]) -> Diagnostic:
    return Diagnostic("unknown-member", at, f"{describe(of)} has no '{name}'", did_you_mean(name, known))


def ambiguous_member(at: Span, name: str, of: Type, kinds: Iterable[str]) -> Diagnostic:
    return Diagnostic(
        "ambiguous-member",
        at,
        f"'{name}' of {describe(of)} could mean {' or '.join(sorted(kinds))}",
        "rename one of them",
    )


def duplicate_name(at: Span, name: str, first: Span | None) -> Diagnostic:
    related = ((first, "first defined here"),) if first is not None and first.source.text else ()
    return Diagnostic("duplicate-name", at, f"'{name}' is defined twice", related=related)


def shadowed_name(at: Span, name: str, what: str, first: Span | None = None) -> Diagnostic:
    related = ((first, "defined here"),) if first is not None and first.source.text else ()
    return Diagnostic("shadowed-name", at, f"'{name}' is {what} already", "choose another name", related)


def taken_word(at: Span, name: str) -> Diagnostic:
    return Diagnostic("bad-name", at, f"'{name}' is taken: it stands for what luck brings", "choose another name")


def named_by_luck(at: Span, name: str, first: Span) -> Diagnostic:
    message = f"'{name}' is what the luck of this game is called"
    return Diagnostic("duplicate-name", at, message, "choose another name", ((first, "asked for here"),))


def type_mismatch(at: Span, expected: str, found: Type, help: str | None = None) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"expected {expected}, found {describe(found)}", help)


_SYNONYMS = {
    "exists": "any", "some": "any", "every": "all", "forall": "all", "each": "all", "number": "count", "size": "count",
    "total": "sum", "minimum": "min", "least": "min", "maximum": "max", "most": "max", "find": "first", "only": "the",
    "len": "size", "length": "size",
}  # fmt: skip


def unknown_function(at: Span, name: str, known: Iterable[str]) -> Diagnostic:
    words = list(known)
    same = _SYNONYMS.get(name)
    help = f"did you mean '{same}'?" if same in words else did_you_mean(name, words)
    return Diagnostic("unknown-name", at, f"no function is called '{name}'", help)


def whole_table(at: Span, name: str, keys: Iterable[str]) -> Diagnostic:
    message = f"'{name}' is a table, and one value is needed here"
    return Diagnostic("type-mismatch", at, message, f"say which {' and '.join(keys)}: {name}[{', '.join(keys)}]")


def type_not_value(at: Span, name: str) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"'{name}' is a type, and a value is needed here")


def die_not_value(at: Span, name: str) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"'{name}' is a die, and a value is needed here", f"roll {name} to a cell")


def not_a_rule(at: Span, name: str, what: str, help: str | None = None) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"'{name}' is {what}, and a rule runs phases and actions", help)


def different_branches(at: Span, yes: Type, no: Type) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"then gives {describe(yes)}, else gives {describe(no)}: expected one kind")


def different_entries(at: Span, found: Type, before: Type) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"this is {describe(found)}, the entries before are {describe(before)}")


def bad_divisor(at: Span) -> Diagnostic:
    return Diagnostic("out-of-range", at, "a divisor must be at least 1")


def not_comparable(at: Span, left: Type, right: Type) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"{describe(left)} cannot be compared with {describe(right)}")


def may_be_none(at: Span, expected: str, text: str) -> Diagnostic:
    return Diagnostic(
        "type-mismatch", at, f"expected {expected}, but this may be none", f"test it first: {text} != none"
    )


def no_names(at: Span, name: str) -> Diagnostic:
    return Diagnostic("wrong-arity", at, f"'{name}' takes its arguments without names, in the order of its header")


def several(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def wrong_arity(at: Span, name: str, expected: str, found: int) -> Diagnostic:
    return Diagnostic("wrong-arity", at, f"'{name}' takes {expected}, found {found}")


def out_of_range(at: Span, found: str, low: int, high: int) -> Diagnostic:
    return Diagnostic("out-of-range", at, f"{found} does not fit into {low}..{high}")


def too_many_values(at: Span, found: int, most: int) -> Diagnostic:
    return Diagnostic("out-of-range", at, f"{found:,} values are more than {most:,}")


def not_constant(at: Span, why: str) -> Diagnostic:
    return Diagnostic("not-constant", at, f"this must be known before the game starts, but {why}")


def assign_constant(at: Span, name: str, what: str) -> Diagnostic:
    return Diagnostic("assign-constant", at, f"'{name}' is {what} and cannot be assigned to")


def missing_entry(at: Span, what: str, missing: Iterable[str]) -> Diagnostic:
    return Diagnostic("missing-entry", at, f"{what} has no entry for {', '.join(missing)}")


def bad_table(at: Span, message: str) -> Diagnostic:
    return Diagnostic("bad-table", at, message)


def failed_check(at: Span, name: str) -> Diagnostic:
    return Diagnostic("failed-check", at, f"the check '{name}' does not hold for this data")


def not_supported(at: Span, what: str) -> Diagnostic:
    return Diagnostic("not-supported", at, f"{what} is not supported by this version")


def recursion(at: Span, name: str) -> Diagnostic:
    help = "to go through things, write sum(... for x in T), first(...) or another of these"
    return Diagnostic("recursion", at, f"the function '{name}' calls itself", help)


def recursive_phase(at: Span, path: Iterable[str]) -> Diagnostic:
    names = list(path)
    through = f": {' -> '.join(names)}" if len(names) > 2 else ""
    message = f"the phase '{names[0]}' calls itself, and no decision comes between{through}"
    return Diagnostic("recursion", at, message, "to do it again, write while, repeat or times")


def leave_outside_loop(at: Span) -> Diagnostic:
    return Diagnostic(
        "leave-outside-loop",
        at,
        "there is no while, repeat or times to leave here",
        "a for loop always runs to its end",
    )


def missing_phase(at: Span, near: str | None = None) -> Diagnostic:
    help = f"is '{near}' meant?" if near else "the engine runs setup, then play, then scoring"
    return Diagnostic("missing-phase", at, "a game needs the phase 'play'", help)


def wrong_seats(at: Span, seats: int, most: int) -> Diagnostic:
    if seats < most:
        message = f"there are {several(seats, 'seat')}, but {most} can play"
        return Diagnostic("missing-entry", at, message, "name a seat for every player")
    return Diagnostic("bad-value", at, f"there are {several(seats, 'seat')}, but only {most} can play")


def too_many_options(at: Span, name: str) -> Diagnostic:
    return Diagnostic("too-many-options", at, f"the parameters of '{name}' have more than 1,000,000 combinations")


def missing_choose_name(at: Span) -> Diagnostic:
    return Diagnostic("missing-key", at, "a choose of values needs a name", "add 'name: ...' beside 'choose'")


# ---- warnings: the game can be played, but somebody should look


def unreachable_phase(at: Span, name: str) -> Diagnostic:
    return Diagnostic("unreachable-phase", at, f"no rule runs the phase '{name}'", severity="warning")


def never_offered(at: Span, name: str) -> Diagnostic:
    return Diagnostic("never-offered", at, f"no choose offers the action '{name}'", severity="warning")


def never_read(at: Span, kind: str, name: str) -> Diagnostic:
    return Diagnostic("never-read", at, f"no rule reads the {kind} '{name}'", severity="warning")


def no_option(at: Span) -> Diagnostic:
    return Diagnostic(
        "no-option",
        at,
        "this choose may have no option, and nothing says what happens then",
        "add 'or: ...' or 'if_none: ...'",
        severity="warning",
    )


def never_none(at: Span, text: str, of: Type) -> Diagnostic:
    words = " ".join(text.split())
    return Diagnostic(
        "never-none", at, f"'{words}' is {describe(of)} and never none", "declare it with 'or none'", severity="warning"
    )


def missing_text(at: Span, language: str, paths: Iterable[str]) -> Diagnostic:
    return Diagnostic("missing-text", at, f"no {language} text for {', '.join(paths)}", severity="warning")


def unused_text(at: Span, path: str, known: Iterable[str]) -> Diagnostic:
    return Diagnostic(
        "unused-text", at, f"the game has nothing called '{path}'", did_you_mean(path, known), severity="warning"
    )
