"""A class after a hidden check was changed: what is judged again, said and recorded."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from test_cluster import ROOT, Cluster, cluster, rows

from tests.courses import copied

__all__ = ["cluster"]

PART = "causal_mask"
TITLE, MARK = b"A naive softmax", b"not judged again"
KEPT = ".autograder/reports/attention"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory, new_class: Callable[[Path, int], Path], run: Run
) -> Path:
    """A class that is graded; in each report the title of another part bears a mark."""
    course = new_class(tmp_path_factory.mktemp("graded") / "course", 5)
    run(course, "autograder", "grade", "attention")
    for report in (course / KEPT).glob("*.json"):
        assert TITLE in report.read_bytes()
        report.write_bytes(report.read_bytes().replace(TITLE, MARK))
    return course


@pytest.fixture
def course(graded: Path, tmp_path: Path) -> Path:
    """A copy of it where any mask is right now."""
    return changed(graded, tmp_path / "course")


def changed(graded: Path, folder: Path) -> Path:
    """Such a copy in a folder."""
    copied(graded, folder)
    suite = folder / f"assignments/attention/hidden/test_{PART}.py"
    text = suite.read_text("utf-8")
    easier = text.replace("agree(mask.bool().float(), case.hidden", "agree(mask, mask")
    assert easier != text
    suite.write_text(easier, "utf-8")
    return folder


@contextmanager
def fresh(course: Path) -> Iterator[list[bytes]]:
    """The reports that are added within the block."""
    before, found = set((course / KEPT).glob("*.json")), list[bytes]()
    yield found
    found += [path.read_bytes() for path in set((course / KEPT).glob("*.json")) - before]


@dataclass(frozen=True)
class Regraded:
    """A class after the change: before it is graded again, and what that made and said."""

    before: Path
    course: Path
    reports: list[bytes]
    said: str


@pytest.fixture(scope="module")
def regraded(graded: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Regraded:
    """The class, graded again."""
    room = tmp_path_factory.mktemp("regraded")
    before = changed(graded, room / "before")
    course = copied(before, room / "course")
    with fresh(course) as reports:
        done = run(course, "autograder", "grade", "attention")
    return Regraded(before, course, reports, done.stderr)


def test_only_its_part_is_judged_again_and_that_is_said(regraded: Regraded, run: Run) -> None:
    reports = regraded.reports
    assert f"5 of them: regrading only changed checks of {PART}\n" in regraded.said
    assert "0 unchanged, 5 to do" in regraded.said
    assert len(reports) == 5
    assert [MARK in report for report in reports].count(True) >= 3
    again = run(regraded.course, "autograder", "grade", "attention")
    assert "5 unchanged, 0 to do" in again.stderr


@pytest.mark.slow
def test_the_gradebook_is_the_same_as_after_everything_is_judged_again(
    regraded: Regraded, run: Run
) -> None:
    other = regraded.before
    before = rows(other)
    with fresh(other) as reports:
        done = run(other, "autograder", "grade", "attention", "--regrade")
    assert "regrading only" not in done.stderr
    assert not any(MARK in report for report in reports)
    assert rows(regraded.course) == rows(other) != before


@pytest.mark.slow
def test_workers_of_a_cluster_judge_only_its_part_again(
    course: Path, run: Run, cluster: Cluster
) -> None:
    with cluster.workers(1, ROOT), fresh(course) as reports:
        run(course, "autograder", "grade", "attention", "--scheduler", cluster.address)
    assert [MARK in report for report in reports].count(True) >= 3


@pytest.mark.slow
def test_a_changed_limit_makes_everything_be_judged_again(course: Path, run: Run) -> None:
    plan = course / "assignments/attention/assignment.toml"
    plan.write_text(plan.read_text("utf-8").replace("memory_mb = 1024", "memory_mb = 1000"))
    with fresh(course) as reports:
        done = run(course, "autograder", "grade", "attention")
    assert "regrading only" not in done.stderr
    assert not any(MARK in report for report in reports)
