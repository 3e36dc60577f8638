"""A course that was running before: ordinary assignments, a configuration of its own."""

import json
from pathlib import Path
from typing import Any

from autograder.authoring.make import NotebookBuilder
from tests.cells import above

CONFIG = """\
c = get_config()

c.CourseDirectory.course_id = "cs101"
c.ClearSolutions.code_stub = {"python": "# your turn"}
c.ClearSolutions.begin_solution_delimeter = "SOLUTION BEGINS"
c.ClearSolutions.end_solution_delimeter = "SOLUTION ENDS"
c.IncludeHeaderFooter.header = "source/header.ipynb"
c.ExecutePreprocessor.timeout = 60
c.ExecutePreprocessor.record_timing = False
c.LimitOutput.max_lines = 200
"""
HEADER = "# Name:"
PS1 = (
    ("square", "solution", "def square(x):\n    ### SOLUTION BEGINS\n    return x * x\n"
     "    ### SOLUTION ENDS"),
    ("square_test", "test", "assert square(3) == 9\nassert square(-2) == 4"),
    ("cube", "solution", "def cube(x):\n    ### SOLUTION BEGINS\n    return x ** 3\n"
     "    ### SOLUTION ENDS"),
    ("cube_test", "test", "assert cube(3) == 27"),
    ("why", "manual", "Why is a cube odd?"),
)  # fmt: skip
PS2 = (
    ("double", "solution", "def double(x):\n    ### SOLUTION BEGINS\n    return 2 * x\n"
     "    ### SOLUTION ENDS"),
    ("double_test", "test", "assert double(4) == 8"),
    ("plot", "task", "Draw a graph of `double`."),
)  # fmt: skip
ORDINARY = {"ps1": PS1, "ps2": PS2}
ANSWERS = {
    "ada": {"square": "def square(x):\n    return x * x", "cube": "def cube(x):\n    return x**3",
            "why": "Because it is <b>odd</b>: <script>alert(1)</script>",
            "double": "def double(x):\n    return x + x"},
    "bob": {"square": "def square(x):\n    return 2 * x", "cube": "def cube(x):\n    return x**3",
            "double": "def double(x):\n    return x * x"},
}  # fmt: skip


def running_course(folder: Path) -> Path:
    """A course folder with two ordinary assignments, nothing generated and nothing handed in."""
    (folder / "source").mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text(CONFIG)
    header = notebook([cell("head", "markdown", HEADER, {})])
    (folder / "source/header.ipynb").write_text(header)
    for name, cells in ORDINARY.items():
        (folder / "source" / name).mkdir()
        made = notebook([graded(*one) for one in cells])
        (folder / "source" / name / f"{name}.ipynb").write_text(made)
    return folder


def hand_in(course: Path, name: str) -> None:
    """Put what ada and bob made of a released assignment where nbgrader looks for it."""
    released = json.loads((course / "release" / name / f"{name}.ipynb").read_text())
    for student, answers in ANSWERS.items():
        answered = json.loads(json.dumps(released))
        for one in answered["cells"]:
            grade_id = one["metadata"].get("nbgrader", {}).get("grade_id")
            one["source"] = answers.get(grade_id, one["source"])
        folder = course / "submitted" / student / name
        folder.mkdir(parents=True)
        (folder / f"{name}.ipynb").write_text(json.dumps(answered))


def with_trace(course: Path, released: NotebookBuilder) -> Path:
    """Hand in zoe's notebook, with a cell that leaves a file if it runs unconfined; that file."""
    trace = course.parent / "ran"
    frame = above(released, f"open({str(trace)!r}, 'w').close()")
    folder = course / "submitted/zoe/attention"
    folder.mkdir(parents=True)
    (folder / "attention.ipynb").write_bytes(frame.bytes())
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
    code = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "id": cell_id, "metadata": metadata, "source": source, **code}


def notebook(cells: list[dict[str, Any]]) -> str:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    content = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4,
               "nbformat_minor": 5}  # fmt: skip
    return json.dumps(content)
