"""
damage = "Kaggle left its metadata, and a first cell that walks through its input folder."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["metadata"]["kaggle"] = {"accelerator": "none", "dataSources": [], "isGpuEnabled": False}
    walk = "import os\n\nfor folder, _, names in os.walk('/kaggle/input'):\n    print(folder, names)"
    added = {"cell_type": "code", "id": "kaggle", "metadata": {"_uuid": "8f2839f2", "trusted": True}}
    changed["cells"].insert(0, added | {"source": walk, "outputs": [], "execution_count": 1})
    return {"attention.ipynb": json.dumps(changed).encode()}
