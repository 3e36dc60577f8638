"""
damage = "An answer was typed with the punctuation of a Chinese input method."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "causal_mask":
            source = "".join(cell["source"])
            cell["source"] = source.translate(str.maketrans("(),:=", "（），：＝"))
    return {"attention.ipynb": json.dumps(changed).encode()}
