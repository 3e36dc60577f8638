"""
damage = "A visible test cell was turned into a markdown cell."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "test_softmax_naive":
            cell["cell_type"] = "markdown"
            cell.pop("outputs", None)
            cell.pop("execution_count", None)
    return {"attention.ipynb": json.dumps(changed).encode()}
