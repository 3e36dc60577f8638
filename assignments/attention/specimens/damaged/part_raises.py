"""
damage = "Two parts were left unfinished and raise when they are called."
lost = ["simple_self_attention", "exercise_3_1"]
repaired = false
readable = true
"""

import copy
import json


UNFINISHED = {
    "simple_self_attention": "def simple_self_attention(inputs):\n    raise NotImplementedError\n",
    "exercise_3_1": "def transfer_weights(sa_v2, sa_v1):\n    return unknown_name\n",
}


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = UNFINISHED.get(grade_id, cell["source"])
    return {"attention.ipynb": json.dumps(changed).encode()}
