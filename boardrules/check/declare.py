"""Declarations that rules are made of: options, types, boards, tables and state, in that order.

Each may use what came before it: options and the number of players size types, types key tables, tables fill state.
"""

from __future__ import annotations

from collections.abc import Mapping

from boardrules.check import expressions, messages
from boardrules.check.builtins import snake
from boardrules.check.constant import constant, constant_int
from boardrules.check.data import data_table, start_value
from boardrules.check.grids import declare_grid
from boardrules.check.names import Names, Scope, Typed
from boardrules.diagnostics import Diagnostic, did_you_mean
from boardrules.errors import BadOption
from boardrules.ir import exprs
from boardrules.ir.rules import Variable
from boardrules.ir.types import BOOL, ERROR, Enum, Int, Optional, Part, SetOf, Simple, Storable, Type, domain_of
from boardrules.lang import nodes
from boardrules.loader.declarations import (
    BoardDecl,
    Data,
    DataMap,
    EnumDef,
    GameDecl,
    OptionDecl,
    StateDecl,
    TypeDecl,
    Word,
)

OptionValue = int | bool | str


def declare_players(names: Names, game: GameDecl) -> None:
    seats = tuple(seat.word.name for seat in game.seats)[: names.players]
    if not seats:
        seats = tuple(f"p{number}" for number in range(1, names.players + 1))
    names.types["Player"] = Enum("Player", seats, wraps=True)
    places = {seat.word.name: seat.word.span for seat in game.seats}
    for code, seat in enumerate(seats, 1):
        names.declare(seat, places.get(seat, game.players_span))
        names.members[seat] = (names.player, code)
    if game.seats and len(game.seats) != game.most:
        at = game.seats[min(game.most, len(game.seats) - 1)].word.span
        names.add(messages.wrong_seats(at, len(game.seats), game.most))
    names.constants["players"] = Typed(exprs.Const(names.players), Int(names.players, names.players))
    names.declare("players", game.players_span)


# ---- options


def declare_options(names: Names, game: GameDecl, chosen: Mapping[str, OptionValue]) -> None:
    for option in game.options:
        name = option.word.name
        if not names.declare(name, option.word.span):
            continue
        if option.per_player:
            names.add(messages.not_supported(option.word.span, "`per` in an option"))
        if option.values:
            _declare_word_option(names, option, chosen.get(name))
        else:
            default = _default(names, option)
            if default is not None:
                _declare_plain_option(names, option, default, chosen.get(name))


def _declare_word_option(names: Names, option: OptionDecl, chosen: OptionValue | None) -> None:
    words = tuple(word.name for word in option.values)
    of = Enum(option.word.name, words)
    for code, word in enumerate(words, 1):
        names.option_words.setdefault(word, []).append((of, code))
    default = _default_data(names, option)
    if default is None:
        return
    if not isinstance(default, nodes.Name) or default.name not in words:
        near = did_you_mean(default.name, words) if isinstance(default, nodes.Name) else None
        names.add(Diagnostic("bad-value", default.span, f"the default must be one of {', '.join(words)}", near))
        return
    if chosen is not None and chosen not in words:
        raise BadOption(f"option {option.word.name}: {chosen!r} is not one of {', '.join(words)}")
    value = str(chosen) if chosen is not None else default.name
    names.constants[option.word.name] = Typed(exprs.Const(words.index(value) + 1), of)


def _default(names: Names, option: OptionDecl) -> Typed | None:
    default = _default_data(names, option)
    if default is None:
        return None
    if not isinstance(default, nodes.Number | nodes.Truth | nodes.Negative):
        names.add(Diagnostic("bad-value", default.span, "a default is a number, true or false, or one of the values"))
        return None
    return expressions.typed(names, default, Scope())


def _default_data(names: Names, option: OptionDecl) -> Data | None:
    """The default for this number of players."""
    if not isinstance(option.default, DataMap):
        return option.default
    for entry in option.default.entries:
        band = entry.key
        if isinstance(band, nodes.Band) and band.low <= names.players <= (band.high or names.players):
            return entry.value
    names.add(
        messages.missing_entry(option.word.span, f"the default of '{option.word.name}'", [f"{names.players} players"])
    )
    return None


def _declare_plain_option(names: Names, option: OptionDecl, default: Typed, chosen: OptionValue | None) -> None:
    name = option.word.name
    of: Int | None = None
    if option.range is not None:
        of = _range(names, option.range)
    elif isinstance(default.type, Int):
        names.add(Diagnostic("missing-key", option.word.span, f"the option '{name}' has no range", "add 'range: 0..9'"))
        return
    assert isinstance(default.value, exprs.Const)
    value = default.value.value
    if of is not None and not of.low <= value <= of.high:
        names.add(messages.out_of_range(default.span, f"the default {value}", of.low, of.high))
    if chosen is not None:
        value = _chosen_value(name, chosen, of)
    found: Type = BOOL if of is None else Int(value, value)
    names.constants[name] = Typed(exprs.Const(value), found)


def _chosen_value(name: str, chosen: OptionValue, of: Int | None) -> int:
    if of is None:
        if not isinstance(chosen, bool):
            raise BadOption(f"option {name}: {chosen!r} is neither true nor false")
        return int(chosen)
    if isinstance(chosen, bool) or not isinstance(chosen, int) or not of.low <= chosen <= of.high:
        raise BadOption(f"option {name}: {chosen!r} is not a number from {of.low} to {of.high}")
    return chosen


def _range(names: Names, node: nodes.Range) -> Int | None:
    low, high = constant_int(names, node.low), constant_int(names, node.high)
    if low is None or high is None:
        return None
    if low > high:
        names.add(Diagnostic("bad-value", node.span, f"the range {low}..{high} is empty"))
        return None
    return Int(low, high)


# ---- types


def declare_types(names: Names, game: GameDecl) -> None:
    for board in game.boards:
        if _new_type(names, board.word):
            _declare_board(names, board)
    known = {decl.word.name for decl in game.types}
    for decl in game.types:
        if _new_type(names, decl.word):
            _declare_type(names, decl, known)


def _declare_board(names: Names, board: BoardDecl) -> None:
    if names.grids:
        names.add(messages.not_supported(board.word.span, "a second grid"))
        return
    lines = constant_int(names, board.lines) if board.lines is not None else None
    declare_grid(names, board, lines)


def _new_type(names: Names, word: Word) -> bool:
    if word.name in names.types:
        first = names.type_spans.get(word.name, word.span)
        names.add(messages.duplicate_name(word.span, word.name, first))
        return False
    names.type_spans[word.name] = word.span
    return True


def _declare_type(names: Names, decl: TypeDecl, known: set[str]) -> None:
    name = decl.word.name
    match decl.definition:
        case EnumDef():
            names.types[name] = _enum(names, name, decl.definition, known)
        case nodes.Range():
            found = _range(names, decl.definition)
            names.types[name] = Int(found.low, found.high, name) if found else Int(0, 0, name)
        case nodes.Subset():
            names.types[name] = _subset(names, name, decl.definition)


def _enum(names: Names, name: str, definition: EnumDef, known: set[str]) -> Enum:
    """Members in order; a whole type among them makes this a wider type."""
    members: list[str] = []
    parts: list[Part] = []
    own: list[tuple[Word, int]] = []
    for word in definition.members:
        inner = names.types.get(word.name)
        if isinstance(inner, Enum) and inner.base is None:
            parts.append(Part(inner, len(members)))
            members += inner.members
        elif inner is not None or word.name in known:
            help = "declare it before this one" if inner is None else "only whole enumerations can be joined"
            names.add(Diagnostic("bad-value", word.span, f"'{word.name}' cannot be part of '{name}'", help))
        else:
            members.append(word.name)
            own.append((word, len(members)))
    of = Enum(name, tuple(members), tuple(parts))
    for word, code in own:
        if word.name in names.members:
            names.add(messages.duplicate_name(word.span, word.name, names.declared_at(word.name) or word.span))
        elif names.declare(word.name, word.span):
            names.members[word.name] = (of, code)
    return of


def _subset(names: Names, name: str, node: nodes.Subset) -> Simple:
    base = names.type_named(node.of, node.span)
    if not isinstance(base, Enum) or base.base is not None:
        if base is not None:
            names.add(messages.type_mismatch(node.span, "a whole enumeration", base))
        return Enum(name, ())
    test = expressions.test(names, node.where, Scope().bind(node.name, base))
    codes = []
    for code in base.domain:
        holds = constant(names, test, node.where.span, {node.name: code})
        if holds is None:
            break
        if holds:
            codes.append(code)
    return Enum(name, base.members, base=base, codes=tuple(codes))


def declare_words(names: Names, game: GameDecl) -> None:
    for decl in game.names:
        found = storable(names, decl.type.held)
        names.words[decl.word.name] = found if found is not None else ERROR


MOST_MEMBERS = 4_096
"""A set is one number with a bit for each."""


def storable(names: Names, held: nodes.Held) -> Storable | None:
    """The type of one cell."""
    match held:
        case nodes.NamedType(name, optional, span):
            found = names.type_named(name, span)
            return None if found is None else Optional(found) if optional else found
        case nodes.RangeType(low, high, span):
            return _range(names, nodes.Range(low, high, span))
        case nodes.WordType("bool"):
            return BOOL
        case nodes.WordType(word, span):
            names.add(messages.not_supported(span, f"a piece of state of type `{word}`"))
        case nodes.CountType(most, span):
            if most is None:
                names.add(Diagnostic("missing-key", span, "a count must say how many", "write 'count up to 20'"))
                return None
            limit = constant_int(names, most)
            return None if limit is None else Int(0, limit)
        case nodes.CollectionType("set", of, _, span):
            inner = names.type_named(of, span)
            if isinstance(inner, Int) and inner.high - inner.low >= MOST_MEMBERS:
                names.add(messages.too_many_values(span, inner.high - inner.low + 1, MOST_MEMBERS))
                return None
            if isinstance(inner, Int | Enum):
                return SetOf(inner)
            if inner is not None:
                names.add(messages.type_mismatch(span, "a set of members", inner))
        case nodes.CollectionType(kind, span=span):
            names.add(messages.not_supported(span, f"a {kind}"))
    return None


# ---- tables and state


def declare_tables(names: Names, game: GameDecl) -> None:
    for decl in game.tables:
        if names.declare(decl.word.name, decl.word.span):
            info = data_table(names, decl.word, decl.value)
            if info is not None:
                names.tables[decl.word.name] = info


MOST_CELLS = 1_000_000


def declare_state(names: Names, game: GameDecl) -> None:
    for decl in game.state:
        if names.declare(decl.word.name, decl.word.span):
            variable = _variable(names, decl)
            if variable is not None:
                names.state[decl.word.name] = variable


def _variable(names: Names, decl: StateDecl) -> Variable | None:
    bag = isinstance(decl.type.held, nodes.CollectionType) and decl.type.held.kind == "bag"
    of = None if bag else storable(names, decl.type.held)
    keys: list[Simple] = []
    key_names: list[str] = []
    for key in decl.type.keys:
        if key.type is None:
            found: Simple | None = Int(key.low, key.high)
        else:
            found = names.type_named(key.type, key.span)
        if found is None:
            return None
        keys.append(found)
        key_names.append(key.name or _key_name(key.type or "number", key_names))
    held = decl.type.held
    is_bag = False
    if isinstance(held, nodes.CollectionType) and held.kind == "bag":
        is_bag = True
        inside = names.type_named(held.of, held.span)
        if inside is None:
            return None
        keys.append(inside)
        key_names.append(_key_name(held.of, key_names))
        most = len(domain_of(inside)) if held.most is None else constant_int(names, held.most)
        of = None if most is None else Int(0, most)
    if of is None:
        return None
    cells = 1
    for one in keys:
        cells *= one.high - one.low + 1 if isinstance(one, Int) else one.size if isinstance(one, Enum) else 2
    if cells > MOST_CELLS:
        names.add(Diagnostic("out-of-range", decl.type.span, f"{cells} cells are more than {MOST_CELLS}"))
        return None
    start = start_value(names, decl, of, tuple(keys), tuple(key_names))
    return Variable(decl.word.name, tuple(keys), tuple(key_names), of, start, decl.word.span, is_bag)


def _key_name(type_name: str, taken: list[str]) -> str:
    """The word that stands for a key in a start value: its type in small letters, numbered if it comes twice."""
    name = snake(type_name)
    same = sum(1 for one in taken if one.rstrip("0123456789") == name)
    return f"{name}{same + 1}" if same else name
