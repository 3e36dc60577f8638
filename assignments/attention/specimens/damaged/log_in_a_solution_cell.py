"""
damage = "A long log was pasted as comments above an answer: 300 kilobytes of it."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            log = "# tensor([[0.4306, 0.1456, 0.8927]], grad_fn=<AddBackward0>)\n" * 5000
            cell["source"] = log + "".join(cell["source"])
    return {"attention.ipynb": json.dumps(changed).encode()}
