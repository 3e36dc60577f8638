"""
damage = "One solution cell is no Python."
lost = ["renormalized_causal_weights"]
repaired = false
readable = true
"""

import copy
import json


BROKEN = """def renormalized_causal_weights(attn_weights)
    masked = torch.tril(attn_weights
    return masked / masked.sum(dim=-1, keepdim=True)
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "renormalized_causal_weights":
            cell["source"] = BROKEN
    return {"attention.ipynb": json.dumps(changed).encode()}
