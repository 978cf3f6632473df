"""The sections of a game file, one function for each; entries of all included files are collected in one `Sections`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar, final

from boardrules.diagnostics import Diagnostic, Report
from boardrules.lang import nodes, parse
from boardrules.loader import declarations as decl
from boardrules.loader.read_bodies import body_of, params_of
from boardrules.loader.read_leaves import (
    data_of,
    entries_of,
    expr_of,
    head_of,
    items_of,
    one_or_more,
    parsed,
    scalar_of,
    template_of,
    text_of,
    word_of,
)
from boardrules.loader.yaml_nodes import Entry, Mapping, Node, Scalar, plain_value
from boardrules.source import Span

_Named = TypeVar("_Named")


@final
@dataclass(slots=True)
class Sections:
    """What has been read so far, over all files of a game."""

    seats: list[decl.Seat] = field(default_factory=list)
    options: list[decl.OptionDecl] = field(default_factory=list)
    types: list[decl.TypeDecl] = field(default_factory=list)
    names: list[decl.NameDecl] = field(default_factory=list)
    boards: list[decl.BoardDecl] = field(default_factory=list)
    tables: list[decl.TableDecl] = field(default_factory=list)
    dice: list[decl.DieDecl] = field(default_factory=list)
    state: list[decl.StateDecl] = field(default_factory=list)
    functions: list[decl.FunctionDecl] = field(default_factory=list)
    actions: list[decl.ActionDecl] = field(default_factory=list)
    phases: list[decl.PhaseDecl] = field(default_factory=list)
    scoring: list[decl.NamedExpr] = field(default_factory=list)
    checks: list[decl.NamedExpr] = field(default_factory=list)
    invariants: list[decl.NamedExpr] = field(default_factory=list)
    winner: decl.WinnerDecl | None = None
    limits: decl.Limits = decl.Limits()
    places: dict[tuple[str, str], Span] = field(default_factory=dict)
    """Where each entry of each section was first written."""


def read_sections(root: Mapping, sections: Sections, report: Report) -> None:
    """Add the sections of one file."""
    _join(root, "options", sections.options, _option, sections, report)
    _join(root, "types", sections.types, _type, sections, report)
    _join(root, "names", sections.names, _name, sections, report)
    _join(root, "boards", sections.boards, _board, sections, report)
    _join(root, "tables", sections.tables, _table, sections, report)
    _join(root, "dice", sections.dice, _die, sections, report)
    _join(root, "state", sections.state, _state, sections, report)
    _join(root, "functions", sections.functions, _function, sections, report)
    _join(root, "actions", sections.actions, _action, sections, report)
    _join(root, "phases", sections.phases, _phase, sections, report)
    _join(root, "scoring", sections.scoring, _named_expr, sections, report)
    _join(root, "checks", sections.checks, _named_expr, sections, report)
    _join(root, "invariants", sections.invariants, _named_expr, sections, report)
    for key in ("seats", "winner", "limits"):
        entry = root.entry(key)
        if entry is not None and _is_first(key, "", entry.key.span, sections, report):
            _WHOLE[key](entry.value, sections, report)


def _join(
    root: Mapping,
    section: str,
    into: list[_Named],
    read: Callable[[Entry, Report], _Named | None],
    sections: Sections,
    report: Report,
) -> None:
    for entry in entries_of(root.get(section)):
        # `turn(player)` and `turn` have one name.
        name = entry.key.value.partition("(")[0].strip()
        found = read(entry, report)
        if _is_first(section, name, entry.key.span, sections, report) and found is not None:
            into.append(found)


def _is_first(section: str, name: str, at: Span, sections: Sections, report: Report) -> bool:
    first = sections.places.setdefault((section, name), at)
    if first is at:
        return True
    what = f"'{name}' in `{section}`" if name else f"`{section}`"
    report.add(Diagnostic("duplicate-name", at, f"{what} is written twice", related=((first, "first written here"),)))
    return False


# ---- sections that are one thing


def _seats(node: Node, sections: Sections, report: Report) -> None:
    for item in items_of(node):
        word = word_of(item, report)
        if word is not None and _is_first("seats", word.name, word.span, sections, report):
            sections.seats.append(decl.Seat(word))
    for entry in entries_of(node):
        word = word_of(entry.key, report)
        symbol = scalar_of(entry.value)
        if word is not None:
            sections.seats.append(decl.Seat(word, symbol.value if symbol else None))


def _winner(node: Node, sections: Sections, report: Report) -> None:
    if not isinstance(node, Mapping):
        return
    direction: Literal["highest", "lowest"] = "lowest" if node.entry("lowest") else "highest"
    criteria = _criterion(node.get(direction), direction, report)
    for item in one_or_more(node.get("then")):
        criteria += _criterion(item, direction, report)
    sections.winner = decl.WinnerDecl(criteria, node.span)


def _criterion(
    node: Node | None, direction: Literal["highest", "lowest"], report: Report
) -> tuple[nodes.Criterion, ...]:
    """A tie-break goes the way of the first line unless it says another."""
    scalar = scalar_of(node)
    if scalar is None:
        return ()
    if scalar.value.split(" ", 1)[0] in ("highest", "lowest"):
        return parsed(parse.parse_order, scalar, report) or ()
    key = expr_of(scalar, report)
    return () if key is None else (nodes.Criterion(direction, key, scalar.span),)


def _limits(node: Node, sections: Sections, report: Report) -> None:
    pending = node.get("pending") if isinstance(node, Mapping) else None
    value = plain_value(pending) if isinstance(pending, Scalar) else None
    if isinstance(value, int):
        sections.limits = decl.Limits(value)


_WHOLE: dict[str, Callable[[Node, Sections, Report], None]] = {"seats": _seats, "winner": _winner, "limits": _limits}


# ---- sections of named entries


def _option(entry: Entry, report: Report) -> decl.OptionDecl | None:
    word = word_of(entry.key, report)
    node = entry.value
    if not isinstance(node, Mapping):
        return None
    default = data_of(node.get("default"), report)
    values = (word_of(item, report) for item in items_of(node.get("values")))
    allowed = _range_of(node.get("range"), report)
    if word is None or default is None:
        return None
    return decl.OptionDecl(
        word,
        default,
        range=allowed,
        values=tuple(value for value in values if value is not None),
        title=text_of(node.get("title")),
        per_player=node.entry("per") is not None,
    )


def _range_of(node: Node | None, report: Report) -> nodes.Range | None:
    found = parsed(parse.parse_typedef, node, report)
    if found is None or isinstance(found, nodes.Range):
        return found
    report.add(Diagnostic("bad-value", found.span, "expected a range such as 1..9"))
    return None


def _type(entry: Entry, report: Report) -> decl.TypeDecl | None:
    word = word_of(entry.key, report)
    node = entry.value
    definition: decl.EnumDef | nodes.Range | nodes.Subset | None
    if isinstance(node, Scalar):
        definition = parsed(parse.parse_typedef, node, report)
    else:
        members = (word_of(item, report) for item in items_of(node))
        definition = decl.EnumDef(tuple(member for member in members if member is not None), node.span)
    return None if word is None or definition is None else decl.TypeDecl(word, definition)


def _name(entry: Entry, report: Report) -> decl.NameDecl | None:
    word = word_of(entry.key, report)
    found = parsed(parse.parse_type, entry.value, report)
    return None if word is None or found is None else decl.NameDecl(word, found)


def _board(entry: Entry, report: Report) -> decl.BoardDecl | None:
    word = word_of(entry.key, report)
    if not isinstance(entry.value, Mapping):
        return None
    grid = parsed(parse.parse_grid, entry.value.get("grid"), report)
    lines = expr_of(entry.value.get("lines"), report)
    return None if word is None or grid is None else decl.BoardDecl(word, grid, lines)


def _table(entry: Entry, report: Report) -> decl.TableDecl | None:
    word = word_of(entry.key, report)
    value = data_of(entry.value, report)
    return None if word is None or value is None else decl.TableDecl(word, value)


def _die(entry: Entry, report: Report) -> decl.DieDecl | None:
    word = word_of(entry.key, report)
    if not isinstance(entry.value, Scalar):
        faces = data_of(entry.value, report)
        return decl.DieDecl(word, faces) if word is not None and isinstance(faces, decl.DataList) else None
    domain = parsed(parse.parse_domain, entry.value, report)
    if word is None or domain is None:
        return None
    if isinstance(domain.source, nodes.Handful | nodes.OptionalDomain) or domain.where is not None:
        report.add(Diagnostic("bad-value", domain.span, "a die is a range, a type, or a list of faces"))
        return None
    return decl.DieDecl(word, domain.source)


def _state(entry: Entry, report: Report) -> decl.StateDecl | None:
    word = word_of(entry.key, report)
    node = entry.value
    if not isinstance(node, Mapping):
        plain = parsed(parse.parse_type, node, report)
        return None if word is None or plain is None else decl.StateDecl(word, plain)
    held = parsed(parse.parse_type, node.get("type"), report)
    start = data_of(node.get("start"), report)
    if word is None or held is None:
        return None
    at_end = scalar_of(node.get("at_end"))
    stays = at_end is not None and at_end.value == "stay"
    return decl.StateDecl(word, held, start, text_of(node.get("title")), "stay" if stays else "error")


def _function(entry: Entry, report: Report) -> decl.FunctionDecl | None:
    head = head_of(entry.key, report)
    body = expr_of(entry.value, report)
    return None if head is None or body is None else decl.FunctionDecl(head, body)


def _action(entry: Entry, report: Report) -> decl.ActionDecl | None:
    head = head_of(entry.key, report)
    node = entry.value
    if not isinstance(node, Mapping):
        return None
    title = template_of(node.get("title"), report)
    params = params_of(node.get("params"), report)
    require = tuple(one for item in items_of(node.get("require")) for one in _requirements(item, report))
    body = body_of(node.get("do"), report)
    return None if head is None else decl.ActionDecl(head, title, params, require, body)


def _requirements(node: Node, report: Report) -> list[decl.Requirement]:
    """A condition alone, or `condition: sentence`."""
    found = []
    if isinstance(node, Scalar):
        condition = expr_of(node, report)
        if condition is not None:
            found.append(decl.Requirement(condition))
    for entry in entries_of(node):
        condition = expr_of(entry.key, report)
        sentence = template_of(entry.value, report)
        if condition is not None:
            found.append(decl.Requirement(condition, sentence))
    return found


def _phase(entry: Entry, report: Report) -> decl.PhaseDecl | None:
    head = head_of(entry.key, report)
    body = body_of(entry.value, report)
    return None if head is None else decl.PhaseDecl(head, body)


def _named_expr(entry: Entry, report: Report) -> decl.NamedExpr | None:
    word = word_of(entry.key, report)
    value = expr_of(entry.value, report)
    return None if word is None or value is None else decl.NamedExpr(word, value)
