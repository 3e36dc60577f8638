"""`autograder adopt`: one of our assignments in a course that was running before."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbgrader.api import Gradebook
from running import ORDINARY, cell, notebook, running_course
from traitlets.config import Config

from autograder.core.assignment import sets
from autograder.core.assignment.sets import ACCEPTING
from autograder.nbgrader_adapter import adopt_into, own_assignments
from autograder.nbgrader_adapter.autograded.outputs import RESULT
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.runs import adoption
from autograder.nbgrader_adapter.runs.course_steps import course_steps
from tests.courses import ROOT, configure, contents

E2X = """
c.Autograde.sanitize_preprocessors = ["nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata", "e2xgrader.preprocessors.Unscramble"]
c.Autograde.autograde_preprocessors = ["e2xgrader.preprocessors.ExtractAttachments",
    "nbgrader.preprocessors.Execute", "e2xgrader.preprocessors.SaveAutoGrades"]
c.GenerateAssignment.preprocessors = ["e2xgrader.preprocessors.SaveCells"]
c.GenerateFeedback.preprocessors = ["e2xgrader.preprocessors.FilterTests"]
"""
"""As e2xgrader 0.3.6's `configure_base(c)`, in short; e2xgrader itself is not installed here."""


def marks(course: Path) -> list[tuple[object, ...]]:
    """Every grade and comment of the ordinary assignments, as the gradebook has it."""
    rows: list[tuple[object, ...]] = []
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        for work in (work for name in ORDINARY for work in book.assignment_submissions(name)):
            student = work.student_id
            for g in work.notebooks[0].grades:
                rows.append((student, g.name, g.auto_score, g.manual_score, g.needs_manual_grade))
            rows += [(student, c.name, c.auto_comment) for c in work.notebooks[0].comments]
    return sorted(rows, key=str)


def test_a_pattern_means_the_edition_that_was_added(adopted_once):
    """The files of the assignment are those of both; by its name the other is told as missing."""
    assert own_assignments(adopted_once, "att*") == ["attention"]
    assert own_assignments(adopted_once, "attention-zh") == ["attention-zh"]
    assert [*course_steps(adopted_once)] == ["attention", "ps1", "ps2"], "and is all that is listed"


def test_the_change_is_shown_before_it_is_made(before, printed):
    files = contents(before)
    output = printed(before, "adopt .")
    assert "+adopt_into(c, __file__)" in output and "assignments/attention: added" in output
    assert "ps1: as it is; nbgrader grades it" in output
    assert "--assignment attention --write" in output
    assert contents(before) == files


def test_the_way_back_restores_every_byte(adopted, plain, printed):
    files = contents(adopted)
    output = printed(adopted, "adopt --undo")
    assert "nbgrader_config.py: our lines are taken out, every other byte stays" in output
    assert contents(adopted) == files, "without --write it is only shown"
    printed(adopted, "adopt --undo --write")
    assert contents(adopted) == contents(plain)


def test_marks_given_since_survive_the_way_back(adopted, printed):
    with open_gradebook(adopted) as book, book.db.no_autoflush:
        book.update_or_create_student("ada")
        submission = book.update_or_create_submission("ps1", "ada")
        book.find_grade("why", "ps1", "ps1", submission.student.id).manual_score = 2.5
        book.update_or_create_submission("attention", "ada")
        book.db.commit()
    given = marks(adopted)
    assert 2.5 in {row[3] for row in given if len(row) > 3}
    output = printed(adopted, "adopt --undo --write")
    assert "attention and the marks of 1 students are removed, no student" in output
    assert marks(adopted) == given
    (kept,) = adopted.glob(".autograder/undone-*/gradebook.db")
    assignments = []
    for file in (adopted / "gradebook.db", kept):
        with Gradebook(f"sqlite:///{file}") as book:
            assignments.append({row.name for row in book.assignments})
    assert assignments == [{"ps1", "ps2"}, {"ps1", "ps2", "attention"}]


MADE = ("feedback/ada/attention/attention.html", "reports/attention/viva/examiner/ada.html",
        "reports/attention.html", ".autograder/history/attention.jsonl",
        "assignments/attention/hidden/names.json")  # fmt: skip


def test_what_was_changed_since_is_moved_and_not_deleted(adopted, printed):
    configure(adopted, "from autograder.nbgrader_adapter import LatePolicy")
    configure(adopted, "c.LimitOutput.max_lines = 50")
    for name in MADE:
        (adopted / name).parent.mkdir(parents=True, exist_ok=True)
        (adopted / name).write_text("{}")
    output = printed(adopted, "adopt --undo --write")
    config = (adopted / "nbgrader_config.py").read_text()
    assert "adopt" not in config
    line = config.splitlines().index("from autograder.nbgrader_adapter import LatePolicy") + 1
    assert f"take out line {line} yourself" in output
    assert config.endswith("c.LimitOutput.max_lines = 50\n")
    (aside,) = adopted.glob(".autograder/undone-*")
    assert [(aside / name).read_text() for name in MADE] == ["{}"] * len(MADE)
    assert [*(adopted / ".autograder").iterdir()] == [aside]
    assert not (adopted / "reports").exists() and not (adopted / "assignments").exists()


@pytest.mark.parametrize("course", ["adopted", "ready"])
def test_where_the_package_is_missing_nbgrader_stops_and_grades_nobody(course, request, tmp_path):
    """Of an error in the configuration it says a line, goes on without, and runs whatever comes."""
    (tmp_path / "autograder.py").write_text("raise ImportError('not here')")
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", "autograde", "attention"],
        cwd=request.getfixturevalue(course), env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "nbgrader_config.py: attention-autograder cannot be imported here" in done.stderr
    assert "Converting" not in done.stderr


def test_an_add_ons_steps_stay_for_other_assignments(before, printed):
    configure(before, E2X)
    ordinary = course_steps(before)
    printed(before, "adopt --write")
    after = course_steps(before)
    assert {name: after[name] for name in ordinary} == ordinary
    assert [ordinary[name].unconfined for name in ORDINARY] == [("Execute",)] * len(ORDINARY)
    assert (after["attention"].refusal, after["attention"].unconfined) == ("", ())


def page(exporter: HTMLExporter, source: str, *outputs: object) -> str:
    text = cell("a", "markdown", source, {})
    code = cell("b", "code", "1", {}) | {"outputs": list(outputs)}
    content = json.loads(notebook([text, code]))
    return str(exporter.from_notebook_node(nbformat.from_dict(content))[0])


def test_formgrader_cleans_our_notebooks_and_leaves_others_alone(tmp_path):
    config, script = Config(), "*so* <script>alert(1)</script>"
    config.HTMLExporter.preprocessors = []
    adopt_into(config, str(tmp_path / "nbgrader_config.py"))
    exporter, nbgraders = HTMLExporter(config=config), page(HTMLExporter(), script)
    ours = {"output_type": "execute_result", "execution_count": None, "metadata": {},
            "data": {RESULT: {}, "text/plain": "3"}}  # fmt: skip
    assert page(exporter, script) == nbgraders
    assert "alert(1)" not in page(exporter, script, ours)
    assert "<em>so</em>" in page(exporter, script, ours)
    assert page(exporter, script) == nbgraders


def test_undoing_says_what_stays(adopted, submit, solved, printed):
    """An edition that was built by hand would go on without our steps, and nobody told."""
    submit(adopted, "ada", solved.bytes())
    printed(adopted, "build attention")
    shutil.copytree(adopted / "assignments/attention", adopted / "assignments/mine")
    (adopted / "source/mine").mkdir()
    output = printed(adopted, "adopt --undo --write")
    assert "submitted/: what 1 students handed in for attention stays" in output
    for name in ("attention-zh", "mine"):
        assert f"{name}: not added by `autograder adopt`" in output
    assert (adopted / "source/attention-zh").is_dir()


def test_a_killed_adoption_is_named_and_taken_back(before, called, printed, refused, monkeypatch):
    """In a shared course what is kept is the group's: the other instructor can take it back."""
    configure(before, "c.CourseDirectory.groupshared = True")
    files = contents(before)
    with monkeypatch.context() as patched:
        patched.setattr(adoption, "generate", Mock(side_effect=SystemExit(9)))
        # A process that is killed takes nothing back.
        patched.setattr(adoption, "undo", lambda *_: None)
        assert called(before, "adopt --write")[0] == 9
    for folder in (before / ".autograder", before / ".autograder/adopted"):
        assert folder.stat().st_mode & 0o2070 == 0o2070
    message = refused(before, "adopt --write")
    assert "an adoption was interrupted: `autograder adopt --undo --write` takes" in message
    printed(before, "adopt --undo --write")
    assert contents(before) == files


@pytest.mark.slow
def test_a_course_with_nothing_but_sources_is_left_with_nothing_else(tmp_path, printed):
    course = running_course(tmp_path / "bare")
    (course / "nbgrader_config.py").unlink()
    files = contents(course)
    printed(course, "adopt --assignment attention-zh --write")
    assert (course / "release/attention-zh/attention.ipynb").is_file()
    assert not (course / "source/attention").exists()
    assert course_steps(course)["attention-zh"].refusal == ""
    printed(course, "adopt --undo --write")
    assert contents(course) == files


@pytest.mark.slow
def test_another_assignment_can_follow_with_numbers_of_its_own(
    adopted, plain, printed, monkeypatch
):
    monkeypatch.delenv(ACCEPTING)
    printed(adopted, "adopt --assignment gpt --write")
    assert (adopted / "release/gpt/gpt.ipynb").is_file()
    drawn = sets.read(adopted / "assignments/gpt/hidden")
    assert not drawn.published
    assert drawn.salt != sets.read(ROOT / "assignments/gpt/hidden").salt
    printed(adopted, "adopt --undo --write")
    assert contents(adopted) == contents(plain)
