"""
damage = "The notebook names a kernel and a language that are not there."
lost = []
repaired = false
readable = true
"""

import copy
import json


def damage(notebook: dict) -> dict[str, bytes]:
    changed = copy.deepcopy(notebook)
    changed["metadata"] = {
        "kernelspec": {"name": "conda-env-dl2-r", "display_name": "R 4.3", "language": "R"},
        "language_info": {"name": "R", "version": "4.3", "file_extension": ".r"},
    }
    return {"attention.ipynb": json.dumps(changed).encode()}
