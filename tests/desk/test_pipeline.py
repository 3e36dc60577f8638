"""No configuration of nbgrader's grades an assignment outside the sandbox, on any road."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from gradebooks import totals
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

from autograder.authoring.make import NotebookBuilder, code_cell
from autograder.core.assignment import Assignment
from autograder.core.model import Report
from autograder.nbgrader_adapter.recorder import Judged, NbgraderRecorder
from autograder.nbgrader_adapter.settings import course_config
from tests.courses import copied

Run = Callable[..., subprocess.CompletedProcess[str]]

NBGRADERS_OWN = """
c.Autograde.autograde_preprocessors = [
    "nbgrader.preprocessors.Execute", "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades", "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
"""
"""The list of nbgrader's own default and of e2xgrader's base configuration, as far as it grades."""

OURS = "from autograder.nbgrader_adapter import GradeOutside\n"
UNSOUND = {
    "nbgrader's own list": (NBGRADERS_OWN, "Execute would run"),
    "Execute beside ours": (
        "from nbgrader.preprocessors import Execute\n"
        "c.Autograde.autograde_preprocessors.insert(0, Execute)",
        "Execute would run",
    ),
    "nbconvert's step": (
        "c.Autograde.sanitize_preprocessors.append('nbconvert.preprocessors.ExecutePreprocessor')",
        "ExecutePreprocessor would run",
    ),
    "a subclass of a step that runs code": (
        "from nbgrader.preprocessors import Execute\nclass Own(Execute): pass\n"
        "c.Autograde.sanitize_preprocessors = [Own]",
        "Own would run",
    ),
    "nbconvert's step in every exporter": (
        "c.ExecutePreprocessor.enabled = True", "c.ExecutePreprocessor.enabled would run",
    ),
    "ours left out": (
        "c.Autograde.autograde_preprocessors.pop(0)", "no step of this package gives the grades",
    ),
    "ours switched off": ("c.GradeOutside.enabled = False", "is switched off"),
    "ours switched off for one exporter": (
        "c.RestoringExporter.GradeOutside.enabled = False", "is switched off",
    ),
    "ours after the scores are saved": (
        f"{OURS}c.Autograde.autograde_preprocessors.append("
        "c.Autograde.autograde_preprocessors.pop(0))",
        "SaveAutoGrades stands before GradeOutside",
    ),
    "the outputs cleared after ours": (
        "from nbgrader.preprocessors import ClearOutput\n"
        "c.Autograde.autograde_preprocessors.insert(1, ClearOutput)",
        "ClearOutput stands after GradeOutside",
    ),
    "feedback that runs code": (
        "c.GenerateFeedback.preprocessors = ['nbgrader.preprocessors.Execute']",
        "attention is not shown here: Execute would run",
    ),
    "feedback's exporter runs code": (
        "c.HTMLExporter.preprocessors = ['nbgrader.preprocessors.Execute']",
        "attention is not shown here: Execute would run",
    ),
}  # fmt: skip


@pytest.fixture
def course(
    generated: Path, tmp_path: Path, released: NotebookBuilder, submit: Callable[..., Path]
) -> Path:
    """A course in which zoe handed in what she got, with a cell that leaves a trace if it runs."""
    root = tmp_path / "course"
    copied(generated, root)
    frame = NotebookBuilder.of(released.bytes())
    trace = f"open({str(tmp_path / 'ran')!r}, 'w').close()"
    frame.notebook["cells"].insert(0, code_cell("trace", trace))
    submit(root, "zoe", json.dumps(frame.notebook).encode())
    return root


@pytest.fixture
def nothing_ran(course: Path) -> Callable[[], bool]:
    """Whether no student code ran unconfined, and no grade was recorded."""

    def looked() -> bool:
        recorded = totals(f"sqlite:///{course}/gradebook.db").get("zoe", {})
        return not (course.parent / "ran").exists() and set(recorded.values()) <= {None}

    return looked


def configure(course: Path, lines: str) -> None:
    """Add lines to the course's nbgrader_config.py."""
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(lines + "\n")


ON_BOTH_ROADS = ("nbgrader's own list", "ours left out", "feedback that runs code")
"""What is refused by our own command, too, in the quick tests; all of it is by nbgrader's."""


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        pytest.param(*case, id=name, marks=() if name in ON_BOTH_ROADS else pytest.mark.slow)
        for name, case in UNSOUND.items()
    ],
)
def test_our_own_command_refuses_in_one_sentence(
    course: Path, refused: Callable[[Path, str], str], nothing_ran: Callable[[], bool],
    lines: str, sentence: str,
) -> None:  # fmt: skip
    configure(course, lines)
    assert sentence in refused(course, "grade attention")
    assert nothing_ran()


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [UNSOUND[name] for name in UNSOUND if not name.startswith("feedback")],
    ids=[name for name in UNSOUND if not name.startswith("feedback")],
)
def test_nbgraders_interface_refuses_in_one_sentence(
    course: Path, nothing_ran: Callable[[], bool], lines: str, sentence: str
) -> None:
    """As formgrader's button calls it; what it shows below the sentence is `error`."""
    configure(course, lines)
    config = course_config(course)
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    done = api.autograde("attention", "zoe")
    assert not done["success"]
    assert "error" not in done
    assert sentence in " ".join(done["log"].split())
    assert done["log"].count("\n") > 1, "formgrader's dialogue does not wrap lines"
    assert nothing_ran()


@pytest.mark.parametrize("name", [name for name in UNSOUND if name.startswith("feedback")])
def test_feedback_that_would_run_code_is_refused(course: Path, name: str) -> None:
    lines, sentence = UNSOUND[name]
    configure(course, lines)
    config = course_config(course)
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    done = api.generate_feedback("attention", "zoe")
    assert not done["success"]
    assert "error" not in done
    assert sentence in " ".join(done["log"].split())


def test_a_watch_refuses_before_it_looks(
    course: Path, refused: Callable[[Path, str], str], nothing_ran: Callable[[], bool]
) -> None:
    configure(course, NBGRADERS_OWN)
    assert "Execute would run" in refused(course, "watch attention --once")
    assert nothing_ran()


@pytest.mark.parametrize(
    "options",
    [
        ["attention", "--Autograde.autograde_preprocessors=nbgrader.preprocessors.Execute"],
        ["attention", "--GradeOutside.enabled=False"],
        pytest.param(
            ["att*ion", "--Autograde.sanitize_preprocessors=nbgrader.preprocessors.Execute"],
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ["--assignment=attention", "--Autograde.autograde_preprocessors=[]"],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_nbgraders_command_line_is_no_way_around(
    course: Path, run: Run, nothing_ran: Callable[[], bool], options: list[str]
) -> None:
    done = run(course, "nbgrader", "autograde", *options)
    assert done.returncode == 1
    assert "is not graded here" in done.stderr
    assert "Traceback" not in done.stderr
    assert nothing_ran()


def test_a_configuration_for_the_whole_site_is_looked_at_too(
    course: Path, run: Run, nothing_ran: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The course's file leaves the list to the site's."""
    site = course.parent / "site"
    site.mkdir()
    (site / "nbgrader_config.py").write_text("c = get_config()\n" + NBGRADERS_OWN)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(site))
    configure(course, "del c.Autograde['autograde_preprocessors']")
    for command in (["autograder", "grade"], ["nbgrader", "autograde"]):
        done = run(course, *command, "attention")
        assert done.returncode == 1
        assert "Execute would run students' code outside the sandbox" in done.stderr
        assert "Traceback" not in done.stderr
    assert nothing_ran()


UNSET = "import os\nos.environ.pop('NBGRADER_EXECUTION', None)"


@pytest.mark.parametrize(
    ("cell", "said"),
    [("", "GradeOutside grades this assignment"), pytest.param(UNSET, "", marks=pytest.mark.slow)],
    ids=["unanswered", "forgets who runs it"],
)
def test_grade_cells_give_nothing_to_a_grader_that_is_not_ours(
    course: Path, run: Run, released: NotebookBuilder, cell: str, said: str
) -> None:
    """With a configuration that names nothing of ours nbgrader runs the cells, and they score 0."""
    (course / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.course_id = 'attention-mechanisms'\n"
    )
    frame = NotebookBuilder.of(released.bytes())
    frame.notebook["cells"].insert(0, code_cell("first", cell))
    handed_in = course / "submitted/zoe/attention/attention.ipynb"
    handed_in.write_bytes(frame.bytes())
    done = run(course, "nbgrader", "autograde", "attention")
    assert done.returncode == 0, done.stderr
    assert set(totals(f"sqlite:///{course}/gradebook.db")["zoe"].values()) == {0}
    assert said in (course / "autograded/zoe/attention/attention.ipynb").read_text("utf-8")


def test_a_notebook_that_cannot_be_read_is_one_sentence_in_formgrader(course: Path) -> None:
    """nbgrader's own answer is its log with a traceback, and another traceback."""
    (course / "submitted/zoe/attention/attention.ipynb").write_bytes(b"\x89PNG, not a notebook")
    config = course_config(course)
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    done = api.autograde("attention", "zoe")
    assert not done["success"]
    assert "error" not in done
    assert "Traceback" not in done["log"]
    assert "traceback" not in done["log"]
    assert "[ERROR] the file is a picture, not a notebook" in done["log"]


def test_what_nbgrader_could_not_record_is_said_in_the_same_sentence(
    course: Path, plan: Assignment
) -> None:
    """A course with steps of its own is recorded by nbgrader, whose log is read for the reason."""
    (course / "submitted/zoe/attention/attention.ipynb").write_bytes(b"\x89PNG, not a notebook")
    recorder = NbgraderRecorder(course, plan, plan.editions[0], course_config(course))
    report = Report("attention", "en", "", "", ())
    assert recorder.record([Judged("zoe", b"", report)]) == {
        "zoe": "nbgrader could not record it: the file is a picture, not a notebook"
    }


def test_an_error_that_is_not_ours_keeps_its_traceback(course: Path) -> None:
    configure(course, "c.Autograde.autograde_preprocessors.append('autograder.no_such_step')")
    config = course_config(course)
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    done = api.autograde("attention", "zoe")
    assert "Traceback" in done["error"]


def test_the_doctor_shows_the_pipeline_of_every_assignment(
    course: Path, called: Callable[[Path, str], tuple[int, str, str]]
) -> None:
    _, shown, _ = called(course, "doctor .")
    assert "attention: student code runs in the sandbox alone" in shown
    assert "attention-zh: student code runs in the sandbox alone" in shown
    assert "GradeOutside, LimitOutput, SaveAutoGrades" in shown


@pytest.mark.slow
def test_the_doctor_shows_what_would_run_student_code(
    course: Path, called: Callable[[Path, str], tuple[int, str, str]]
) -> None:
    configure(course, NBGRADERS_OWN)
    code, shown, _ = called(course, "doctor .")
    assert code == 1
    assert "attention: REFUSED" in shown
    assert "Execute, LimitOutput, SaveAutoGrades" in shown
    assert "put GradeOutside in the place of Execute" in " ".join(shown.split())


def test_the_doctor_says_what_is_no_course_folder(
    tmp_path: Path, refused: Callable[[Path, str], str]
) -> None:
    assert "is no course folder" in refused(tmp_path, "doctor .")


@pytest.mark.slow
def test_an_assignment_of_somebody_elses_is_none_of_ours(course: Path, run: Run) -> None:
    """Its pipeline is nbgrader's own, and nothing of ours stands in its way."""
    folder = course / "source/other"
    folder.mkdir()
    (folder / "other.ipynb").write_bytes(OTHER)
    (course / "submitted/zoe/other").mkdir(parents=True)
    assert run(course, "nbgrader", "generate_assignment", "other").returncode == 0
    shutil.copy(course / "release/other/other.ipynb", course / "submitted/zoe/other")
    own = "c.Autograde.exporter_class = 'nbconvert.exporters.NotebookExporter'"
    configure(course, NBGRADERS_OWN + own)
    done = run(course, "nbgrader", "autograde", "other")
    assert done.returncode == 0, done.stderr


CELL = {"grade": True, "grade_id": "t", "locked": True, "points": 1, "schema_version": 3}
OTHER = json.dumps({
    "cells": [{
        "cell_type": "code", "execution_count": None, "id": "t", "outputs": [], "source": "1",
        "metadata": {"nbgrader": {**CELL, "solution": False, "task": False}},
    }],
    "metadata": {"kernelspec": {"display_name": "P", "language": "python", "name": "python3"}},
    "nbformat": 4, "nbformat_minor": 5,
}).encode()  # fmt: skip
