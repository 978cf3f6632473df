"""Where the JSON schemas lie, and how one is read. Editors use the same files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

Schema: TypeAlias = dict[str, Any]
SchemaName = Literal["game", "scenario"]


def schema_folder() -> Path:
    """Inside the installed package; in a checkout beside it."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "schemas"
    return inside if inside.is_dir() else package.parent / "schemas"


@cache
def read_schema(name: SchemaName) -> Schema:
    text = (schema_folder() / f"{name}.schema.json").read_text("utf-8")
    schema: Schema = json.loads(text)
    return schema
