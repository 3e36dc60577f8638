"""Written answers and tasks beside our parts: points wait for a person, and what is given stays."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.utils import compute_checksum, determine_grade

from autograder.core.assignment.plan import Part
from autograder.core.model import Text
from autograder.nbgrader_adapter.autograded.notebook import restored
from autograder.notebook import build
from autograder.notebook.read import read
from tests.nbgraders_loop import by_nbgrader

MARKS = {"schema_version": 3, "grade": False, "solution": False, "task": False, "locked": False}
OWN = (
    ("softmax_naive", "why", {"grade": True, "solution": True, "points": 4}, "Why divide?"),
    ("causal_mask", "plot", {"task": True, "locked": True, "points": 6}, "Draw the mask."),
    ("causal_mask", "note", {"locked": True}, "To be read only."),
)  # fmt: skip
"""What an instructor adds behind a part, as nbgrader's Create Assignment does."""
GRADE = ("autograder", "grade", "attention")
ANSWER = "Because the weights must sum to 1."


def own_cell(name: str, marks: dict[str, Any], source: str) -> dict[str, Any]:
    metadata = {"nbgrader": {**MARKS, **marks, "grade_id": name}}
    return {"cell_type": "markdown", "id": name, "metadata": metadata, "source": source}


def index_of(notebook: dict[str, Any], name: str) -> int:
    ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in notebook["cells"]]
    return ids.index(name)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory, generated, succeeds, submit, solved) -> Path:
    """A course with these cells, handed in: answered, not answered, cell deleted, no metadata."""
    course = copytree(generated, tmp_path_factory.mktemp("mixed") / "course")
    source = course / "source/attention/attention.ipynb"
    content = json.loads(source.read_bytes())
    for part, name, marks, text in OWN:
        at = index_of(content, f"test_{part}") + 1
        content["cells"].insert(at, own_cell(name, marks, text))
    source.write_text(json.dumps(content))
    succeeds(course, "nbgrader", "generate_assignment", "attention", "--force")
    released = json.loads((course / "release/attention/attention.ipynb").read_bytes())
    answers = {cell["id"]: cell["source"] for cell in solved.notebook["cells"]}
    for cell in released["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution") and cell["id"] in answers:
            cell["source"] = answers[cell["id"]]
    submit(course, "nobody", json.dumps(released).encode())
    why = released["cells"][index_of(released, "why")]
    why["source"] = ANSWER
    submit(course, "ada", json.dumps(released).encode())
    plot = index_of(released, "plot") + 1
    released["cells"].insert(plot, own_cell("x", {}, "My drawing") | {"metadata": {}})
    del why["metadata"]["nbgrader"]
    submit(course, "bare", json.dumps(released).encode())
    return course


@pytest.fixture(scope="module")
def course(mixed, succeeds, tmp_path_factory) -> Path:
    """The course graded, and nobody's written answer looked at."""
    copy = copytree(mixed, tmp_path_factory.mktemp("graded") / "course")
    (copy / "said.txt").write_text(succeeds(copy, *GRADE).stdout)
    return copy


def marks(course: Path, student: str) -> dict[str, tuple[float | None, float | None, bool]]:
    """The marks of the instructor's own cells: automatic, by hand, whether a person has to look."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        grades = book.find_submission_notebook("attention", "attention", student).grades
        return {
            grade.name: (grade.auto_score, grade.manual_score, grade.needs_manual_grade)
            for grade in grades
            if grade.name in ("why", "plot")
        }


def give(course: Path, student: str, **points: float) -> None:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        for name, value in points.items():
            grade = book.find_grade(name, "attention", "attention", student)
            grade.manual_score, grade.needs_manual_grade = value, False
        book.db.commit()


def exported(course: Path, succeeds: Callable[..., Any]) -> dict[str, dict[str, str]]:
    exporter = "--exporter=autograder.nbgrader_adapter.exports.PartsExporter"
    succeeds(course, "nbgrader", "export", exporter)
    with (course / "parts.csv").open() as lines:
        return {row["student_id"]: row for row in csv.DictReader(lines)}


def test_a_written_answer_waits_and_an_empty_one_is_zero(course):
    """As nbgrader has it; a task always waits, for its work is anywhere."""
    assert marks(course, "ada") == {"why": (None, None, True), "plot": (None, None, True)}
    assert marks(course, "nobody") == {"why": (0.0, None, False), "plot": (None, None, True)}


def test_a_cell_that_lost_its_mark_is_not_given_zero_and_a_students_work_stays(course):
    assert marks(course, "bare")["why"] == (None, None, True)
    notebook = json.loads((course / "autograded/bare/attention/attention.ipynb").read_bytes())
    texts = ["".join(cell["source"]) for cell in notebook["cells"]]
    assert "missing in the submission" in texts[index_of(notebook, "why")]
    assert any(ANSWER in text for text in texts)
    assert texts[index_of(notebook, "plot") + 1] == "My drawing"
    assert texts.count("To be read only.") == 1


def test_an_answer_chosen_in_a_form_is_not_given_zero():
    """e2xgrader keeps it in the cell's metadata; the text stays as it was released."""
    marks = {"grade": True, "solution": True, "points": 4}
    question = nbformat.from_dict(own_cell("which", marks, "Which?\n\n- 2\n- 3"))
    question.metadata.nbgrader.checksum = compute_checksum(question)
    question.metadata.extended_cell = {"type": "singlechoice", "choice": []}
    released = new_notebook(cells=[question])
    answered = json.loads(nbformat.writes(released))
    answered["cells"][0]["metadata"]["extended_cell"]["choice"] = ["1"]
    (cell,) = restored(read(json.dumps(answered).encode()), released, ()).cells
    assert determine_grade(cell) == (None, 4)
    assert "see the submitted notebook" in cell.source


def test_a_solution_cell_that_was_deleted_says_that_it_is_not_the_students():
    """Also one that checks grade: feedback shows its source beside the words "your code"."""
    marks = own_cell("answer", {"solution": True}, "")["metadata"]
    stub = new_code_cell("def answer(): ...", metadata=marks)
    released = new_notebook(cells=[stub])
    handed_in = read(nbformat.writes(new_notebook(cells=[new_code_cell("1")])).encode())
    cell = restored(handed_in, released, ()).cells[-1]
    assert cell.source.startswith("# (missing in the submission, added back")
    assert cell.source.endswith("def answer(): ...")


@pytest.mark.parametrize("above", [[], ["def answer(): ..."]], ids=["alone", "beside the stub"])
def test_an_answer_that_became_prose_stands_in_its_cell(above):
    marks = own_cell("p", {"solution": True}, "")["metadata"]
    released = new_notebook(cells=[new_code_cell("def answer(): ...", metadata=marks)])
    text = "Mine:\n```\ndef answer():\n    return 1\n```"
    code = [new_code_cell(source, metadata=marks) for source in above]
    handed_in = read(nbformat.writes(new_notebook(cells=[*code, new_markdown_cell(text)])).encode())
    part = Part("p", 4, 1, Text("p", "p"), "answer", "function", ())
    cells = restored(handed_in, released, (part,)).cells
    assert [cell.source for cell in cells if "nbgrader" in cell.metadata] == [text]


def test_totals_wait_and_it_is_said_for_what(course, succeeds):
    output = (course / "said.txt").read_text()
    assert "totals that wait for a person: 3" in output
    rows = exported(course, succeeds)
    assert rows["ada"]["total"] == rows["ada"]["raw_score"] == rows["ada"]["why"] == ""
    assert rows["ada"]["softmax_naive"] == "4.00"
    succeeds(course, "autograder", "report", "attention")
    figures = json.loads((course / "reports/attention.json").read_bytes())
    assert (figures["max_points"], figures["totals"]) == (110, None)
    assert {row["student"]: row["total"] for row in figures["rows"]}["ada"] is None
    reasons = {row["student"]: row["reason"]["en"] for row in figures["ungraded"]}
    assert reasons["nobody"] == "needs manual grade: plot"


def test_what_a_person_gave_survives_every_regrade(course, succeeds, tmp_path):
    copy = copytree(course, tmp_path / "course")
    give(copy, "ada", why=3.5, plot=5)
    assert "3 unchanged, 0 to do" in succeeds(copy, *GRADE).stderr
    assert marks(copy, "ada") == {"why": (None, 3.5, False), "plot": (None, 5, False)}
    succeeds(copy, *GRADE, "--regrade", "--student", "ada")
    grades = marks(copy, "ada")
    assert {name: given for name, (_, given, _) in grades.items()} == {"why": 3.5, "plot": 5}
    assert exported(copy, succeeds)["ada"]["total"] == "108.50"


def test_building_again_keeps_an_instructors_cells(mixed, solved):
    before = (mixed / "source/attention/attention.ipynb").read_bytes()
    once = build.for_nbgrader(solved.bytes(), before)
    notebook = json.loads(once)
    for part, name, _, text in OWN[:2]:
        at = index_of(notebook, name)
        assert "".join(notebook["cells"][at]["source"]) == text
        assert at == index_of(notebook, f"test_{part}") + 1
    assert build.for_nbgrader(solved.bytes(), once) == once
    assert build.for_nbgrader(solved.bytes(), b"") == build.for_nbgrader(solved.bytes(), b"{}")


@pytest.mark.slow
def test_nbgraders_own_loop_leaves_the_same(course, mixed, succeeds, tmp_path):
    theirs = copytree(mixed, tmp_path / "theirs")
    copytree(course / ".autograder", theirs / ".autograder")
    by_nbgrader(theirs)
    for student in ("ada", "nobody", "bare"):
        assert marks(theirs, student) == marks(course, student)
        name = f"autograded/{student}/attention/attention.ipynb"
        assert json.loads((theirs / name).read_text()) == json.loads((course / name).read_text())
    give(theirs, "ada", why=2)
    succeeds(theirs, "nbgrader", "autograde", "attention", "--force")
    assert marks(theirs, "ada")["why"] == (None, 2, True)
