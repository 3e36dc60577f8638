"""Valid inputs to start from: replies of every kind, and notebooks in every damaged state."""

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from autograder.authoring.make import NotebookBuilder, damaged
from autograder.core.assignment.load import find
from autograder.notebook.build import source_notebook
from autograder.wire import codec, messages
from autograder.wire.tensors import pack, pack_array
from autograder.wire.values import ITEM_BYTES, Entries, Fields, Items, Octets, Ref

ROOT = Path(__file__).parents[2]
LENGTH = struct.Struct(">I")


def frames() -> Iterator[bytes]:
    """A reply of every kind, with a value of every kind."""
    tensors = [pack(torch.ones(2, 3).to(getattr(torch, name))) for name in ITEM_BYTES]
    values = [None, True, -7, 2.5, "词", Items([1, Items([])]), Entries([("k", Ref(3, "M"))])]
    values += [Fields([1, Octets(b"a")]), Entries([(1, None), (True, 2)])]
    values += [pack_array(np.ones((2, 3), name)) for name in ("float32", "bool", "int64")]
    every = [*values, *tensors, Items(list(tensors))]
    bodies = [*map(messages.Returned, every), messages.Raised("E", "m", "cell 1", True)]
    bodies += [messages.CellRan("out", None, False, True)]
    several = [codec.encode_part(messages.Returned(value)) for value in every]
    replies = [messages.NumberedReply(number, body) for number, body in enumerate(bodies)]
    for reply in (*replies, messages.NumberedReplies(9, several)):
        data = codec.encode(reply)
        yield LENGTH.pack(len(data)) + data


def notebooks(most: int = 16_000) -> Iterator[bytes]:
    """A small notebook in every damaged state that it can have."""
    assignment, _ = find(ROOT, "attention")
    whole = NotebookBuilder.of(source_notebook(assignment, "en"))
    cells = [cell for cell in whole.notebook["cells"] if cell["cell_type"] == "code"]
    small = NotebookBuilder(whole.notebook | {"cells": cells[1:3]})
    yield small.bytes()
    for kind in damaged(assignment):
        try:
            yield from (data for data in kind.files(small).values() if len(data) <= most)
        except (KeyError, IndexError, ValueError, StopIteration):
            continue  # this damage needs a cell that the small notebook does not have
