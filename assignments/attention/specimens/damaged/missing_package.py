"""
damage = "A cell of its own imports and uses packages that are not there."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    source = "import einops\nimport wandb\n\nwandb.init()\n"
    added = {"cell_type": "code", "id": "packages", "metadata": {}, "source": source}
    changed["cells"].insert(1, added | {"outputs": [], "execution_count": None})
    return {"attention.ipynb": json.dumps(changed).encode()}
