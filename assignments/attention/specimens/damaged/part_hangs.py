"""
damage = "One part never returns when it is called."
lost = ["context_vector"]
repaired = false
readable = true
"""

import copy
import json


HANGING = """def context_vector(inputs, query_index):
    while True:
        query_index = query_index + 0
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "context_vector":
            cell["source"] = HANGING
    return {"attention.ipynb": json.dumps(changed).encode()}
