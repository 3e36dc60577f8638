"""Every kind of damage: what was earned is kept, repairs are said, no one stops a class."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.authoring.make import Damage, NotebookBuilder, damaged
from autograder.core.assignment import Assignment, find
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Graded, Report
from autograder.grading.grader import Grader
from autograder.grading.pool import grade_all
from autograder.grading.run_slots import cores
from autograder.notebook.find import adopt
from autograder.notebook.submission import Submission
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import Rings
from tests.course.student_words import machinery_in
from tests.courses import copied

ROOT = Path(__file__).parents[2]
KINDS = damaged(find(ROOT, "attention")[0])
VARIANTS = frozenset({
    "all_in_one_cell", "answer_as_raw_text", "cell_ids_odd", "commas_too_many",
    "control_characters", "counts_malformed", "endless_loop_below_an_answer",
    "error_above_an_answer",
    "error_below_an_answer", "exit_above_an_answer", "exit_below_an_answer", "format_2",
    "format_4_0", "format_missing", "full_width_punctuation", "grade_ids_swapped", "gzip_archive",
    "ideographic_spaces", "invisible_characters", "kaggle", "latin_1",
    "log_in_a_solution_cell", "lone_surrogates", "magic_below_a_comment", "markdown_export",
    "metadata_stripped_from_a_solution", "missing_package_above_an_answer", "mixed_encodings",
    "mixed_tabs", "null_bytes_inside", "numbered_copy", "old_mac_line_ends", "other_json",
    "outputs_malformed", "part_crashes", "part_exits", "part_recurses", "percent_script",
    "polite_exits", "prompts_pasted", "script_under_the_name",
    "setup_cell_deleted", "solution_cell_duplicated", "sources_as_text", "tar_archive",
    "test_cell_as_markdown", "test_cell_duplicated", "text_behind_the_end", "truncated_at_the_end",
    "truncated_in_an_answer", "typographic_signs", "upper_case_name",
    "web_characters", "web_page", "windows_1252", "words_above_the_code",
    "zipped_folder",
})  # fmt: skip
"""Damage that is much like another kind: it is slow."""


def asked_for(items: Iterable[pytest.Item]) -> tuple[Damage, ...]:
    """The kinds that the selected tests of this file ask for."""
    here = [item for item in items if item.path == Path(__file__)]
    if not all(hasattr(item, "callspec") for item in here):
        return KINDS
    wanted = {item.callspec.params["kind"].id for item in here}
    return tuple(kind for kind in KINDS if kind.id in wanted)


BY_ID = pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=kind.id, marks=pytest.mark.slow if kind.id in VARIANTS else ())
     for kind in KINDS],
)  # fmt: skip


@dataclass(frozen=True)
class Handed:
    """A submission's folder, and what became of it."""

    submission: Submission | None
    graded: Graded | None

    @property
    def report(self) -> Report | None:
        """The report, with what is said about the file's name."""
        if self.submission is None or self.graded is None or self.graded.report is None:
            return None
        return self.submission.on(self.graded.report)


def hand_in(room: Path, solved: NotebookBuilder, kinds: tuple[Damage, ...]) -> dict[str, Path]:
    """A folder for every kind of damage."""
    for kind in kinds:
        for name, data in kind.files(solved).items():
            path = room / kind.id / "attention" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return {kind.id: room / kind.id / "attention" for kind in kinds}


@pytest.fixture(scope="module")
def handed(
    request: pytest.FixtureRequest, solved: NotebookBuilder, rings: Rings,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Handed]:  # fmt: skip
    """Every kind of damage that is asked for, graded on the real road."""
    kinds = asked_for(request.session.items)
    folders = hand_in(tmp_path_factory.mktemp("damaged"), solved, kinds)
    files = {}
    plan, edition = find(ROOT, "attention")
    for name, folder in folders.items():
        with suppress(SubmissionUnreadable):
            files[name] = Submission.read(name, adopt(folder, plan))
    released = (ROOT / "release/attention/attention.ipynb").read_bytes()
    with warm_host(plan, rings) as host:
        ready = grade_all(Grader(plan, edition, released, host).examine, files, cores())
        results = {result.student: result for result in ready}
    return {name: Handed(files.get(name), results.get(name)) for name in folders}


@BY_ID
def test_a_right_answer_keeps_its_points_through_damage(
    handed: dict[str, Handed], plan: Assignment, kind: Damage
) -> None:
    """No part loses points but those that the label names, and what was repaired is said.

    A submission without a report is reported with a reason, as no fault of the grader's.
    """
    graded, report = handed[kind.id].graded, handed[kind.id].report
    assert bool(report) == kind.readable, graded
    if report is None:
        assert graded is None or str(graded.problem).startswith("unreadable: the ")
        return
    assert {one.id for one in report.parts if one.points < one.max_points} == set(kind.lost)
    assert len(report.parts) == len(plan.parts)
    assert bool(report.repairs) == kind.repaired, report.repairs
    assert all(text.en and text.zh and text.en != text.zh for text in report.repairs)


@BY_ID
def test_what_is_told_of_damage_is_about_the_students_lines_or_the_courses_words(
    handed: dict[str, Handed], kind: Damage
) -> None:
    report = handed[kind.id].report
    assert [*machinery_in(report)] == [] if report else True


@pytest.mark.slow
def test_one_batch_of_nbgrader_gives_everyone_the_same_points(
    generated: Path, solved: NotebookBuilder, run: Callable, scores: Callable,
    handed: dict[str, Handed], tmp_path: Path,
) -> None:  # fmt: skip
    """The gradebook has what grading each by itself gives; who has no mark stands in the log."""
    course = copied(generated, tmp_path / "course")
    hand_in(course / "submitted", solved, KINDS)
    said = run(course, "nbgrader", "autograde", "attention").stderr
    found = scores(course)
    for name in (kind.id for kind in KINDS):
        report = handed[name].report
        if report is None:
            assert set(found.get(name, {"": None}).values()) == {None}, name
            assert name in said
        else:
            earned = {f"test_{part.id}": part.points for part in report.parts}
            assert found[name] == earned, name
