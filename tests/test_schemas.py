"""The schemas are sound, lead nowhere else, and the games of this repository fit them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from boardrules.diagnostics import Report, render_all
from boardrules.loader.schemas import SchemaName, read_schema, schema_folder
from boardrules.loader.shape import check_against, check_shape
from boardrules.loader.yaml_nodes import read_file, read_yaml
from boardrules.source import Source

ROOT = Path(__file__).parent.parent
NAMES: list[SchemaName] = ["game", "scenario"]
GAMES = sorted(ROOT.glob("games/*/game.yaml"))
SCENARIOS = sorted(ROOT.glob("games/*/scenarios/*.yaml"))


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every mapping inside a schema."""
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_draft_07(name: SchemaName) -> None:
    schema = read_schema(name)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(schema)


def test_every_schema_file_is_tested() -> None:
    found = {file.name.removesuffix(".schema.json") for file in schema_folder().glob("*.schema.json")}
    assert set(NAMES) <= found


@pytest.mark.parametrize("name", NAMES)
def test_no_reference_leaves_the_document_and_no_definition_is_unused(name: SchemaName) -> None:
    schema = read_schema(name)
    refs = {part["$ref"] for part in parts(schema) if isinstance(part.get("$ref"), str)}
    own = {f"#/definitions/{key}" for key in schema["definitions"]}
    assert refs <= own
    # The file of an include is checked against its definition directly.
    assert own - refs <= {"#/definitions/included"}


@pytest.mark.parametrize("name", NAMES)
def test_every_definition_says_what_it_is(name: SchemaName) -> None:
    schema = read_schema(name)
    assert schema["description"]
    assert [key for key, value in schema["definitions"].items() if not value.get("description")] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_mapping_with_fixed_keys_refuses_others(name: SchemaName) -> None:
    open_ones = [part for part in parts(read_schema(name)) if "properties" in part and "type" not in part["properties"]
                 and "additionalProperties" not in part]  # fmt: skip
    assert open_ones == []


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_is_chosen_by_its_key(name: SchemaName) -> None:
    # With oneOf an editor can only say that nothing fits.
    assert [part for part in parts(read_schema(name)) if isinstance(part.get("oneOf"), list)] == []


def test_an_included_file_has_all_sections_of_a_game() -> None:
    schema = read_schema("game")
    sections = set(schema["properties"]) - {"game", "title", "players"}
    assert set(schema["definitions"]["included"]["properties"]) == sections


@pytest.mark.parametrize("place", ["file", "http", "relative"])
@pytest.mark.parametrize("text", ["a: 1", "a: {b: 1}"])
def test_a_foreign_reference_is_refused_and_opens_nothing(
    place: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "other.json"
    target.write_text("{}")
    ref = {"file": target.as_uri(), "http": "http://localhost:9/x.json", "relative": "other.json"}[place]
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {"a": {"$ref": ref}},
        "definitions": {},
    }
    node = read_yaml(Source("x", text), Report())
    assert node is not None

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("something was opened")

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="its own definitions"):
        check_against(node, schema, Report())


def fits(file: Path, name: SchemaName) -> str:
    report = Report()
    source = read_file(file, file.name, report)
    node = read_yaml(source, report) if source else None
    if node is not None:
        check_shape(node, name, report)
    return render_all(report)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.parent.name)
def test_a_game_fits_its_schema(file: Path) -> None:
    assert fits(file, "game") == ""


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.parent.parent.name + "-" + file.stem)
def test_scenarios_fit_their_schema(file: Path) -> None:
    assert fits(file, "scenario") == ""


@pytest.mark.parametrize("file", [*GAMES, *SCENARIOS], ids=lambda file: str(file.relative_to(ROOT)))
def test_a_stock_validator_agrees_as_an_editor_would(file: Path) -> None:
    from yaml import safe_load

    name: SchemaName = "scenario" if file.parent.name == "scenarios" else "game"
    # PyYAML reads the few words of YAML 1.1 as something else; the games use none of them.
    value = safe_load(file.read_text("utf-8"))
    assert [error.message for error in Draft7Validator(read_schema(name)).iter_errors(value)] == []
