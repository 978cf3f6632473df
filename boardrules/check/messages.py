"""One function per mistake that the checker can find, so that each is worded in one place."""

from __future__ import annotations

from collections.abc import Iterable

from boardrules.diagnostics import Diagnostic, did_you_mean
from boardrules.ir.types import Type, describe
from boardrules.source import Span


def unknown_name(at: Span, kind: str, name: str, known: Iterable[str]) -> Diagnostic:
    return Diagnostic("unknown-name", at, f"no {kind} is called '{name}'", did_you_mean(name, known))


def unknown_type(at: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return Diagnostic("unknown-type", at, f"no type is called '{name}'", did_you_mean(name, known))


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


def duplicate_name(at: Span, name: str, first: Span) -> Diagnostic:
    return Diagnostic("duplicate-name", at, f"'{name}' is defined twice", related=((first, "first defined here"),))


def shadowed_name(at: Span, name: str, what: str, first: Span | None = None) -> Diagnostic:
    related = ((first, "defined here"),) if first is not None and first.source.text else ()
    return Diagnostic("shadowed-name", at, f"'{name}' is {what} already", "choose another name", related)


def type_mismatch(at: Span, expected: str, found: Type, help: str | None = None) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"expected {expected}, found {describe(found)}", help)


def not_comparable(at: Span, left: Type, right: Type) -> Diagnostic:
    return Diagnostic("type-mismatch", at, f"{describe(left)} cannot be compared with {describe(right)}")


def may_be_none(at: Span, expected: str, text: str) -> Diagnostic:
    return Diagnostic(
        "type-mismatch", at, f"expected {expected}, but this may be none", f"test it first: {text} != none"
    )


def wrong_arity(at: Span, name: str, expected: str, found: int) -> Diagnostic:
    return Diagnostic("wrong-arity", at, f"'{name}' takes {expected}, found {found}")


def out_of_range(at: Span, found: str, low: int, high: int) -> Diagnostic:
    return Diagnostic("out-of-range", at, f"{found} does not fit into {low}..{high}")


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


def recursion(at: Span, name: str, kind: str) -> Diagnostic:
    return Diagnostic("recursion", at, f"the {kind} '{name}' calls itself, and no decision comes between")


def leave_outside_loop(at: Span) -> Diagnostic:
    return Diagnostic(
        "leave-outside-loop",
        at,
        "there is no while, repeat or times to leave here",
        "a for loop always runs to its end",
    )


def missing_phase(at: Span) -> Diagnostic:
    return Diagnostic(
        "missing-phase", at, "a game needs the phase 'play'", "the engine runs setup, then play, then scoring"
    )


def too_many_options(at: Span, name: str) -> Diagnostic:
    return Diagnostic("too-many-options", at, f"the parameters of '{name}' have more than 2^31 combinations")


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


def missing_text(at: Span, language: str, paths: Iterable[str]) -> Diagnostic:
    return Diagnostic("missing-text", at, f"no {language} text for {', '.join(paths)}", severity="warning")


def unused_text(at: Span, path: str, known: Iterable[str]) -> Diagnostic:
    return Diagnostic(
        "unused-text", at, f"the game has nothing called '{path}'", did_you_mean(path, known), severity="warning"
    )
