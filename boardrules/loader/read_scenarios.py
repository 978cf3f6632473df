"""A scenario file in, a `ScenarioFile` out."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from boardrules.diagnostics import Diagnostic, Report
from boardrules.lang import nodes, parse
from boardrules.loader import declarations as decl
from boardrules.loader.files import read_file, shown_name
from boardrules.loader.read_leaves import (
    data_of,
    entries_of,
    expr_of,
    items_of,
    one_or_more,
    parsed,
    scalar_of,
    word_of,
)
from boardrules.loader.shape import check_shape
from boardrules.loader.yaml_nodes import Entry, Mapping, Node, Scalar, plain_value, read_yaml

_KINDS: tuple[Literal["legal", "illegal", "only"], ...] = ("legal", "illegal", "only")


def load_scenarios(path: Path, report: Report) -> decl.ScenarioFile | None:
    """Read one scenario file; None where anything is wrong."""
    before = len(report.errors)
    source = read_file(path, shown_name(path), report)
    root = read_yaml(source, report) if source else None
    if root is None:
        return None
    if isinstance(root, Mapping) and root.entry("phases") and not root.entry("scenarios"):
        message = "this is a game, not a file of scenarios"
        report.add(Diagnostic("wrong-shape", root.entries[0].key.span, message, "check it with: boardrules check FILE"))
        return None
    check_shape(root, "scenario", report)
    if not isinstance(root, Mapping):
        return None
    game = scalar_of(root.get("game"))
    scenarios = [_scenario(item, report) for item in items_of(root.get("scenarios"))]
    _check_names(scenarios, report)
    if len(report.errors) != before:
        return None
    word = decl.Word(game.value, game.span) if game else None
    return decl.ScenarioFile(word, tuple(one for one in scenarios if one is not None), root.span)


def _check_names(scenarios: list[decl.ScenarioDecl | None], report: Report) -> None:
    """`like` finds a scenario by its name, so a name stands once."""
    first: dict[str, decl.ScenarioDecl] = {}
    for one in scenarios:
        if one is None:
            continue
        other = first.setdefault(one.name, one)
        if other is not one:
            related = ((other.name_span, "first written here"),)
            message = f"two scenarios are called '{one.name}'"
            report.add(Diagnostic("duplicate-name", one.name_span, message, related=related))


def _scenario(node: Node, report: Report) -> decl.ScenarioDecl | None:
    if not isinstance(node, Mapping):
        return None
    name = scalar_of(node.get("scenario"))
    like = scalar_of(node.get("like"))
    players = node.get("players")
    number = plain_value(players) if isinstance(players, Scalar) else None
    made = decl.ScenarioDecl(
        name=name.value if name else "",
        name_span=name.span if name else node.span,
        like=decl.Word(like.value, like.span) if like else None,
        players=number if isinstance(number, int) else None,
        seats=_words(items_of(players), report),
        options=_options(node.get("options"), report),
        luck=_given(node.get("luck"), report),
        given=_given(node.get("given"), report),
        start=expr_of(node.get("start"), report),
        when=tuple(one for item in items_of(node.get("when")) for one in _events(item, report)),
        then=_claims(node, report),
    )
    return made if name else None


def _words(items: tuple[Node, ...], report: Report) -> tuple[decl.Word, ...]:
    words = (word_of(item, report) for item in items)
    return tuple(word for word in words if word is not None)


def _options(node: Node | None, report: Report) -> tuple[tuple[decl.Word, nodes.Expr], ...]:
    pairs = ((word_of(entry.key, report), expr_of(entry.value, report)) for entry in entries_of(node))
    return tuple((word, value) for word, value in pairs if word is not None and value is not None)


def _given(node: Node | None, report: Report) -> tuple[tuple[decl.Word, decl.Data], ...]:
    pairs = ((word_of(entry.key, report), data_of(entry.value, report)) for entry in entries_of(node))
    return tuple((word, value) for word, value in pairs if word is not None and value is not None)


def _events(node: Node, report: Report) -> list[decl.Move | decl.Expect | decl.Listing]:
    if not isinstance(node, Mapping):
        return []
    if node.entry("expect"):
        condition = expr_of(node.get("expect"), report)
        return [] if condition is None else [decl.Expect(condition)]
    listings = _listings(node, report)
    if listings:
        return list(listings)
    return _moves(node, report)


def _moves(node: Mapping, report: Report) -> list[decl.Move | decl.Expect | decl.Listing]:
    """`p1: place(square=a1)`, with `refused` beside it."""
    refused = scalar_of(node.get("refused"))
    answer = plain_value(refused) if refused else False
    seats = [entry for entry in node.entries if entry.key.value != "refused"]
    if len(seats) != 1:
        at = seats[1].key.span if seats else node.span
        help = "one move an entry, such as p1: place(square=a1)"
        report.add(Diagnostic("wrong-shape", at, f"expected one seat, found {len(seats)}", help))
        return []
    player = word_of(seats[0].key, report)
    step = parsed(parse.parse_step, seats[0].value, report)
    if player is None or step is None:
        return []
    kept = answer if isinstance(answer, bool | str) else True
    return [decl.Move(player, step, kept, node.span)]


def _claims(node: Mapping, report: Report) -> tuple[decl.Expect | decl.Listing | decl.Ended, ...]:
    """`then`, and the lists and the ending that stand beside it, in the order of the file."""
    claims: list[decl.Expect | decl.Listing | decl.Ended] = []
    for entry in node.entries:
        if entry.key.value == "then":
            for item in one_or_more(entry.value):
                claims += _claim(item, report)
        else:
            claims += _listing_or_end(entry, report)
    return tuple(claims)


def _claim(node: Node, report: Report) -> list[decl.Expect | decl.Listing | decl.Ended]:
    if isinstance(node, Mapping):
        return [claim for entry in node.entries for claim in _listing_or_end(entry, report)]
    condition = expr_of(node, report)
    return [] if condition is None else [decl.Expect(condition)]


def _listing_or_end(entry: Entry, report: Report) -> list[decl.Listing | decl.Ended]:
    if entry.key.value == "ended":
        return [_ended(entry, report)]
    listing = _listing(entry, report)
    return [] if listing is None else [listing]


def _listings(node: Mapping, report: Report) -> list[decl.Listing]:
    found = (_listing(entry, report) for entry in node.entries)
    return [listing for listing in found if listing is not None]


def _listing(entry: Entry, report: Report) -> decl.Listing | None:
    for kind in _KINDS:
        if entry.key.value == kind:
            steps = (parsed(parse.parse_step, item, report) for item in one_or_more(entry.value))
            return decl.Listing(kind, tuple(step for step in steps if step is not None), entry.key.span)
    return None


def _ended(entry: Entry, report: Report) -> decl.Ended:
    """`true`, `false`, `{won_by: cross}` or `{drawn: true}`; a draw has no winners."""
    value = entry.value
    if isinstance(value, Scalar):
        return decl.Ended(plain_value(value) is True, None, entry.key.span)
    won_by = value.get("won_by") if isinstance(value, Mapping) else None
    return decl.Ended(True, _words(one_or_more(won_by), report), entry.key.span)
