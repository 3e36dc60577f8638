"""
damage = "The archive holds three notebooks of which none has the right name."
lost = []
repaired = false
readable = false
"""

import io
import json
import zipfile


def damage(notebook: dict) -> dict[str, bytes]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for number in range(3):
            file.writestr(f"Untitled{number}.ipynb", json.dumps(notebook))
    return {"attention.ipynb": archive.getvalue()}
