"""Coverage-guided fuzz of the wire reader; see README.md."""

import random
import sys
import tempfile
from pathlib import Path

import atheris
import msgspec

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

with atheris.instrument_imports(include=["autograder.wire"]):
    from tests.fuzz import seeds, targets, varied


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """Half of the time the bytes are changed, half of the time the message in them."""
    if seed % 2:
        return atheris.Mutate(data, most)
    try:
        tree = msgspec.msgpack.decode(data[4:])
        body = msgspec.msgpack.encode(varied.varied(tree, random.Random(seed)))
    except (
        msgspec.MsgspecError,
        UnicodeError,
        OverflowError,
        RecursionError,
        ValueError,
        TypeError,
    ):
        return atheris.Mutate(data, most)
    return (seeds.LENGTH.pack(len(body)) + body)[:most]


def main() -> None:
    """Start from valid frames."""
    with tempfile.TemporaryDirectory() as room:
        folder = seeds.corpus(Path(room), seeds.frames())
        options = ["-max_len=8192", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"]
        arguments = [sys.argv[0], *options, *sys.argv[1:], folder]
        atheris.Setup(arguments, targets.wire, custom_mutator=mutated)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
