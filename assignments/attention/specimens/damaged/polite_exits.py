"""
damage = "Cells of their own call exit, quit and sys.exit, and so does the end of an answer's cell."
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
            cell["source"] = "".join(cell["source"]) + "\n\nimport sys\n\nsys.exit()\n"
    for number, source in enumerate(("exit()", "quit()", "raise KeyboardInterrupt")):
        added = {"cell_type": "code", "id": f"exit-{number}", "metadata": {}, "source": source}
        changed["cells"].insert(2, added | {"outputs": [], "execution_count": None})
    return {"attention.ipynb": json.dumps(changed).encode()}
