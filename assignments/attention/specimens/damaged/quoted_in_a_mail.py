"""
damage = "An answer was pasted from a mail that quoted it."
lost = []
repaired = true
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "context_vector":
            source = "".join(cell["source"])
            cell["source"] = "\n".join(f"> {line}" for line in source.splitlines())
    return {"attention.ipynb": json.dumps(changed).encode()}
