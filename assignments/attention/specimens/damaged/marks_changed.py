"""
damage = "What nbgrader notes about its cells was changed: locked, solution, grade, schema version."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        if marks.get("grade_id") == "causal_mask":
            marks.update(solution=False, locked=True)
        elif marks.get("grade_id") == "test_causal_mask":
            marks.update(grade=False, solution=True)
        elif marks:
            marks.update(schema_version=1)
            marks.pop("task", None)
    return {"attention.ipynb": json.dumps(changed).encode()}
