"""Every kind of damage: what was earned is kept, repairs are said, no one stops a class."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.assignment import Assignment, find
from autograder.grading.grader import Grader
from autograder.grading.pool import Graded, cores, grade_all
from autograder.model import Report
from autograder.notebook.find import adopt, handed_in_as
from autograder.sandbox.host import warm_host
from autograder.sandbox.rings import Rings
from autograder.specimens.damaged import Damage, damaged
from autograder.specimens.make import Frame

ROOT = Path(__file__).parents[2]
KINDS = damaged(find(ROOT, "attention")[0])
BY_ID = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)


@dataclass(frozen=True)
class Handed:
    """A submission's folder, and what became of it."""

    folder: Path
    graded: Graded | None

    @property
    def report(self) -> Report | None:
        """The report, with what is said about the file's name."""
        if self.graded is None or self.graded.report is None:
            return None
        return self.graded.report.after(handed_in_as(self.folder / "attention.ipynb"))


def hand_in(room: Path, solved: Frame) -> dict[str, Path]:
    """A folder for every kind of damage."""
    for kind in KINDS:
        for name, data in kind.files(solved).items():
            path = room / kind.id / "attention" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return {kind.id: room / kind.id / "attention" for kind in KINDS}


@pytest.fixture(scope="module")
def handed(
    solved: Frame, rings: Rings, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Handed]:
    """Every kind of damage, graded on the real road."""
    folders = hand_in(tmp_path_factory.mktemp("damaged"), solved)
    adopted = {name: adopt(folder, "attention.ipynb") for name, folder in folders.items()}
    files = {name: path for name, path in adopted.items() if path}
    plan, edition = find(ROOT, "attention")
    released = (ROOT / "release/attention/attention.ipynb").read_bytes()
    with warm_host(plan, rings) as host:
        ready = grade_all(Grader(plan, edition, released, host).examine, files, cores())
        results = {result.student: result for result in ready}
    return {name: Handed(folder, results.get(name)) for name, folder in folders.items()}


@BY_ID
def test_a_right_answer_keeps_its_points_through_damage(
    handed: dict[str, Handed], plan: Assignment, kind: Damage
) -> None:
    """No part loses points but those that the label names, and those do."""
    report = handed[kind.id].report
    if not kind.readable:
        assert report is None
        return
    assert report is not None, handed[kind.id].graded
    lost = {part.id for part in report.parts if part.points < part.max_points}
    assert lost == set(kind.lost)
    assert len(report.parts) == len(plan.parts)


@BY_ID
def test_what_was_repaired_is_said_in_both_languages(
    handed: dict[str, Handed], kind: Damage
) -> None:
    """A repair is told, and nothing is told where nothing was repaired."""
    report = handed[kind.id].report
    if report is None:
        return
    assert bool(report.repairs) == kind.repaired, report.repairs
    assert all(text.en and text.zh and text.en != text.zh for text in report.repairs)


@BY_ID
def test_what_cannot_be_read_says_why(handed: dict[str, Handed], kind: Damage) -> None:
    """A submission without a report is reported with a reason, as no fault of the grader's."""
    graded = handed[kind.id].graded
    if graded is not None and graded.report is None:
        assert graded.problem is not None
        assert graded.problem.startswith("unreadable: the ")


@pytest.fixture(scope="module")
def batch(
    new_course: Callable[[Path], Path], solved: Frame, run: Callable,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Path, str]]:  # fmt: skip
    """All of them in one class, graded by one call of `nbgrader autograde`; what it said."""
    course = new_course(tmp_path_factory.mktemp("batch"))
    hand_in(course / "submitted", solved)
    assert run(course, "nbgrader", "generate_assignment", "attention", "--force").returncode == 0
    done = run(course, "nbgrader", "autograde", "attention")
    yield course, done.stderr


def test_one_batch_of_nbgrader_gives_everyone_the_same_points(
    batch: tuple[Path, str], handed: dict[str, Handed], scores: Callable
) -> None:
    """The gradebook has what grading each by itself gives, and no number where there is none."""
    found = scores(batch[0])
    for name, submission in handed.items():
        if submission.report is None:
            assert set(found.get(name, {"": None}).values()) == {None}, name
        else:
            earned = {f"test_{part.id}": part.points for part in submission.report.parts}
            assert found[name] == earned, name


def test_nbgrader_names_everyone_whose_file_cannot_be_read(
    batch: tuple[Path, str], handed: dict[str, Handed]
) -> None:
    """Each student without a mark stands in nbgrader's own log."""
    for name, submission in handed.items():
        if submission.report is None:
            assert name in batch[1]
