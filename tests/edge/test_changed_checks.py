"""A class after a hidden check was changed: everybody is judged again, and recorded."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from test_cluster import rows

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def scores(course: Path) -> dict[tuple[object, object], object]:
    """What the checks gave, by student and cell."""
    return {(row[0], row[3]): row[4] for row in rows(course) if len(row) == 7}


def test_a_changed_check_is_seen_by_the_next_grading(
    tmp_path: Path, new_class: Callable[[Path, int], Path], run: Run
) -> None:
    """One that was turned around costs right answers its part, and nothing else."""
    course = new_class(tmp_path / "course", 5)
    run(course, "autograder", "grade", "attention")
    before = scores(course)
    suite = course / "assignments/attention/hidden/test_causal_mask.py"
    text = suite.read_text("utf-8")
    turned = text.replace("agree(mask.bool()", "agree(1 - mask.bool()")
    assert turned != text
    suite.write_text(turned, "utf-8")
    done = run(course, "autograder", "grade", "attention")
    assert "unchanged" not in done.stderr
    after = scores(course)
    changed = {cell for student, cell in before if before[student, cell] != after[student, cell]}
    assert changed == {"test_causal_mask"}
    again = run(course, "autograder", "grade", "attention")
    assert "5 unchanged, 0 to do" in again.stderr
