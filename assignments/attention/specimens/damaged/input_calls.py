"""
damage = "A cell of its own asks for input, and so does the end of an answer's cell."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for cell in changed["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "softmax_naive":
            cell["source"] = "".join(cell["source"]) + "\n\nn = int(input('how many? '))\n"
    source = "name = input('your name: ')\nprint(name)\n"
    added = {"cell_type": "code", "id": "input", "metadata": {}, "source": source}
    changed["cells"].insert(1, added | {"outputs": [], "execution_count": None})
    return {"attention.ipynb": json.dumps(changed).encode()}
