"""docs/api.md, the page of what a hidden suite may use, follows from the engine's docstrings."""

import subprocess
import sys
from pathlib import Path

import pytest

from autograder import checks
from autograder.checks import Handle, Student

NOT_FOR_SUITES = {"Transport", "Student", "Handle"}
OF_THE_ENGINE = {"exchanges", "settle", "call"}


@pytest.mark.parametrize("page", ["api.md", "api.zh.md"])
def test_the_page_is_that_of_the_docstrings(page: str, repository: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, repository / "scripts/api-page", tmp_path], check=True)
    assert (repository / "docs" / page).read_text("utf-8") == (tmp_path / page).read_text("utf-8")


@pytest.mark.parametrize("page", ["api.md", "api.zh.md"])
def test_everything_that_a_suite_can_import_or_call_is_on_it(page: str, repository: Path) -> None:
    text = (repository / "docs" / page).read_text("utf-8")
    for name in set(checks.__all__) - NOT_FOR_SUITES:
        assert f"### `{name}" in text
    for owner in (Student, Handle):
        for name in vars(owner).keys() - OF_THE_ENGINE:
            if not name.startswith("_") and callable(vars(owner)[name]):
                assert f"### `{owner.__name__.lower()}.{name}(" in text
