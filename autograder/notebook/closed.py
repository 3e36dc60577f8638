"""Grade cells that give no points to whatever else than the grader runs them.

nbgrader gives full marks for a grade cell whose run raises nothing, and the cells of a release
only call the visible checks, which raise nothing either. So the cells that nbgrader's gradebook
holds, and puts back into every submission, end in a region that nbgrader takes out of the release.
"""

import json

BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
CLOSED = f"""
{BEGIN}
import os
assert os.environ.get("NBGRADER_EXECUTION") != "autograde", (
    "no points: autograder's step GradeOutside grades this assignment, and it did not run"
)
0
{END}"""
"""It raises where nbgrader grades; elsewhere the last value is what nbgrader takes for points."""


def closed(notebook: bytes) -> bytes:
    """The instructor's notebook with the region at the end of each grade cell."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            cell["source"] = ("".join(cell["source"]) + CLOSED).splitlines(keepends=True)
    return (json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def shown(source: str) -> str:
    """A grade cell's source as students know it."""
    return source.replace(CLOSED, "")
