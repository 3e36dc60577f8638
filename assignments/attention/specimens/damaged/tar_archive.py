"""
damage = "The folder was packed with tar and gzip, and the file renamed."
lost = []
repaired = true
readable = true
"""

import io
import json
import tarfile


def damage(notebook: dict) -> dict[str, bytes]:
    archive, data = io.BytesIO(), json.dumps(notebook).encode()
    with tarfile.open(fileobj=archive, mode="w:gz") as file:
        for name in ("homework/attention.ipynb", "homework/.ipynb_checkpoints/attention.ipynb"):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            file.addfile(info, io.BytesIO(data))
    return {"attention.ipynb": archive.getvalue()}
