"""Plain data: tables with their keys found from the words in them, and what state starts with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from boardrules.check import expressions, messages, operators
from boardrules.check.constant import constant
from boardrules.check.convert import common, convert
from boardrules.check.names import Names, Scope, TableInfo, Typed, bind_new
from boardrules.diagnostics import did_you_mean
from boardrules.ir import exprs
from boardrules.ir.rules import Table
from boardrules.ir.simplify import one_of, pick
from boardrules.ir.types import (
    HIGHEST,
    Bool,
    Enum,
    Error,
    Int,
    ListOf,
    Optional,
    SetOf,
    Simple,
    Storable,
    Type,
    domain_of,
    none_code,
    span_of,
)
from boardrules.lang import nodes
from boardrules.loader.declarations import Data, DataEntry, DataList, DataMap, StateDecl, Word
from boardrules.source import Span

LONGEST_LADDER = 1000
"""Open ends (`20+5`, `7..`) are laid out up to this key."""

MOST_KEYS = 100_000


def span_of_data(data: Data) -> Span:
    return data.span


# ---- tables


def data_table(names: Names, word: Word, data: Data) -> TableInfo | None:
    """A table whose key types are found from its keys: words of one type, or numbers."""
    if isinstance(data, nodes.Ladder):
        return _ladder(word, data)
    if not isinstance(data, DataMap):
        names.add(messages.bad_table(span_of_data(data), "a table is a mapping from keys to values, or a ladder 1/3/6"))
        return None
    keys = _key_types(names, data)
    if keys is None:
        return None
    entries: list[Data] = []
    for path in product(*(domain_of(key) for key in keys)):
        found = _entry_at(names, data, keys, path)
        if found is None:
            return None
        entries.append(found)
    return _typed_entries(names, word, keys, entries)


def _ladder(word: Word, ladder: nodes.Ladder) -> TableInfo:
    """`2/5/9+4`: 0 for 0, then the values, then as many more as the step says."""
    values = [0, *ladder.values]
    if ladder.step is not None:
        values += [values[-1] + ladder.step * n for n in range(1, LONGEST_LADDER - len(values) + 2)]
    key = Int(0, len(values) - 1)
    return TableInfo(Table(word.name, (key,), tuple(values)), Int(min(values), max(values)), word.span)


def _key_types(names: Names, data: DataMap) -> tuple[Simple, ...] | None:
    """The type of the keys, and of the keys inside them where the values are mappings too."""
    key = _key_type(names, data)
    if key is None:
        return None
    first = data.entries[0].value
    if not isinstance(first, DataMap):
        return (key,)
    inner = _key_types(names, first)
    return None if inner is None else (key, *inner)


def _key_type(names: Names, data: DataMap) -> Simple | None:
    if not data.entries:
        names.add(messages.bad_table(data.span, "a table must have entries"))
        return None
    bands = [entry.key for entry in data.entries if isinstance(entry.key, nodes.Band)]
    if len(bands) == len(data.entries):
        return _band_type(names, data, bands)
    of: Type | None = None
    for entry in data.entries:
        if isinstance(entry.key, nodes.Band):
            names.add(messages.bad_table(entry.key.span, "numbers and words cannot both be keys of one table"))
            return None
        known = names.members.get(entry.key.name)
        if known is None:
            names.add(messages.unknown_name(entry.key.span, "member", entry.key.name, names.members))
            return None
        of = known[0] if of is None else common(of, known[0])
        if of is None:
            names.add(messages.bad_table(entry.key.span, f"'{entry.key.name}' is of another type than the keys before"))
            return None
    assert isinstance(of, Enum)
    return of


def _band_type(names: Names, data: DataMap, bands: list[nodes.Band]) -> Int | None:
    ordered = sorted(bands, key=lambda band: band.low)
    for one, after in pairwise(ordered):
        end = one.high if one.high is not None else HIGHEST
        if end >= after.low:
            names.add(messages.bad_table(after.span, f"{after.low} is in two bands"))
            return None
        if end + 1 < after.low:
            names.add(messages.bad_table(after.span, f"nothing stands for {end + 1}"))
            return None
    last = ordered[-1]
    end = last.high if last.high is not None else last.low
    if end - ordered[0].low >= MOST_KEYS:
        names.add(messages.bad_table(last.span, f"a table has at most {MOST_KEYS:,} keys"))
        return None
    return Int(ordered[0].low, last.high if last.high is not None else max(LONGEST_LADDER, last.low))


def _entry_at(names: Names, data: DataMap, keys: tuple[Simple, ...], path: tuple[int, ...]) -> Data | None:
    for entry in data.entries:
        if _covers(names, entry, keys[0], path[0]):
            if len(keys) == 1:
                return entry.value
            if isinstance(entry.value, DataMap):
                return _entry_at(names, entry.value, keys[1:], path[1:])
            names.add(messages.bad_table(span_of_data(entry.value), "the other entries are mappings"))
            return None
    names.add(messages.missing_entry(data.span, "the table", [member_name(keys[0], path[0])]))
    return None


def _covers(names: Names, entry: DataEntry, of: Simple, code: int) -> bool:
    if isinstance(entry.key, nodes.Band):
        return entry.key.low <= code and (entry.key.high is None or code <= entry.key.high)
    known = names.members.get(entry.key.name)
    if known is None or not isinstance(of, Enum):
        return False
    value = convert(names, Typed(exprs.Const(known[1]), known[0], entry.key.span), of)
    return value == exprs.Const(code)


def member_name(of: Simple, code: int) -> str:
    return of.members[code - 1] if isinstance(of, Enum) else str(code)


def _typed_entries(names: Names, word: Word, keys: tuple[Simple, ...], entries: list[Data]) -> TableInfo | None:
    if any(isinstance(entry, DataList) for entry in entries):
        return _list_entries(names, word, keys, entries)
    values: list[Typed] = []
    for entry in entries:
        found = _constant_entry(names, entry)
        if found is None:
            return None
        values.append(found)
    of = _type_of_all(names, values)
    if of is None:
        return None
    numbers = tuple(_number(names, value, of) for value in values)
    return TableInfo(Table(word.name, keys, numbers), of, word.span)


def _list_entries(names: Names, word: Word, keys: tuple[Simple, ...], entries: list[Data]) -> TableInfo | None:
    rows: list[list[Typed]] = []
    for entry in entries:
        if not isinstance(entry, DataList):
            names.add(messages.bad_table(span_of_data(entry), "the other entries are lists"))
            return None
        row = [_constant_entry(names, item) for item in entry.items]
        if None in row:
            return None
        rows.append([item for item in row if item is not None])
    of = _type_of_all(names, [item for row in rows for item in row])
    if not isinstance(of, Int | Enum):
        names.add(messages.bad_table(word.span, "a list holds numbers, or members of one type"))
        return None
    numbers = tuple(tuple(_number(names, item, of) for item in row) for row in rows)
    return TableInfo(Table(word.name, keys, numbers), ListOf(of), word.span)


def _constant_entry(names: Names, data: Data) -> Typed | None:
    if isinstance(data, DataList | DataMap | nodes.Ladder):
        names.add(messages.bad_table(span_of_data(data), "expected one value"))
        return None
    found = expressions.typed(names, data, Scope())
    if isinstance(found.type, Error):
        return None
    value = constant(names, found.value, data.span, {})
    if value is None:
        return None
    of = Int(value, value) if isinstance(found.type, Int) else found.type
    return Typed(exprs.Const(value), of, data.span)


def _type_of_all(names: Names, values: list[Typed]) -> Type | None:
    of: Type | None = None
    for value in values:
        wider = value.type if of is None else common(of, value.type)
        if wider is None:
            assert of is not None
            names.add(messages.different_entries(value.span, value.type, of))
            return None
        of = wider
    return of


def _number(names: Names, value: Typed, of: Type) -> int:
    converted = convert(names, value, of)
    assert isinstance(converted, exprs.Const)
    return converted.value


# ---- start values


def start_value(
    names: Names, decl: StateDecl, of: Storable, keys: tuple[Simple, ...], key_names: tuple[str, ...]
) -> exprs.Expr:
    """An expression over the keys. State starts at 0 if that is in range, else at the low end; none; empty."""
    default = exprs.Const(_default_start(of))
    if decl.start is None:
        return default
    scope = Scope()
    for name, key in zip(key_names, keys, strict=True):
        scope = bind_new(names, scope, name, key, decl.word.span)
    if isinstance(decl.start, DataMap):
        return _mapped_start(names, decl.start, of, keys, key_names, default)
    value = start_leaf(names, decl.start, of, scope)
    _must_be_constant(names, value, decl.start, keys, key_names)
    return value


def _default_start(of: Storable) -> int:
    match of:
        case Int(low, high):
            return 0 if low <= 0 <= high else low
        case Bool() | SetOf():
            return 0
        case Enum():
            return of.domain[0] if of.domain else 0
        case Optional(inner):
            return none_code(inner)


def _mapped_start(
    names: Names,
    data: DataMap,
    of: Storable,
    keys: tuple[Simple, ...],
    key_names: tuple[str, ...],
    default: exprs.Expr,
) -> exprs.Expr:
    """`{d4: white, e5: white}`: these keys start so, `each` stands for all others, what is left out as usual."""
    if not keys:
        names.add(messages.type_mismatch(data.span, "one value", of))
        return default
    here = exprs.Local(key_names[0])
    cases: list[tuple[int, exprs.Expr]] = []
    for entry in data.entries:
        value = _mapped_leaf(names, entry.value, of, keys, key_names, default)
        if isinstance(entry.key, Word) and entry.key.name == "each":
            default = value
            continue
        cases += [(code, value) for code in key_codes(names, entry, keys[0])]
    result = default
    for value in dict.fromkeys(value for _, value in cases):
        codes = tuple(code for code, other in cases if other == value)
        result = pick(one_of(here, codes), value, result)
    return result


def _mapped_leaf(
    names: Names,
    data: Data,
    of: Storable,
    keys: tuple[Simple, ...],
    key_names: tuple[str, ...],
    default: exprs.Expr,
) -> exprs.Expr:
    if isinstance(data, DataMap):
        return _mapped_start(names, data, of, keys[1:], key_names[1:], default)
    return start_leaf(names, data, of, Scope())


def key_codes(names: Names, entry: DataEntry, of: Simple) -> Iterator[int]:
    """The numbers that a key of a data mapping stands for."""
    if isinstance(entry.key, nodes.Band):
        low, size = span_of(of)
        high = entry.key.high if entry.key.high is not None else low + size - 1
        if isinstance(of, Enum) or entry.key.low < low or high >= low + size:
            names.add(messages.out_of_range(entry.key.span, "the key", low, low + size - 1))
            return
        yield from range(entry.key.low, high + 1)
        return
    known = names.members.get(entry.key.name)
    if known is None or not isinstance(of, Enum):
        wanted = of.members if isinstance(of, Enum) else ()
        kind = of.name if isinstance(of, Enum) else "key"
        names.add(messages.unknown_name(entry.key.span, kind, entry.key.name, wanted))
        return
    value = convert(names, Typed(exprs.Const(known[1]), known[0], entry.key.span), of)
    if isinstance(value, exprs.Const):
        yield value.value


def start_leaf(names: Names, data: Data, of: Storable, scope: Scope) -> exprs.Expr:
    if isinstance(data, nodes.Name) and isinstance(of, SetOf) and data.name in names.types:
        return _whole_type(names, data, of)
    if isinstance(data, DataList) and isinstance(of, SetOf):
        bits: exprs.Expr = exprs.Const(0)
        for item in data.items:
            if isinstance(item, DataList | DataMap | nodes.Ladder):
                names.add(messages.type_mismatch(item.span, "a member", of))
                continue
            bits = exprs.Binary("|", bits, operators.as_set(names, expressions.typed(names, item, scope), of))
        return bits
    if isinstance(data, DataList | DataMap | nodes.Ladder):
        names.add(messages.type_mismatch(data.span, "one value", of))
        return exprs.Const(0)
    inner = of.of if isinstance(of, SetOf) else of
    return convert(names, expressions.typed(names, data, scope, inner), of)


def _whole_type(names: Names, data: nodes.Name, of: SetOf) -> exprs.Expr:
    inner = names.types[data.name]
    low, _ = span_of(of.of)
    bits = 0
    for code in domain_of(inner):
        bits |= 1 << (code - low)
    if inner != of.of:
        names.add(messages.type_mismatch(data.span, f"the type {of.of}", inner, did_you_mean(data.name, names.types)))
    return exprs.Const(bits)


def _must_be_constant(
    names: Names, value: exprs.Expr, data: Data, keys: tuple[Simple, ...], key_names: tuple[str, ...]
) -> None:
    """A start value may use its keys, options and tables, but no state: the first key is tried."""
    env = {name: domain_of(key)[0] for name, key in zip(key_names, keys, strict=True) if domain_of(key)}
    if len(env) == len(keys) and not names.report.has_errors:
        constant(names, value, span_of_data(data), env)
