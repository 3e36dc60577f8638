"""
damage = "An answer is indented with the wide spaces of Chinese text."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "exercise_3_2":
            source = "".join(cell["source"])
            cell["source"] = source.replace("    ", "\u3000\u3000\u3000\u3000")
    return {"attention.ipynb": json.dumps(changed).encode()}
