"""
damage = "A merge left its conflict marks in the middle of the file."
lost = []
repaired = true
readable = true
"""

import json


def damage(notebook: dict) -> dict[str, bytes]:
    lines = json.dumps(notebook, indent=1).splitlines()
    half = len(lines) // 2
    ours, theirs = lines[half : half + 3], lines[half : half + 2]
    middle = ["<<<<<<< HEAD", *ours, "=======", *theirs, ">>>>>>> my-branch"]
    return {"attention.ipynb": "\n".join([*lines[:half], *middle, *lines[half + 3 :]]).encode()}
