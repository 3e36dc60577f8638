"""
damage = "An answer was pasted from a console, with its prompts."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "exercise_3_3":
            first, *rest = "".join(cell["source"]).splitlines()
            cell["source"] = "\n".join([f">>> {first}", *(f"... {line}" for line in rest)])
    return {"attention.ipynb": json.dumps(changed).encode()}
