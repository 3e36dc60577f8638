"""SECURITY.md promises nothing that no test attacks, in the tests that are always run."""

import re
from pathlib import Path

import pytest

FOLDERS = [path for path in Path(__file__).parents[1].iterdir() if [*path.glob("test_*.py")]]


@pytest.fixture(scope="module")
def promises(repository) -> dict[str, list[str]]:
    page = (repository / "SECURITY.md").read_text("utf-8")
    covered = page.split("## Covered")[1].split("\n## ")[0]
    rows = [row for row in covered.splitlines() if row.startswith("| ")][1:]
    assert len(rows) >= 15
    return {row: re.findall(r"`(test_\w+)`", row) for row in rows}


def test_every_covered_line_names_tests_that_exist(promises, repository):
    tests = "".join(path.read_text("utf-8") for path in (repository / "tests").rglob("test_*.py"))
    for row, names in promises.items():
        assert names, row
        for name in names:
            assert f"\ndef {name}(" in tests, name


def test_every_named_test_has_a_case_that_is_always_run(promises, request):
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    if len({item.path.parent for item in items}) < len(FOLDERS):
        pytest.skip("only a run of all folders of tests has collected every test that is named")
    always = {item.originalname for item in items if not item.get_closest_marker("slow")}
    assert {name for names in promises.values() for name in names} - always == set()
