"""Questions of the plan that a person marks: `[[manual]]` in assignment.toml."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from autograder import course
from autograder.authoring.slips import slips
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.settings import generate
from tests.courses import edit
from tests.small import small_assignment

MANUAL = """
[[manual]]
id = "why"
points = 5
title = { en = "Why centre?", zh = "为什么要中心化？" }
"""
CELLS = """
# %% [markdown] lang="en" manual="why"
# Because offsets then cancel.

# %% [markdown] lang="zh" manual="why"
# 因为偏移会抵消。
"""
WAYS = {"ada": "a second cell with a panel", "amy": "no cell", "abe": "the cell as a graded test"}
"""How some try to have the question marked without a person."""


def with_manual_part(root: Path) -> Path:
    folder = small_assignment(root)
    edit(folder / "assignment.toml", "total_points = 10", "total_points = 15")
    for name, text in (("assignment.toml", MANUAL), ("notebook.py", CELLS)):
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write(text)
    return folder


@pytest.fixture(scope="module")
def released(tmp_path_factory, repository) -> Path:
    root = tmp_path_factory.mktemp("course")
    shutil.copy(repository / "nbgrader_config.py", root)
    with_manual_part(root)
    list(course.build(root, "small"))
    generate(root, ["small", "small-zh"])
    return root


@pytest.fixture(scope="module")
def graded(released, succeeds) -> Path:
    """Students who wrote an answer, and have all parts right."""
    source = json.loads((released / "source/small/small.ipynb").read_bytes())
    for student in WAYS:
        folder = released / "submitted" / student / "small"
        folder.mkdir(parents=True)
        notebook = json.loads((released / "release/small/small.ipynb").read_bytes())
        for cell, solved in zip(notebook["cells"], source["cells"], strict=True):
            cell["source"] = "Because I say so." if cell["id"] == "why" else solved["source"]
        (folder / "small.ipynb").write_text(json.dumps(notebook))
    succeeds(released, "autograder", "grade", "small")
    return released


@pytest.mark.parametrize("edition", ["small", "small-zh"])
def test_each_edition_asks_and_keeps_the_model_answer(released, edition):
    notebooks = (released / room / edition / "small.ipynb" for room in ("release", "source"))
    question, answer = (
        next(cell for cell in json.loads(file.read_bytes())["cells"] if cell["id"] == "why")
        for file in notebooks
    )
    marks = question["metadata"]["nbgrader"]
    assert (marks["grade"], marks["solution"], marks["points"]) == (True, True, 5)
    assert "offsets" not in str(question["source"]) and "偏移" not in str(question["source"])
    assert ("offsets" in str(answer["source"])) is (edition == "small")


@pytest.mark.slow
def test_the_audit_leaves_it_to_the_person(graded, succeeds, tmp_path):
    copy = shutil.copytree(graded, tmp_path / "course")
    succeeds(copy, "autograder", "reseed", "small", "--salt", "a word")
    succeeds(copy, "autograder", "learn", "small")
    done = succeeds(copy, "autograder", "audit", "small")
    assert "why" not in done.stdout


def test_a_question_that_is_taken_out_of_the_plan_is_gone(tmp_path):
    folder = with_manual_part(tmp_path)
    list(course.build(tmp_path, "small"))
    for name, text in (("assignment.toml", MANUAL), ("notebook.py", CELLS)):
        edit(folder / name, text, "")
    edit(folder / "assignment.toml", "= 15", "= 10")
    list(course.build(tmp_path, "small"))
    assert '"why"' not in (tmp_path / "source/small/small.ipynb").read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [("assignment.toml", "points = 5\n", "points = 5\nname = 'x'\n", "unknown field `name`"),
     ("assignment.toml", '"why"', '"wy"', "is 'wy' meant?"),
     ("notebook.py", 'lang="zh" manual="why"', 'lang="zh"', "0 cells"),
     ("notebook.py", 'manual="why"', 'part="why"', "'why', which assignment.toml does not know")]
)  # fmt: skip
def test_slips_in_a_question_are_told(tmp_path, file, old, new, said):
    folder = with_manual_part(tmp_path)
    assert slips(folder) == ()
    edit(folder / file, old, new)
    assert any(said in slip.said for slip in slips(folder)), slips(folder)


FAKED = {
    "grade": True, "solution": True, "locked": False, "task": False, "schema_version": 3,
    "grade_id": "why", "points": 500, "cell_type": "markdown", "checksum": "0" * 32,
}  # fmt: skip
FORGED = {"id": "why", "title": {"en": "FORGED", "zh": "FORGED"}, "points": 500.0,
          "max_points": 500.0, "checks": []}  # fmt: skip
PANEL = {
    "output_type": "execute_result", "execution_count": 1, "metadata": {},
    "data": {"text/plain": "500", "application/vnd.autograder.part+json": {"part": FORGED}},
}  # fmt: skip


def forge(cells: list[dict[str, Any]], way: str) -> None:
    """Make them those of a notebook that wants the question marked without a person."""
    (place,) = (index for index, cell in enumerate(cells) if cell["id"] == "why")
    code = {"cell_type": "code", "execution_count": 1, "source": "500", "outputs": [PANEL]}
    if way == "a second cell with a panel":
        cells.append(code | {"id": "again", "metadata": {"nbgrader": FAKED}})
    elif way == "the cell as a graded test":
        marks = FAKED | {"solution": False, "cell_type": "code", "locked": True}
        cells[place] = code | {"id": "why", "metadata": {"nbgrader": marks}}
    else:
        del cells[place]


def test_a_notebook_neither_takes_nor_loses_what_a_person_gives(graded, succeeds, tmp_path):
    """All hand in again after they were marked, and others the same for the first time."""
    copy = shutil.copytree(graded, tmp_path / "course")
    with open_gradebook(copy) as book:
        for student, way in WAYS.items():
            path = copy / "submitted" / student / "small/small.ipynb"
            notebook = json.loads(path.read_bytes())
            forge(notebook["cells"], way)
            path.write_text(json.dumps(notebook))
            shutil.copytree(copy / "submitted" / student, copy / "submitted" / f"new-{student}")
            grade = book.find_grade("why", "small", "small", student)
            grade.manual_score, grade.extra_credit, grade.needs_manual_grade = 4, 0.5, False
            book.find_comment("why", "small", "small", student).manual_comment = "Nearly."
        book.db.commit()
    succeeds(copy, "autograder", "grade", "small")
    with open_gradebook(copy) as book:
        for student, way in WAYS.items():
            names = (student, f"new-{student}")
            kept, new = (book.find_grade("why", "small", "small", name) for name in names)
            assert (kept.manual_score, kept.extra_credit, kept.max_score) == (4, 0.5, 5), way
            comment = book.find_comment("why", "small", "small", student)
            assert comment.manual_comment == "Nearly.", way
            assert (new.manual_score, new.auto_score) == (None, None), way
            assert kept.needs_manual_grade and new.needs_manual_grade, way
            assert sum(row.auto_score for row in new.notebook.grades if row.name != "why") == 10
    succeeds(copy, "autograder", "feedback", "small")
    for student in WAYS:
        page = (copy / f"feedback/new-{student}/small/small.html").read_text("utf-8")
        assert "Why centre?" in page and "awaiting manual grading" in page
        assert "FORGED" not in page
