"""
damage = "Pictures, caches and checkpoints lie beside the notebook."
lost = []
repaired = false
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    older = json.dumps(notebook | {"cells": notebook["cells"][:1]}).encode()
    return {
        "attention.ipynb": json.dumps(notebook).encode(),
        ".ipynb_checkpoints/attention-checkpoint.ipynb": older,
        "__pycache__/checks.cpython-311.pyc": bytes(range(256)),
        "checks.py": b"raise SystemExit('an old copy')\n",
        "weights.bin": bytes(100_000),
        ".DS_Store": b"\x00\x00\x00\x01Bud1",
        "timestamp.txt": b"2026-01-05 10:00:00 UTC",
    }
