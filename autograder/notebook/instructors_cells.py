"""Cells that an instructor adds to a source notebook: written answers and tasks, graded by hand.

They are made in nbgrader's own editor ("Create Assignment") and are in no stub file, so building
the notebook again would lose them, and the points that were given for them.
"""

import json
from typing import Any

OF_THE_PLAN = {"autograder": {"manual": True}}
"""Marks a cell that is built from the stub file, although a person grades it."""


def with_own_cells(built: bytes, before: bytes) -> bytes:
    """The built notebook, with an instructor's cells of the one before in their places."""
    try:
        old = json.loads(before)["cells"] if before else []
    except (ValueError, KeyError, TypeError):
        # What is no notebook is replaced, as it always was.
        return built
    content = json.loads(built)
    cells = content["cells"]
    names = {name for cell in cells if (name := _grade_id(cell))}
    added = [(at, cell) for at, cell in enumerate(old) if _by_hand(cell) not in (None, *names)]
    if not added:
        return built
    for at, cell in added:
        cells.insert(_place(cells, old[:at]), cell)
    return (json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def _place(cells: list[dict[str, Any]], before: list[dict[str, Any]]) -> int:
    """Behind the nearest cell above that is still there."""
    ids = [cell.get("id") for cell in cells]
    found = (ids.index(cell["id"]) for cell in reversed(before) if cell.get("id") in ids)
    return next(found, -1) + 1


def _by_hand(cell: dict[str, Any]) -> str | None:
    """The id of a cell that a person grades; None of any other."""
    marks = cell.get("metadata", {}).get("nbgrader", {})
    if OF_THE_PLAN.items() <= cell.get("metadata", {}).items():
        # Once taken out of the plan, it is nobody's.
        return None
    is_answer = marks.get("grade") and marks.get("solution")
    return _grade_id(cell) if is_answer or marks.get("task") else None


def _grade_id(cell: dict[str, Any]) -> str | None:
    name = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")
    return name if isinstance(name, str) else None
