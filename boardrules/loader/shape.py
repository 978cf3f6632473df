"""Nodes and a schema in, complaints about keys and kinds of values out, each at its own place.

The schema is the one that editors use. It is applied one definition at a time: a reference to a definition is put
aside until the current one is done, so the validator never goes deeper than one level of the file.

    state: {mark: {typ: Player}}   ->   unknown key 'typ', did you mean 'type'?
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, final

from boardrules.diagnostics import Diagnostic, Report
from boardrules.loader import shape_messages
from boardrules.loader.schemas import Schema, SchemaName, read_schema
from boardrules.loader.yaml_nodes import SPLIT_HELP, Mapping, Node, Scalar, Sequence, plain_value

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

Value: TypeAlias = Any
"""A node as jsonschema wants it: dicts, lists and plain values."""

_OWN = "#/definitions/"


def check_shape(root: Node, name: SchemaName, report: Report, definition: str | None = None) -> bool:
    """Report all that is wrong with the shape of a file; True where nothing is."""
    return check_against(root, read_schema(name), report, definition)


def check_against(root: Node, schema: Schema, report: Report, definition: str | None = None) -> bool:
    splits = list(find_splits(root))
    spoilt = {id(part) for split in splits for part in _parts(split.container)}
    found = [split.diagnostic for split in splits]
    found += _Shape(root, schema, spoilt).faults(definition)
    for diagnostic in found:
        report.add(diagnostic)
    return not found


# ---- expressions that YAML cut in two


@final
@dataclass(frozen=True, slots=True)
class Split:
    """A list or mapping in [ ] or { } that YAML has cut at the wrong comma."""

    container: Sequence | Mapping
    diagnostic: Diagnostic


def is_split(scalar: Scalar) -> bool:
    """Half an expression: a bracket was opened on one side of a comma and closed on the other."""
    return scalar.in_flow and scalar.style == "plain" and not _is_balanced(scalar.value)


def find_splits(root: Node) -> Iterator[Split]:
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            continue
        diagnostic = _split_in(node) if node.flow else None
        if diagnostic:
            # What stands inside has been cut by the same comma: one complaint is enough.
            yield Split(node, diagnostic)
        else:
            waiting += _children(node)


def _split_in(node: Sequence | Mapping) -> Diagnostic | None:
    for part in _children(node):
        if isinstance(part, Scalar) and is_split(part):
            return Diagnostic("flow-split", part.span, "YAML has cut this at a comma", SPLIT_HELP)
    if isinstance(node, Mapping):
        for entry in node.entries:
            if isinstance(entry.value, Scalar) and entry.value.is_empty:
                return Diagnostic("flow-split", entry.key.span, f"the key '{entry.key.value}' has no value", SPLIT_HELP)
    return None


def _is_balanced(text: str) -> bool:
    closing = {")": "(", "]": "[", "}": "{"}
    waiting: list[str] = []
    for letter in text:
        if letter in "([{":
            waiting.append(letter)
        elif letter in closing and (not waiting or waiting.pop() != closing[letter]):
            return False
    return not waiting


def _children(node: Sequence | Mapping) -> list[Node]:
    if isinstance(node, Sequence):
        return list(node.items)
    return [part for entry in node.entries for part in (entry.key, entry.value)]


def _parts(root: Node) -> Iterator[Node]:
    """The node and all that it holds."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Scalar):
            waiting += _children(node)


# ---- what the schema says


@final
@dataclass(frozen=True, slots=True)
class Place:
    """A node, and the key it stands under where there is one."""

    node: Node
    key: Scalar | None


@final
class _Shape:
    """One run of a schema over one file."""

    def __init__(self, root: Node, schema: Schema, spoilt: set[int]) -> None:
        self.schema = schema
        self.spoilt = spoilt
        self.places: dict[int, Place] = {}
        self.waiting: list[tuple[Schema, Value]] = []
        # Which definition has spoken about the keys of a mapping: `if` and `for` in one mapping are one mistake.
        self.speakers: dict[int, int] = {}
        self.root_place = Place(root, None)
        self.root_value = self._value(root, None)

    def faults(self, definition: str | None) -> list[Diagnostic]:
        validator = _validator(self)
        # A schema that names its draft would be given to the stock validator, and that one follows any reference.
        whole = {key: value for key, value in self.schema.items() if key != "$schema"}
        start = self.schema["definitions"][definition] if definition else whole
        found: list[Diagnostic] = []
        self.waiting.append((start, self.root_value))
        # First in, first out, so that the outer definition speaks before the inner ones.
        for schema, value in self._queue():
            here = self.places.get(id(value), self.root_place)
            for error in validator.evolve(schema=schema).iter_errors(value):
                found += self._fault(error, here)
        return found

    def _queue(self) -> Iterator[tuple[Schema, Value]]:
        done = 0
        while done < len(self.waiting):
            yield self.waiting[done]
            done += 1

    def _value(self, node: Node, key: Scalar | None) -> Value:
        # Nesting was limited to 64 levels when the nodes were made.
        if isinstance(node, Scalar):
            return plain_value(node)
        value: Value
        if isinstance(node, Sequence):
            value = [self._value(item, None) for item in node.items]
        else:
            value = {entry.key.value: self._value(entry.value, entry.key) for entry in node.entries}
        self.places[id(value)] = Place(node, key)
        return value

    def refer(self, validator: Validator, ref: str, value: Value, schema: Schema) -> Iterator[ValidationError]:
        """`$ref`: only to a definition of this schema; lists and mappings wait for their turn."""
        if not ref.startswith(_OWN) or ref.removeprefix(_OWN) not in self.schema["definitions"]:
            raise ValueError(f"a schema may only refer to its own definitions, not to {ref}")
        target = self.schema["definitions"][ref.removeprefix(_OWN)]
        if isinstance(value, dict | list):
            self.waiting.append((target, value))
        else:
            yield from validator.descend(value, target)  # type: ignore[attr-defined]

    def _fault(self, error: ValidationError, here: Place) -> list[Diagnostic]:
        place = _locate(here, list(error.absolute_path))
        if id(place.node) in self.spoilt:
            return []
        if error.validator in ("additionalProperties", "required", "minProperties", "maxProperties"):
            speaker = id(error.schema)
            if self.speakers.setdefault(id(place.node), speaker) != speaker:
                return []
        return shape_messages.messages(error, place.node, place.key)


def _locate(start: Place, path: list[str | int]) -> Place:
    place = start
    for step in path:
        node = place.node
        if isinstance(node, Mapping):
            entry = node.entry(str(step))
            assert entry is not None
            place = Place(entry.value, entry.key)
        elif isinstance(node, Sequence):
            place = Place(node.items[int(step)], None)
    return place


def _validator(shape: _Shape) -> Validator:
    from jsonschema import Draft7Validator, ValidationError, validators
    from referencing import Registry

    def later(validator: Validator, on: bool, value: Value, schema: Schema) -> Iterator[ValidationError]:
        if on:
            yield ValidationError("not supported by this version")

    def is_whole(checker: object, value: Value) -> bool:
        # The standard takes 2.0 for a whole number; the language does not.
        return isinstance(value, int) and not isinstance(value, bool)

    strict = validators.extend(  # type: ignore[no-untyped-call]
        Draft7Validator,
        {"$ref": shape.refer, "x-later": later},
        type_checker=Draft7Validator.TYPE_CHECKER.redefine("integer", is_whole),
    )
    # With a registry of our own, and an empty one, nothing that a schema says can open a file or an address.
    made: Validator = strict({}, registry=Registry())
    return made
