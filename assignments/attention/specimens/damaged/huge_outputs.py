"""
damage = "The cells hold twenty megabytes of stored outputs: text, pictures and progress bars."
lost = []
repaired = false
readable = true
"""

import base64
import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    picture = base64.b64encode(bytes(6_000_000)).decode()
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": ["epoch 1: loss 0.1\r"] * 600_000},
        {"output_type": "display_data", "data": {"image/png": picture}, "metadata": {}},
    ]
    changed = copy.deepcopy(notebook)
    next(cell for cell in changed["cells"] if cell["cell_type"] == "code")["outputs"] = outputs
    return {"attention.ipynb": json.dumps(changed).encode()}
