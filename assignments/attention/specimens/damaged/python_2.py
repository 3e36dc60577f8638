"""
damage = "An answer prints and catches as Python 2 did."
lost = []
repaired = true
readable = true
"""

import copy
import json


OLD = """print "scores", 3
try:
    import numpy
except ImportError, problem:
    print problem


"""

def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_attention_weights":
            source = "".join(cell["source"])
            cell["source"] = OLD + source
    return {"attention.ipynb": json.dumps(changed).encode()}
