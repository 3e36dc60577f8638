"""
damage = "The file is a zip archive with the notebook in it, renamed."
lost = []
repaired = true
readable = true
"""

import io
import json
import zipfile


def damage(notebook: dict) -> dict[str, bytes]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("attention.ipynb", json.dumps(notebook))
    return {"attention.ipynb": archive.getvalue()}
