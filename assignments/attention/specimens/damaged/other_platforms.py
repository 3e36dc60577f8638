"""
damage = "Colab and an editor left metadata of their own, with numbers that JSON does not know."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["metadata"] |= {"colab": {"provenance": [], "toc_visible": True}, "accelerator": "GPU"}
    changed["metadata"]["widgets"] = {"state": {"value": float("nan")}}
    for number, cell in enumerate(changed["cells"]):
        cell["metadata"] |= {"id": f"Xy{number}", "vscode": {"languageId": "python"}}
        cell["metadata"]["executionInfo"] = {"elapsed": float("inf"), "user": {"displayName": "?"}}
    return {"attention.ipynb": json.dumps(changed).encode()}
