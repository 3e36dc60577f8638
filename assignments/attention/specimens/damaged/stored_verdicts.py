"""
damage = "The test cells hold stored outputs with errors and with the number 0."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    error = {"output_type": "error", "ename": "AssertionError", "evalue": "", "traceback": []}
    zero = {"output_type": "execute_result", "data": {"text/plain": "0"}, "metadata": {}}
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            cell["outputs"] = [zero | {"execution_count": 1}, error]
    return {"attention.ipynb": json.dumps(changed).encode()}
