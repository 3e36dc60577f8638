"""
damage = "The folder was zipped on a Mac, and the archive handed in under its own name."
lost = []
repaired = true
readable = true
"""

import io
import json
import zipfile


def damage(notebook: dict) -> dict[str, bytes]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("Homework 3/attention.ipynb", json.dumps(notebook))
        file.writestr("Homework 3/checks.py", "")
        file.writestr("__MACOSX/Homework 3/._attention.ipynb", b"\x00\x05\x16\x07")
    return {"homework.zip": archive.getvalue()}
