"""A course that was running before: ordinary assignments, a configuration of its own."""

import json
from pathlib import Path
from typing import Any

from nbformat import v4

from autograder.authoring.make import NotebookBuilder
from tests.cells import above
from tests.conftest import put

CONFIG = """\
c = get_config()

c.CourseDirectory.course_id = "cs101"
c.ClearSolutions.code_stub = {"python": "# your turn"}
c.ClearSolutions.begin_solution_delimeter = "SOLUTION BEGINS"
c.ClearSolutions.end_solution_delimeter = "SOLUTION ENDS"
c.IncludeHeaderFooter.header = "source/header.ipynb"
c.ExecutePreprocessor.record_timing = False
"""
ORDINARY = {
    "ps1": (
        ("square", "solution", "def square(x):\n    ### SOLUTION BEGINS\n    return x * x\n"
         "    ### SOLUTION ENDS"),
        ("square_test", "test", "assert square(3) == 9"),
        ("why", "manual", "Why is a square no negative number?"),
    ),
    "ps2": (("double_test", "test", "assert 2 * 4 == 8"), ("plot", "task", "Draw 2 * x.")),
}  # fmt: skip
ANSWERS = {
    "ada": {"square": "def square(x):\n    return x * x",
            "why": "Because it is <b>one</b>: <script>alert(1)</script>"},
    "bob": {"square": "def square(x):\n    return 2 * x"},
}  # fmt: skip


def running_course(folder: Path) -> Path:
    """A course folder with two ordinary assignments, nothing generated and nothing handed in."""
    (folder / "source").mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text(CONFIG)
    header = notebook([cell("head", "markdown", "# Name:", {})])
    (folder / "source/header.ipynb").write_text(header)
    for name, cells in ORDINARY.items():
        (folder / "source" / name).mkdir()
        text = notebook([graded(*fields) for fields in cells])
        (folder / "source" / name / f"{name}.ipynb").write_text(text)
    return folder


def hand_in(course: Path, name: str) -> None:
    """Put what ada and bob made of a released assignment where nbgrader looks for it."""
    for student, answers in ANSWERS.items():
        answered = json.loads((course / "release" / name / f"{name}.ipynb").read_text())
        for cell in answered["cells"]:
            grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
            cell["source"] = answers.get(grade_id, cell["source"])
        folder = course / "submitted" / student / name
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_text(json.dumps(answered))


def with_trace(course: Path, released: NotebookBuilder) -> Path:
    """Hand in zoe's notebook, with a cell that leaves a file if it runs unconfined; that file."""
    trace = course.parent / "ran"
    put(course, "zoe", above(released, f"open({str(trace)!r}, 'w').close()").bytes())
    return trace


def graded(grade_id: str, kind: str, source: str) -> dict[str, Any]:
    """A cell with nbgrader's metadata: a solution, a test, a manual answer or a task."""
    has_points, is_test = kind in ("test", "manual", "task"), kind == "test"
    marks = {
        "schema_version": 3, "grade_id": grade_id, "grade": kind in ("test", "manual"),
        "solution": kind in ("solution", "manual"), "task": kind == "task",
        "locked": is_test or kind == "task",
    } | ({"points": 3} if has_points else {})  # fmt: skip
    cell_type = "markdown" if kind in ("manual", "task") else "code"
    return cell(grade_id, cell_type, source, {"nbgrader": marks})


def cell(cell_id: str, kind: str, source: str, metadata: dict[str, Any]) -> dict[str, Any]:
    node: dict[str, Any] = getattr(v4, f"new_{kind}_cell")(source, id=cell_id, metadata=metadata)
    return node


def notebook(cells: list[dict[str, Any]]) -> str:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}))
