"""
damage = "An answer was pasted with the marks of its Markdown block."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "scaled_attention_weights":
            source = "".join(cell["source"])
            cell["source"] = f"```python\n{source}\n```\n"
    return {"attention.ipynb": json.dumps(changed).encode()}
