"""A plain nbgrader course of the same notebook: the same checks, inlined as hidden tests."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from autograder.checks import references
from autograder.checks.items import Case
from autograder.core.assignment import sets
from autograder.core.assignment.given import visible_checks
from autograder.core.assignment.plan import Assignment, Part
from autograder.notebook.build import source_notebook

BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
CONFIG = 'c = get_config()\nc.CourseDirectory.course_id = "plain"\n'


def build(course: Path, assignment: Assignment) -> None:
    """Write configuration and source notebook of a course that knows nothing of this package."""
    (course / "nbgrader_config.py").write_text(CONFIG)
    folder = course / "source" / assignment.id
    folder.mkdir(parents=True)
    (folder / "checks.py").write_text(visible_checks(assignment.folder))
    notebook = json.loads(source_notebook(assignment, "en"))
    cells = {cell["id"]: cell for cell in notebook["cells"]}
    for number, part in enumerate(assignment.parts):
        cell = cells[f"test_{part.id}"]
        pieces = ["".join(cell["source"]), _hidden(_checks(assignment, part))]
        if number == 0:
            # Before the visible check, which ends the cell when it fails: all cells need it.
            pieces.insert(0, _hidden(Path(__file__).with_name("inlined.py").read_text("utf-8")))
        cell["source"] = "\n".join(pieces).splitlines(keepends=True)
    (folder / f"{assignment.id}.ipynb").write_text(json.dumps(notebook))


def _hidden(code: str) -> str:
    """Code that nbgrader takes out of what students get."""
    return f"{BEGIN}\n{code}\n{END}"


def _checks(assignment: Assignment, part: Part) -> str:
    """The checks of a part with their numbers, in a function of their own, and a call of it."""
    file = assignment.folder / "hidden" / f"test_{part.id}.py"
    numbers = sets.read(assignment.folder / "hidden").sets[0]
    cases = references.decode(numbers.references)
    tree = ast.parse(file.read_text("utf-8"))
    constants = _constants(tree)
    body: list[ast.stmt] = []
    calls: list[str] = []
    for node in tree.body[1:]:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("autograder"):
            continue
        if isinstance(node, ast.FunctionDef):
            calls += _calls(node, part, cases, constants)
            node.decorator_list = []
        body.append(_bare(node))
    signatures = {each.name: each.signature for each in assignment.parts}
    lines = [
        "def hidden_checks():",
        f"    student = Student(globals(), {part.forbidden!r}, {signatures!r})",
        *(f"    {line}" for node in body for line in ast.unparse(node).splitlines()),
        *(f"    {call}" for call in calls),
        "hidden_checks()",
    ]
    return "\n".join(lines)


def _calls(
    check: ast.FunctionDef, part: Part, cases: dict[str, Case], constants: dict[str, Any]
) -> Iterator[str]:
    """A check called on each of its cases, as its mark names them; helpers have no mark."""
    for mark in check.decorator_list:
        assert isinstance(mark, ast.Call)
        words = {word.arg: ast.Expression(word.value) for word in mark.keywords}
        if "cases" not in words:
            yield f"{check.name}(student)"
            continue
        for name in eval(compile(words["cases"], check.name, "eval"), constants):
            case = references.contents(cases[f"{part.id}/{name}"])
            yield f"{check.name}(student, {_written(case)})"


def _constants(tree: ast.Module) -> dict[str, Any]:
    """The constants of a suite, which marks may name."""
    namespace: dict[str, Any] = {"torch": torch}
    assigned: list[ast.stmt] = [node for node in tree.body if isinstance(node, ast.Assign)]
    exec(compile(ast.Module(assigned, []), "constants", "exec"), namespace)
    return namespace


def _written(case: dict[str, Any]) -> str:
    entries = ", ".join(f"{name!r}: {_literal(value)}" for name, value in case.items())
    return f"SimpleNamespace(**{{{entries}}})"


def _literal(value: Any) -> str:
    if not isinstance(value, torch.Tensor):
        return repr(value)
    return f"torch.tensor({value.tolist()!r}, dtype={value.dtype}).reshape({tuple(value.shape)})"


def _bare(node: ast.stmt) -> ast.stmt:
    """Without annotations, whose names a notebook lacks."""
    for child in ast.walk(node):
        if isinstance(child, ast.FunctionDef):
            child.returns = None
        if isinstance(child, ast.arg):
            child.annotation = None
    return node
