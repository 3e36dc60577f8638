"""
damage = "An answer prints, also numbers that look like a score, in its cell and when it is called."
lost = []
repaired = false
readable = true
"""

import copy
import json


NOISE = """
quiet_mask = causal_mask


def causal_mask(num_tokens):
    print("mask of", num_tokens)
    print(0.0)
    return quiet_mask(num_tokens)


print(causal_mask(4))
0.0
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            cell["source"] = "".join(cell["source"]) + "\n" + NOISE
    return {"attention.ipynb": json.dumps(changed).encode()}
