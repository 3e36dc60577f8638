"""A short fuzz of the readers of notebooks and of the wire; the long one is in tests/fuzz."""

import json
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import seeds, targets, varied

FRAMES = tuple(seeds.frames())
NOTEBOOKS = tuple(seeds.notebooks())


@given(st.sampled_from(NOTEBOOKS), st.integers(0, 9), st.integers(0, 4000), st.binary(max_size=9))
@settings(max_examples=150, deadline=None)
def test_a_file_with_other_bytes_in_it_is_read_or_refused(data, cut, place, put):
    targets.notebook(data[:place] + put + data[place + cut :])


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_in_a_code_cell_is_recovered(source):
    cell = {"cell_type": "code", "metadata": {}, "source": source}
    targets.notebook(json.dumps({"cells": [cell]}).encode())


def test_a_changed_notebook_is_read_or_refused():
    chance = random.Random(1)
    tree = json.loads(NOTEBOOKS[0])
    for _ in range(300):
        changed = varied.varied(tree, chance)
        targets.notebook(json.dumps(changed, default=str).encode("utf-8", "replace"))


@given(st.sampled_from(FRAMES), st.integers(0), st.integers(0, 600), st.binary(max_size=8))
@settings(max_examples=300, deadline=None)
def test_a_frame_with_other_bytes_in_it_is_a_reply_or_a_wire_error(frame, seed, place, put):
    targets.wire(frame[:place] + put + frame[place + seed % 9 :])


@pytest.mark.parametrize("frame", FRAMES)
def test_a_changed_message_is_a_reply_or_a_wire_error(frame):
    tree, chance = msgspec.msgpack.decode(frame[4:]), random.Random(1)
    for _ in range(100):
        try:
            body = msgspec.msgpack.encode(varied.varied(tree, chance))
        except (UnicodeError, OverflowError):
            continue  # the change is none that the format has bytes for
        targets.wire(seeds.LENGTH.pack(len(body)) + body)
