"""
damage = "A solution cell was turned into a markdown cell, with its code in a fence."
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
            cell["cell_type"] = "markdown"
            code = "".join(cell["source"])
            cell["source"] = f"My answer:\n\n```python\n{code}\n```\n\nIt took me a while.\n"
            cell.pop("outputs", None)
            cell.pop("execution_count", None)
    return {"attention.ipynb": json.dumps(changed).encode()}
