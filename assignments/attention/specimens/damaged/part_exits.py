"""
damage = "One part ends the whole process when it is called."
lost = ["causal_mask"]
repaired = false
readable = true
"""

import copy
import json


EXITING = """import os


def causal_mask(num_tokens):
    os._exit(1)
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            cell["source"] = EXITING
    return {"attention.ipynb": json.dumps(changed).encode()}
