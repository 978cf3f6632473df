"""What the validator found, in the words of somebody who writes a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from boardrules.diagnostics import Diagnostic, did_you_mean
from boardrules.loader.schemas import Schema
from boardrules.loader.yaml_nodes import Mapping, Node, Scalar, Sequence, plain_value
from boardrules.source import Span

if TYPE_CHECKING:
    from jsonschema import ValidationError

LATER = {"$ref": "#/definitions/later"}

_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
}


def messages(error: ValidationError, node: Node, key: Scalar | None) -> list[Diagnostic]:
    """One complaint, or one for each key that is wrong."""
    schema: Any = error.schema
    if "propertyNames" in error.absolute_schema_path:
        return [_bad_key(error, node)]
    match error.validator:
        case "additionalProperties":
            return list(_unknown_keys(node, schema))
        case "required":
            return list(_missing_keys(node, key, schema))
        case "type":
            return [_wrong_kind(node, key, schema)]
        case "x-later":
            name = key.value if key else "this"
            at = key.span if key else _head(node, key)
            return [Diagnostic("not-supported", at, f"`{name}` is not supported by this version")]
        case "enum":
            return [_not_listed(node, key, schema["enum"])]
        case "minItems" | "minProperties":
            return [Diagnostic("wrong-shape", _head(node, key), "this must not be empty", schema.get("description"))]
        case "maxProperties":
            return [_too_many_keys(node, key, schema)]
        case "minimum":
            return [Diagnostic("bad-value", _head(node, key), f"expected a number of at least {schema['minimum']}")]
        case "maximum":
            return [Diagnostic("bad-value", _head(node, key), f"expected a number of at most {schema['maximum']}")]
        case _:
            return [Diagnostic("bad-value", _head(node, key), f"{_shown(node)} does not fit here", _help_of(schema))]


def unknown_key(key: Scalar, allowed: Iterable[str], hidden: Iterable[str] = ()) -> Diagnostic:
    """`hidden` keys are suggested to who nearly wrote one, but not listed."""
    known = list(allowed)
    help = did_you_mean(key.value, [*known, *hidden])
    if help is None:
        help = f"the keys here are: {', '.join(known)}" if known else "nothing can stand here"
    return Diagnostic("unknown-key", key.span, f"unknown key '{key.value}'", help)


_STATEMENTS = ("if", "for", "while", "repeat", "times", "choose", "case", "may", "first_possible")


def _second_statement(node: Mapping, properties: Schema) -> Scalar | None:
    """The key of another statement in the mapping of one."""
    if not any(word in properties for word in _STATEMENTS):
        return None
    others = [one.key for one in node.entries if one.key.value in _STATEMENTS and one.key.value not in properties]
    return others[0] if others else None


def _swapped(node: Mapping, schema: Schema) -> tuple[Scalar, str] | None:
    """The one unknown key and the one missing key, where the first must be meant for the second."""
    properties, required = schema.get("properties", {}), schema.get("required", ())
    here = [entry.key.value for entry in node.entries]
    strangers = [entry.key for entry in node.entries if entry.key.value not in properties]
    missing = [name for name in required if name not in here]
    if len(strangers) == len(missing) == 1 and not did_you_mean(strangers[0].value, properties):
        return strangers[0], missing[0]
    return None


def _unknown_keys(node: Node, schema: Schema) -> Iterable[Diagnostic]:
    assert isinstance(node, Mapping)
    properties = schema.get("properties", {})
    second = _second_statement(node, properties)
    if second is not None:
        first = next(entry.key.value for entry in node.entries if entry.key.value in _STATEMENTS)
        message = f"'{first}' and '{second.value}' are two statements"
        yield Diagnostic("unknown-key", second.span, message, f"begin a new one: - {second.value}: ...")
        return
    swapped = _swapped(node, schema)
    if swapped is not None:
        key, meant = swapped
        yield Diagnostic("unknown-key", key.span, f"unknown key '{key.value}'", f"did you mean '{meant}'?")
        return
    hidden = [name for name, value in properties.items() if value == LATER]
    allowed = [name for name in properties if name not in hidden]
    strangers = [entry.key for entry in node.entries if entry.key.value not in properties]
    # `do` beside a misspelt `while` is right where it stands.
    companions = schema.get("x-companions", ())
    for key in [key for key in strangers if key.value not in companions] or strangers[:1]:
        yield unknown_key(key, allowed, hidden)


def _missing_keys(node: Node, key: Scalar | None, schema: Schema) -> Iterable[Diagnostic]:
    assert isinstance(node, Mapping)
    here = [entry.key.value for entry in node.entries]
    properties = schema.get("properties", {})
    # A board with a picture instead of a grid hears that pictures come later, not that the grid is missing.
    if any(properties.get(name) == LATER for name in here):
        return
    # Two statements in one mapping, or a wrong word for the key, are reported as unknown keys.
    if _second_statement(node, properties) is not None or _swapped(node, schema) is not None:
        return
    # A key that is nearly this one is reported as unknown.
    strangers = [one for one in here if one not in properties]
    for name in schema["required"]:
        if name not in here and not any(did_you_mean(one, [name]) for one in strangers):
            # About the whole file the description says nothing that would help.
            help = _help_of(schema) if key is not None or "title" not in schema else None
            yield Diagnostic("missing-key", _head(node, key), f"the key '{name}' is missing here", help)


def _wrong_kind(node: Node, key: Scalar | None, schema: Schema) -> Diagnostic:
    wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "string" in wanted:
        # Numbers and truth values are only short texts to who writes them.
        wanted = [kind for kind in wanted if kind not in ("integer", "boolean")]
    expected = " or ".join(_KINDS[kind] for kind in wanted)
    message = f"expected {expected}, found {_kind_of(node)}"
    return Diagnostic("wrong-shape", _head(node, key), message, _help_of(schema))


def _not_listed(node: Node, key: Scalar | None, values: list[Any]) -> Diagnostic:
    listed = ["true" if value is True else "false" if value is False else str(value) for value in values]
    expected = listed[0] if len(listed) == 1 else f"one of {', '.join(listed)}"
    near = did_you_mean(node.value, listed) if isinstance(node, Scalar) else None
    return Diagnostic("bad-value", _head(node, key), f"expected {expected}, found {_shown(node)}", near)


def _too_many_keys(node: Node, key: Scalar | None, schema: Schema) -> Diagnostic:
    assert isinstance(node, Mapping)
    most = schema["maxProperties"]
    extra = node.entries[most].key
    number = "one entry" if most == 1 else f"{most} entries at most"
    return Diagnostic("wrong-shape", extra.span, f"expected {number}, found {len(node.entries)}", _help_of(schema))


def _bad_key(error: ValidationError, node: Node) -> Diagnostic:
    assert isinstance(node, Mapping)
    entry = node.entry(str(error.instance))
    at = entry.key.span if entry else node.span
    schema: Any = error.schema
    return Diagnostic("bad-value", at, f"the key '{error.instance}' does not fit here", _help_of(schema))


def _help_of(schema: Schema) -> str | None:
    description = schema.get("description")
    return str(description) if description else None


def _head(node: Node, key: Scalar | None) -> Span:
    """The place to blame: a value itself, the key of a longer one, or where it begins."""
    if isinstance(node, Scalar) and not node.is_empty:
        return node.span
    if key is not None:
        return key.span
    if isinstance(node, Mapping) and node.entries:
        return node.entries[0].key.span
    return node.span


def _shown(node: Node) -> str:
    return f"'{node.value}'" if isinstance(node, Scalar) and not node.is_empty else _kind_of(node)


def _kind_of(node: Node) -> str:
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    value = plain_value(node)
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return node.value
    return "a number" if isinstance(value, int | float) else "text"
