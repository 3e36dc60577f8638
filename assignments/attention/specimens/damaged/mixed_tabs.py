"""
damage = "An answer mixes tabs and spaces in one block."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            source = "".join(cell["source"])
            cell["source"] = "\n".join(
                line.replace("    ", "\t", 1) if number % 2 else line.replace("    ", " " * 8, 1)
                for number, line in enumerate(source.splitlines())
            )
    return {"attention.ipynb": json.dumps(changed).encode()}
