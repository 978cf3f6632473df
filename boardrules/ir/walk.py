"""Going over expressions and statements without knowing every class: their dataclass fields say what is inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

_FIELD_NAMES: dict[type, tuple[str, ...]] = {}


def _field_names(kind: type) -> tuple[str, ...]:
    names = _FIELD_NAMES.get(kind)
    if names is None:
        names = _FIELD_NAMES[kind] = tuple(one.name for one in fields(kind))
    return names


def children(node: Any) -> Iterator[Any]:
    """The nodes directly inside this one, in the order of the fields."""
    for name in _field_names(type(node)):
        yield from _nodes_in(getattr(node, name))


def walk(node: Any) -> Iterator[Any]:
    """The node and everything inside it, outermost first."""
    pending = list(_nodes_in(node))[::-1]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(list(children(one))[::-1])


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of `node` with `change` applied to each node directly inside it."""
    changes = {}
    for name in _field_names(type(node)):
        old = getattr(node, name)
        new = _rebuild_value(old, change)
        if new is not old:
            changes[name] = new
    return replace(node, **changes) if changes else node


def _rebuild_value(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        new = tuple(_rebuild_value(one, change) for one in value)
        return value if all(a is b for a, b in zip(new, value, strict=True)) else new
    return change(value) if is_dataclass(value) and not isinstance(value, type) else value


def _nodes_in(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for one in value:
            yield from _nodes_in(one)
    elif is_dataclass(value) and not isinstance(value, type):
        yield value
