"""
damage = "Colab left its form fields, a mounted drive and an installation above the answers."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    for number, cell in enumerate(changed["cells"]):
        cell["metadata"] |= {"id": f"q{number}", "colab": {"base_uri": "https://localhost:8080/"}}
        cell["metadata"]["outputId"] = "1f"
    lines = "#@title Setup { run: \"auto\" }\nfrom google.colab import drive\ndrive.mount('/content/drive')"
    added = {"cell_type": "code", "metadata": {"cellView": "form"}, "source": lines}
    changed["cells"].insert(0, added | {"outputs": [], "execution_count": 1})
    return {"attention.ipynb": json.dumps(changed).encode()}
