"""Coverage-guided fuzz of a reader, "notebook" or "wire"; see README.md."""

import json
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import atheris
import msgspec

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

READERS = ["autograder.notebook", "autograder.nbgrader_adapter", "autograder.wire"]
with atheris.instrument_imports(include=READERS):
    from tests.fuzz import seeds, targets, varied

NO_TREE = (ValueError, TypeError, RecursionError, OverflowError, msgspec.MsgspecError)


def in_notebook(data: bytes, change: Callable[[Any], Any]) -> bytes:
    return json.dumps(change(json.loads(data)), ensure_ascii=False).encode("utf-8", "replace")


def in_frame(data: bytes, change: Callable[[Any], Any]) -> bytes:
    body = msgspec.msgpack.encode(change(msgspec.msgpack.decode(data[4:])))
    return seeds.LENGTH.pack(len(body)) + body


KINDS = {
    "notebook": (targets.notebook, seeds.notebooks, in_notebook),
    "wire": (targets.wire, seeds.frames, in_frame),
}


def main(kind: str, *options: str) -> None:
    """Start from small valid inputs, whose bytes are changed, or what is in them."""
    target, inputs, in_tree = KINDS[kind]

    def mutated(data: bytes, most: int, seed: int) -> bytes:
        if seed % 2 == 0:
            try:
                return in_tree(data, lambda tree: varied.varied(tree, random.Random(seed)))[:most]
            except NO_TREE:
                pass
        return atheris.Mutate(data, most)

    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(inputs()):
            Path(folder, f"seed-{number:04d}").write_bytes(data)
        given = ["-max_len=8192", "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"]
        atheris.Setup([sys.argv[0], *given, *options, folder], target, custom_mutator=mutated)
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
