"""What all tests share: a cache of their own, and the option that rewrites expected texts."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest

_cache = tempfile.TemporaryDirectory(prefix="boardrules-tests-", ignore_cleanup_errors=True)
# Set before any test runs, so that child processes have it too; nobody's own cache is read or written.
os.environ["BOARDRULES_CACHE"] = _cache.name


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-data", action="store_true", help="rewrite expected texts; look at the diff afterwards")


@pytest.fixture
def update_data(request: pytest.FixtureRequest) -> Iterator[bool]:
    yield bool(request.config.getoption("--update-data"))
