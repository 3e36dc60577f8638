"""Our assignments have one road to a grade, whatever nbgrader's configuration says."""

import functools
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from gradebooks import api_of
from running import ORDINARY, with_trace

from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.sandbox.self_test import examine
from tests.cells import above
from tests.conftest import scores_of
from tests.courses import configure

NBGRADERS_OWN = """
c.Autograde.autograde_preprocessors = [
    "nbgrader.preprocessors.Execute", "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades", "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
"""
"""The list of nbgrader's own default and of e2xgrader's base configuration, as far as it grades."""

HOSTILE = """
c.ExecutePreprocessor.enabled = True
c.NotebookExporter.preprocessors = c.HTMLExporter.preprocessors = ["nbgrader.preprocessors.Execute"]
c.Autograde.exporter_class = "nbconvert.exporters.NotebookExporter"
c.GenerateFeedback.exporter_class = "nbconvert.exporters.HTMLExporter"
c.GenerateFeedback.preprocessors = ["nbgrader.preprocessors.Execute"]
"""
"""Whatever steps a list names, the list is not read."""


@pytest.fixture
def course(ready, released) -> Path:
    """A course in which zoe handed in what she got, with a cell that leaves a trace if it runs."""
    with_trace(ready, released)
    return ready


def graded_confined(course: Path) -> bool:
    """Whether zoe has the 0 of an untouched notebook and a page, and her code ran in a worker."""
    assert not (course.parent / "ran").exists()
    assert set(scores_of(course)["zoe"].values()) == {0}
    graded = (course / "autograded/zoe/attention/attention.ipynb").read_text("utf-8")
    assert "vnd.autograder.part+json" in graded
    page = (course / "feedback/zoe/attention/attention.html").read_text("utf-8")
    return "softmax_naive" in page and "Content-Security-Policy" in page


def test_formgraders_buttons_take_the_road_whatever_is_configured(course):
    configure(course, NBGRADERS_OWN + HOSTILE)
    api = api_of(course)
    for call in (api.autograde, api.generate_feedback):
        done = call("attention", "zoe")
        assert done["success"], done
    assert graded_confined(course)


RUNS = "--Autograde.sanitize_preprocessors=nbgrader.preprocessors.Execute"


def test_nbgraders_command_line_is_no_way_around(course, succeeds, monkeypatch):
    """Nor by a pattern, which nbgrader takes for a name; nor by the configuration of a site."""
    site = course.parent / "site"
    site.mkdir()
    (site / "nbgrader_config.py").write_text("c = get_config()\n" + NBGRADERS_OWN)
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(site))
    for option in ("--no-execute", RUNS):
        succeeds(course, "nbgrader", "autograde", "att*ion", "--force", option)
        succeeds(course, "nbgrader", "generate_feedback", "att*ion", "--force", RUNS)
        assert graded_confined(course)


@pytest.mark.parametrize(
    ("cell", "said"),
    [("", "autograder, which grades this assignment"),
     pytest.param("import os; del os.environ['NBGRADER_EXECUTION']", "", marks=pytest.mark.slow)],
    ids=["unanswered", "forgets who runs it"]
)  # fmt: skip
def test_grade_cells_give_nothing_to_a_grader_that_is_not_ours(
    course, succeeds, released, cell, said
):
    """With a configuration that names nothing of ours nbgrader runs the cells, and they score 0."""
    plain = "c = get_config()\nc.CourseDirectory.course_id = 'attention-mechanisms'\n"
    (course / "nbgrader_config.py").write_text(plain)
    handed_in = course / "submitted/zoe/attention/attention.ipynb"
    handed_in.write_bytes(above(released, cell).bytes())
    succeeds(course, "nbgrader", "autograde", "attention")
    assert set(scores_of(course)["zoe"].values()) == {0}
    assert said in (course / "autograded/zoe/attention/attention.ipynb").read_text("utf-8")


def test_what_cannot_be_graded_is_one_sentence_in_formgrader(course):
    """In lines: its dialogue does not wrap them. nbgrader's own answer is two tracebacks."""
    (course / "submitted/zoe/attention/attention.ipynb").write_bytes(b"\x89PNG, not a notebook")
    done = api_of(course).autograde("attention", "zoe")
    assert done.keys() == {"success", "log"}
    assert "zoe: unreadable: the file is a picture, not a notebook" in " ".join(done["log"].split())
    assert "raceback" not in done["log"]
    done = api_of(course).autograde("attention", "nobody")
    assert "no submission of attention was matched by 'nobody'" in " ".join(done["log"].split())


def test_an_odd_timestamp_does_not_end_formgraders_list(course):
    """nbgrader's own reading raises at words, and waits for a pipe."""
    stamp = course / "submitted/zoe/attention/timestamp.txt"
    stamp.write_text("yesterday evening")
    (row,) = api_of(course).get_submissions("attention")
    assert (row["student"], row["timestamp"]) == ("zoe", None)
    stamp.unlink()
    os.mkfifo(stamp)
    assert len(api_of(course).get_submissions("attention")) == 1


def test_an_error_of_another_assignment_keeps_its_traceback(course):
    assert "Traceback" in api_of(course).autograde("other", "zoe")["error"]


@pytest.fixture(scope="module")
def beside(adopted_once, tmp_path_factory, succeeds, solved, submit) -> Path:
    """Ordinary assignments and ours in one course: released, handed in, graded, with feedback."""
    course = shutil.copytree(adopted_once, tmp_path_factory.mktemp("beside") / "course")
    submit(course, "ada", solved.bytes())
    for command in ("autograde", "generate_feedback"):
        for name in (*ORDINARY, "attention"):
            succeeds(course, "nbgrader", command, name)
    return course


def test_ordinary_assignments_are_graded_beside_ours(beside):
    with open_gradebook(beside) as book:
        scores = {
            (name, student): book.find_submission(name, student).score
            for name, student in (("ps1", "ada"), ("ps1", "bob"), ("ps2", "ada"))
        }
        assert scores == {("ps1", "ada"): 3, ("ps1", "bob"): 0, ("ps2", "ada"): 3}
        assert book.find_submission("attention", "ada").score == 100
    page = (beside / "feedback/ada/ps1/ps1.html").read_text("utf-8")
    assert "square" in page and "SOLUTION" not in (beside / "release/ps1/ps1.ipynb").read_text()
    assert ">100<" in (beside / "feedback/ada/attention/attention.html").read_text("utf-8")


def test_formgraders_buttons_grade_both_kinds(beside):
    """By whatever they are called, those of an ordinary assignment are nbgrader's own."""
    api = api_of(beside)
    assert api.generate_assignment("ps1")["success"]
    for name in ("ps1", "attention"):
        for call in (api.autograde, api.generate_feedback):
            done = call(name, "ada")
            assert done["success"], done
    (ada,) = [row for row in api.get_submissions("ps1") if row["student"] == "ada"]
    assert (ada["score"], ada["max_score"]) == (3, 6)
    assert "square" in (beside / "feedback/ada/ps1/ps1.html").read_text("utf-8")


def test_a_pattern_is_refused_where_it_means_assignments_of_both_kinds(beside, run, succeeds):
    done = run(beside, "nbgrader", "autograde", "*", "--student", "ada")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "name one assignment" in done.stderr
    (beside / "source/attention.txt").write_text("notes")
    succeeds(beside, "nbgrader", "generate_assignment", "att*", "--force")


EXAMINED = functools.cache(examine)


@pytest.fixture
def doctor(called, monkeypatch) -> Callable[[Path, str], tuple[int, str, str]]:
    """`autograder doctor`, which looks at this machine only once for all tests here."""
    monkeypatch.setattr("autograder.cli.doctor.examine", EXAMINED)
    return lambda course, words: called(course, f"doctor {words}")


def test_the_doctor_names_who_runs_student_code(beside, doctor):
    shown = doctor(beside, "")
    assert shown == doctor(beside, ".")
    assert "attention: student code runs in the sandbox alone" in shown[1]
    assert "ps1: UNCONFINED, not ours: Execute runs student code as you" in shown[1]


def test_the_doctor_refuses_a_configuration_without_us(course, doctor):
    (course / "nbgrader_config.py").write_text("c = get_config()\n")
    code, shown, _ = doctor(course, ".")
    assert code == 1 and "attention: REFUSED" in shown
    assert "end the file with `from autograder.nbgrader_adapter import" in " ".join(shown.split())
