"""
damage = "A copy of the untouched stub with a comment of the student's stands at the end."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    stub = "# not finished yet\ndef causal_mask(num_tokens):\n    raise NotImplementedError()\n"
    added = {"cell_type": "code", "id": "stub", "metadata": {}, "source": stub}
    changed["cells"].append(added | {"outputs": [], "execution_count": None})
    return {"attention.ipynb": json.dumps(changed).encode()}
