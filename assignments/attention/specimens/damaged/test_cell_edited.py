"""
damage = "The visible test cells were edited: one is empty, one fails, one was commented out."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    sources = {
        "test_softmax_naive": "",
        "test_causal_mask": "assert False, 'no idea why this fails'",
        "test_context_vector": "# checks.check('context_vector', globals())",
    }
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in sources:
            cell["source"] = sources[grade_id]
    return {"attention.ipynb": json.dumps(changed).encode()}
