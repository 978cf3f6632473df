"""Translations: `texts/pl.yaml` beside the game file becomes one flat list of paths and texts.

actions: {place: {title: Zaznacz}}   ->   TextEntry(("actions", "place", "title"), "Zaznacz")
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from boardrules.diagnostics import Diagnostic, Report
from boardrules.loader.declarations import TextEntry, TextsDecl
from boardrules.loader.files import read_file, real_path, shown_name
from boardrules.loader.read_leaves import scalar_of, template_of
from boardrules.loader.yaml_nodes import Mapping, Node, Scalar, read_yaml
from boardrules.source import Source, Span

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]+)?", re.ASCII)


def read_texts(game_file: Path, files: list[Path], report: Report) -> tuple[TextsDecl, ...]:
    """All languages of a game, in the order of their names; the files read are added to `files`."""
    folder = game_file.parent / "texts"
    if not folder.is_dir():
        return ()
    found = []
    for file in sorted(folder.glob("*.yaml")):
        texts = _read(file, (real_path(game_file) or game_file.absolute()).parent, report)
        if texts is not None:
            files.append(file)
            found.append(texts)
    return tuple(found)


def _read(file: Path, folder: Path, report: Report) -> TextsDecl | None:
    shown = shown_name(file)
    nowhere = Span(Source(shown, ""), 0, 0)
    if not _LANGUAGE.fullmatch(file.stem):
        report.add(Diagnostic("bad-value", nowhere, f"'{file.stem}' is not a language, such as en or pl"))
        return None
    real = real_path(file)
    if real is None or not real.is_relative_to(folder):
        report.add(Diagnostic("include-outside", nowhere, f"{shown} leads outside the game's folder"))
        return None
    source = read_file(file, shown, report)
    root = read_yaml(source, report) if source else None
    if source is None or root is None:
        return None
    if not isinstance(root, Mapping):
        report.add(Diagnostic("wrong-shape", root.span, "expected a mapping of texts"))
        return None
    return TextsDecl(file.stem, tuple(_entries(root, report)), root.span)


def _entries(root: Mapping, report: Report) -> Iterator[TextEntry]:
    waiting: list[tuple[tuple[str, ...], Scalar | None, Node]] = [((), None, root)]
    while waiting:
        path, key, node = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [((*path, one.key.value), one.key, one.value) for one in reversed(node.entries)]
        elif scalar_of(node) is None:
            at = key.span if key else node.span
            found = "nothing" if isinstance(node, Scalar) else "a list"
            report.add(Diagnostic("wrong-shape", at, f"expected text, found {found}"))
        else:
            text = template_of(node, report)
            if text is not None:
                yield TextEntry(path, text, key.span if key else node.span)
