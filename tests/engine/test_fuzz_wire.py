"""A short fuzz of the wire reader; the long one is in tests/fuzz."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import seeds, targets, varied

FRAMES = tuple(seeds.frames())


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_a_reply_or_a_wire_error(data: bytes) -> None:
    """No bytes on the connection make the reader raise anything else, or hang."""
    targets.wire(data)


@given(st.sampled_from(FRAMES), st.integers(0), st.integers(0, 600), st.binary(max_size=8))
@settings(max_examples=300, deadline=None)
def test_a_frame_with_other_bytes_in_it_is_a_reply_or_a_wire_error(
    frame: bytes, seed: int, place: int, put: bytes
) -> None:
    """Valid frames with bytes replaced, cut or put in are refused or decoded."""
    targets.wire(frame[:place] + put + frame[place + seed % 9 :])


@pytest.mark.parametrize("frame", FRAMES)
def test_a_changed_message_is_a_reply_or_a_wire_error(frame: bytes) -> None:
    """Messages with one value changed, dropped or moved are refused or decoded."""
    tree, chance = msgspec.msgpack.decode(frame[4:]), random.Random(1)
    for _ in range(100):
        try:
            body = msgspec.msgpack.encode(varied.varied(tree, chance))
        except (UnicodeError, OverflowError):
            continue  # the change is none that the format has bytes for
        targets.wire(seeds.LENGTH.pack(len(body)) + body)
