"""A game folder in, a `GameDecl` out: the game file, the files it includes, and its translations."""

from __future__ import annotations

import re
from pathlib import Path
from typing import final

from boardrules.diagnostics import Diagnostic, Report
from boardrules.loader import declarations as decl
from boardrules.loader.files import read_file, real_path, shown_name
from boardrules.loader.read_leaves import items_of, scalar_of, text_of
from boardrules.loader.read_sections import Sections, read_sections
from boardrules.loader.read_texts import read_texts
from boardrules.loader.shape import check_shape
from boardrules.loader.yaml_nodes import Mapping, Scalar, read_yaml
from boardrules.source import Span

MOST_INCLUDES_DEEP = 8
MOST_PLAYERS = 64
"""So that a set of players is one number of 64 bits."""

_PLAYERS = re.compile(r"([0-9]+)(?: *\.\. *([0-9]+))?", re.ASCII)
_PATH = re.compile(r"[\w .-]+(/[\w .-]+)*")


def load_game(path: Path, report: Report) -> decl.GameDecl | None:
    """Read a game folder or a game file; None where anything is wrong."""
    before = len(report.errors)
    file = path / "game.yaml" if path.is_dir() else path
    joined = _Joined((real_path(file) or file.absolute()).parent, report)
    root = joined.read_root(file)
    texts = read_texts(file, joined.files, report)
    if root is None:
        return None
    game = _game(root, joined, texts, report)
    return game if len(report.errors) == before else None


def _game(root: Mapping, joined: _Joined, texts: tuple[decl.TextsDecl, ...], report: Report) -> decl.GameDecl | None:
    name = scalar_of(root.get("game"))
    title = text_of(root.get("title"))
    players = scalar_of(root.get("players"))
    numbers = _numbers(players, report)
    if name is None or title is None or players is None or numbers is None:
        return None
    sections = joined.sections
    return decl.GameDecl(
        word=decl.Word(name.value, name.span),
        title=title,
        fewest=numbers[0],
        most=numbers[1],
        players_span=players.span,
        seats=tuple(sections.seats),
        options=tuple(sections.options),
        types=tuple(sections.types),
        names=tuple(sections.names),
        boards=tuple(sections.boards),
        tables=tuple(sections.tables),
        dice=tuple(sections.dice),
        state=tuple(sections.state),
        functions=tuple(sections.functions),
        actions=tuple(sections.actions),
        phases=tuple(sections.phases),
        scoring=tuple(sections.scoring),
        winner=sections.winner,
        checks=tuple(sections.checks),
        invariants=tuple(sections.invariants),
        limits=sections.limits,
        texts=texts,
        files=tuple(joined.files),
    )


def _numbers(players: Scalar | None, report: Report) -> tuple[int, int] | None:
    """`4`, or `2..4`."""
    found = _PLAYERS.fullmatch(players.value) if players else None
    if players is None or found is None:
        return None
    low, high = found[1], found[2] or found[1]
    # Compare lengths first: thousands of digits are not a number that Python reads.
    if max(len(low), len(high)) > 4 or int(high) > MOST_PLAYERS:
        report.add(Diagnostic("bad-value", players.span, f"at most {MOST_PLAYERS} can play"))
        return None
    if int(low) > int(high):
        report.add(Diagnostic("bad-value", players.span, f"{low} is more than {high}"))
        return None
    return int(low), int(high)


@final
class _Joined:
    """The game file and all that it includes, joined into one set of sections."""

    def __init__(self, folder: Path, report: Report) -> None:
        self.folder = folder
        self.report = report
        self.sections = Sections()
        self.files: list[Path] = []
        self._done: set[Path] = set()

    def read_root(self, file: Path) -> Mapping | None:
        return self._read(file, None, ())

    def _read(self, file: Path, definition: str | None, chain: tuple[Path, ...]) -> Mapping | None:
        source = read_file(file, shown_name(file), self.report)
        if source is None:
            return None
        self.files.append(file)
        real = real_path(file) or file.absolute()
        self._done.add(real)
        root = read_yaml(source, self.report)
        if root is None:
            return None
        check_shape(root, "game", self.report, definition)
        if not isinstance(root, Mapping):
            return None
        read_sections(root, self.sections, self.report)
        for item in items_of(root.get("include")):
            named = scalar_of(item)
            if named is not None:
                self._include(named, file, (*chain, real))
        return root

    def _include(self, named: Scalar, by: Path, chain: tuple[Path, ...]) -> None:
        file = by.parent / named.value if _PATH.fullmatch(named.value) else None
        target = _inside(file, self.folder) if file is not None else None
        if file is None or target is None or ".." in Path(named.value).parts or target.suffix != ".yaml":
            self.report.add(_outside(named.span, named.value))
        elif target in chain:
            names = " -> ".join(one.name for one in (*chain[chain.index(target) :], target))
            self.report.add(Diagnostic("include-cycle", named.span, f"these files include one another: {names}"))
        elif len(chain) > MOST_INCLUDES_DEEP:
            message = f"includes nest deeper than {MOST_INCLUDES_DEEP} files"
            self.report.add(Diagnostic("include-cycle", named.span, message))
        elif not target.is_file():
            self.report.add(Diagnostic("missing-file", named.span, f"there is no file {shown_name(file)}"))
        elif target not in self._done:
            # Two files may need the same third one; its entries are there once.
            self._read(file, "included", chain)


def _inside(file: Path, folder: Path) -> Path | None:
    """Where a path leads once links are followed, if that is below the folder."""
    target = real_path(file)
    return target if target is not None and target.is_relative_to(folder) else None


def _outside(at: Span, name: str) -> Diagnostic:
    help = "name a .yaml file in the game's folder, such as cards.yaml or data/cards.yaml"
    return Diagnostic("include-outside", at, f"'{name}' cannot be included", help)
