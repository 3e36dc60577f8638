"""
damage = "Cells run commands of the shell, above an answer too."
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
            cell["source"] = "!pip install torch\nfiles = !ls\n" + "".join(cell["source"])
    added = {"cell_type": "code", "id": "shell", "metadata": {}, "source": "%%bash\npip list\n"}
    changed["cells"].insert(0, added | {"outputs": [], "execution_count": None})
    return {"attention.ipynb": json.dumps(changed).encode()}
