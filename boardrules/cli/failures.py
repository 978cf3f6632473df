"""What goes wrong becomes one message and an exit code; nobody sees a traceback for their own mistake."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import final

from boardrules.errors import BadOption, BoardrulesError, LoadError, UnknownGame

FINE, PROBLEMS, WRONG_USE = 0, 1, 2
INTERRUPTED = 130
"""What shells say of a program that Ctrl-C has ended."""
CLOSED_PIPE = 141
"""... and of one whose reader has gone."""


@final
class WrongUse(BoardrulesError):
    """The command cannot be done as it was given."""


@final
class Interrupted(Exception):
    """Ctrl-C, where there is something to say about it."""


def guarded(work: Callable[[], int]) -> int:
    """The exit code of `work`, whatever happens in it."""
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return _told("interrupted", INTERRUPTED)
    except Interrupted as stopped:
        return _told(str(stopped), INTERRUPTED)
    except LoadError as error:
        return _told(str(error), PROBLEMS, prefix="")
    except (WrongUse, UnknownGame, BadOption) as error:
        return wrong_use(str(error))
    except BoardrulesError as error:
        return _told(str(error), PROBLEMS)
    except OSError as error:
        return wrong_use(os_message(error))
    return code


def wrong_use(message: str) -> int:
    return _told(message, WRONG_USE)


def os_message(error: OSError) -> str:
    """`no-such-file: No such file or directory`"""
    said = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {said}" if error.filename else said


def _told(message: str, code: int, prefix: str = "boardrules: ") -> int:
    try:
        sys.stdout.flush()  # what was said before comes first
        print(f"{prefix}{message}", file=sys.stderr, flush=True)
    except BrokenPipeError:
        _forget_output()
    return code


def prepare_streams() -> None:
    """A terminal that cannot show a letter shows a question mark; input that is no text is not fatal."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _forget_output() -> None:
    """Sends what is still buffered nowhere, so that leaving does not fail once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
