"""Coverage-guided fuzz of the notebook reader; see README.md."""

import json
import random
import sys
import tempfile
from pathlib import Path

import atheris

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

with atheris.instrument_imports(include=["autograder.notebook", "autograder.nbgrader_adapter"]):
    from tests.fuzz import seeds, targets, varied


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """Half of the time the bytes are changed, half of the time the notebook in them."""
    if seed % 2:
        return atheris.Mutate(data, most)
    try:
        tree = varied.varied(json.loads(data), random.Random(seed))
        return json.dumps(tree, ensure_ascii=False).encode("utf-8", "replace")[:most]
    except (ValueError, TypeError, RecursionError):
        return atheris.Mutate(data, most)


def main() -> None:
    """Start from small notebooks in every damaged state."""
    with tempfile.TemporaryDirectory() as room:
        folder = seeds.corpus(Path(room), seeds.notebooks())
        options = ["-max_len=8192", "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"]
        arguments = [sys.argv[0], *options, *sys.argv[1:], folder]
        atheris.Setup(arguments, targets.notebook, custom_mutator=mutated)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
