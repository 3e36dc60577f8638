"""
damage = "An answer's cell ends the whole process below the definition."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "context_vector":
            cell["source"] = "".join(cell["source"]) + "\n\nimport os\n\nos._exit(0)\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
