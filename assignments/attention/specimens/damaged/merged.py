"""
damage = "Two solution cells were merged into one."
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
    first, second = graded["softmax_naive"], graded["context_vector"]
    first["source"] = "".join(first["source"]) + "\n\n" + "".join(second["source"])
    changed["cells"] = [cell for cell in changed["cells"] if cell is not second]
    return {"attention.ipynb": json.dumps(changed).encode()}
