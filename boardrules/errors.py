"""The exceptions a caller may catch; all of them are a `BoardrulesError`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from boardrules.diagnostics import Diagnostic, render_all


class BoardrulesError(Exception):
    """Anything that is wrong with a game, a save, or the way it is played."""


@final
class LoadError(BoardrulesError):
    """A game or scenario file has mistakes; `diagnostics` lists them."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(render_all(diagnostics))
        self.diagnostics = tuple(diagnostics)


@final
class UnknownGame(BoardrulesError):
    """No shipped game has that name, and no file or folder is there."""


@final
class BadOption(BoardrulesError):
    """An option, or a number of players, that the game does not allow."""


@final
class UnknownAction(BoardrulesError):
    """Text or data that names no action of the game."""


@final
class IllegalAction(BoardrulesError):
    """An action of the game that may not be taken now; `reasons` says why."""

    def __init__(self, message: str, reasons: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)


@final
class GameOver(BoardrulesError):
    """The game has ended; nobody can act any more."""


@final
class RuleError(BoardrulesError):
    """A rule did something impossible while it ran, such as leaving a range. The state is as it was before."""


@final
class SaveError(BoardrulesError):
    """A save that is damaged, or belongs to other rules."""
