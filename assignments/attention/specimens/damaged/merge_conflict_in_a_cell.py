"""
damage = "A merge left its conflict marks in one solution cell."
lost = ["causal_attention_weights"]
repaired = true
readable = true
"""

import copy
import json


CONFLICT = """def causal_attention_weights(attn_scores, d_k):
<<<<<<< HEAD
    masked = attn_scores
=======
    masked = attn_scores.clone()
>>>>>>> my-branch
    return torch.softmax(masked / d_k**0.5, dim=-1)
"""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_attention_weights":
            cell["source"] = CONFLICT
    return {"attention.ipynb": json.dumps(changed).encode()}
