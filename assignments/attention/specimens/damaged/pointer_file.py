"""
damage = "The file is a pointer into a store of large files, without the file itself."
lost = []
repaired = false
readable = false
"""


POINTER = b"""version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 48211
"""


def damage(notebook: dict) -> dict[str, bytes]:
    return {"attention.ipynb": POINTER}
