"""
damage = "Jupyter's Split Cell was used above a method, and inside a function above its return."
lost = []
repaired = true
readable = true
"""

import copy
import json

PLACES = {"CausalAttention": "    def forward(", "causal_attention_weights": "    return "}
"""What the second half of each cell begins with."""


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    cells = []
    for cell in changed["cells"]:
        cells.append(cell)
        begins = PLACES.get(cell["metadata"].get("nbgrader", {}).get("grade_id"))
        if begins:
            upper, lower = "".join(cell["source"]).rsplit(begins, 1)
            cell["source"] = upper
            half = {"id": f"half-{len(cells)}", "metadata": {}, "source": begins + lower}
            cells.append({**cell, **half})
    changed["cells"] = cells
    return {"attention.ipynb": json.dumps(changed).encode()}
