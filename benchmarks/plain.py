"""A plain nbgrader course of the same notebook: the same checks, inlined as hidden tests."""

import ast
import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from autograder.assignment import Assignment, Part
from autograder.notebook.build import source_notebook
from autograder.oracle import references

BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
CONFIG = 'c = get_config()\nc.CourseDirectory.course_id = "plain"\n'


def build(course: Path, plan: Assignment) -> None:
    """Write configuration and source notebook of a course that knows nothing of this package."""
    (course / "nbgrader_config.py").write_text(CONFIG)
    folder = course / "source" / plan.id
    folder.mkdir(parents=True)
    (folder / "checks.py").write_text((plan.folder / "checks.py").read_text("utf-8"))
    notebook = json.loads(source_notebook(plan, "en"))
    cells = {cell["id"]: cell for cell in notebook["cells"]}
    for number, part in enumerate(plan.parts):
        hidden = _hidden(plan, part)
        if number == 0:
            hidden = Path(__file__).with_name("inlined.py").read_text("utf-8") + hidden
        cell = cells[f"test_{part.id}"]
        shown = "".join(cell["source"])
        cell["source"] = f"{shown}\n{BEGIN}\n{hidden}\n{END}\n".splitlines(keepends=True)
    (folder / f"{plan.id}.ipynb").write_text(json.dumps(notebook))


def _hidden(plan: Assignment, part: Part) -> str:
    """The checks of a part with their numbers, in a function of their own, and a call of it."""
    file = plan.folder / "hidden" / f"test_{part.id}.py"
    cases = references.read(plan.folder / "hidden" / references.FILE)
    tree = ast.parse(file.read_text("utf-8"))
    loaded = runpy.run_path(str(file))
    body: list[ast.stmt] = []
    calls: list[str] = []
    for node in tree.body[1:]:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autograder"):
            continue
        if isinstance(node, ast.FunctionDef):
            calls += _calls(loaded[node.name], cases)
            node.decorator_list = []
        body.append(_bare(node))
    signatures = {each.name: each.signature for each in plan.parts}
    lines = [
        "def hidden_checks():",
        f"    student = Student(globals(), {part.forbidden!r}, {signatures!r})",
        *(f"    {line}" for node in body for line in ast.unparse(node).splitlines()),
        *(f"    {call}" for call in calls),
        "hidden_checks()",
    ]
    return "\n".join(lines)


def _calls(check: Any, cases: dict[str, references.Case]) -> Iterator[str]:
    """A check called on each of its cases, as its mark names them."""
    for mark in getattr(check, "pytestmark", ()):
        names = mark.kwargs["cases"]
        if not names:
            yield f"{check.__name__}(student)"
        for name in names:
            case = references.contents(cases[f"{mark.args[0]}/{name}"])
            yield f"{check.__name__}(student, {_written(case)})"


def _written(case: dict[str, Any]) -> str:
    entries = ", ".join(f"{name!r}: {_literal(value)}" for name, value in case.items())
    return f"SimpleNamespace(**{{{entries}}})"


def _literal(value: Any) -> str:
    if not isinstance(value, torch.Tensor):
        return repr(value)
    return f"torch.tensor({value.tolist()!r}, dtype={value.dtype}).reshape({tuple(value.shape)})"


def _bare(node: ast.stmt) -> ast.stmt:
    """Without annotations, whose names a notebook lacks."""
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef):
            each.returns = None
        if isinstance(each, ast.arg):
            each.annotation = None
    return node
