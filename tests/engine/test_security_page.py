"""SECURITY.md promises nothing that no test attacks."""

import re
from pathlib import Path


def test_every_covered_line_names_tests_that_exist(repository: Path) -> None:
    """A promise whose test was renamed or removed is found out."""
    page = (repository / "SECURITY.md").read_text("utf-8")
    covered = page.split("## Covered")[1].split("\n## ")[0]
    rows = [row for row in covered.splitlines() if row.startswith("| ")][1:]
    tests = "".join(path.read_text("utf-8") for path in (repository / "tests").rglob("test_*.py"))
    assert len(rows) >= 15
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row)
        assert named, row
        for name in named:
            assert f"\ndef {name}(" in tests, name
