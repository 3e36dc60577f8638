"""
damage = "An answer was written into the locked test cell, and its own cell left as a comment."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    marks = [cell["metadata"].get("nbgrader", {}) for cell in changed["cells"]]
    graded = {mark.get("grade_id"): cell for mark, cell in zip(marks, changed["cells"])}
    solution, test = graded["softmax_naive"], graded["test_softmax_naive"]
    test["source"] = "".join(solution["source"]) + "\n\n" + "".join(test["source"])
    solution["source"] = "# my answer is in the cell below"
    return {"attention.ipynb": json.dumps(changed).encode()}
