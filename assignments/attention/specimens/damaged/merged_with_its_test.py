"""
damage = "A solution cell and the test cell below it were merged into one."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    marks = [cell["metadata"].get("nbgrader", {}) for cell in changed["cells"]]
    graded = {mark.get("grade_id"): cell for mark, cell in zip(marks, changed["cells"])}
    solution, test = graded["causal_mask"], graded["test_causal_mask"]
    solution["source"] = "".join(solution["source"]) + "\n\n" + "".join(test["source"])
    changed["cells"] = [cell for cell in changed["cells"] if cell is not test]
    return {"attention.ipynb": json.dumps(changed).encode()}
