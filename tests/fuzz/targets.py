"""What is fuzzed: one input in, nothing but the declared errors out."""

import functools
import socket
from contextlib import suppress
from dataclasses import dataclass

import nbformat
import torch
from nbformat.notebooknode import NotebookNode

from autograder.core.assignment.load import find
from autograder.core.assignment.plan import Part
from autograder.core.errors import SubmissionUnreadable
from autograder.nbgrader_adapter.autograded.notebook import restored
from autograder.notebook.answers import recover
from autograder.notebook.calls import Source
from autograder.notebook.read import ParsedNotebook, read
from autograder.wire import codec, messages
from autograder.wire.frames import WireError, receive
from autograder.wire.tensors import unpack, unpack_array
from autograder.wire.values import ArrayData, Entries, Fields, Items, TensorData, Value
from tests.fuzz import seeds

MAX_SENT = 64 * 1024
"""A socket's buffer takes this much before anyone reads."""


def wire(data: bytes) -> None:
    """A frame, the reply or the replies in it, and the tensors in those."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(data[:MAX_SENT])
        theirs.close()
        try:
            frame = receive(ours)
        except WireError:
            return
    for decode in (one_reply, a_scripts_replies):
        with suppress(WireError):
            decode(frame)


def one_reply(frame: bytes) -> None:
    reply = codec.decode_reply(frame)
    if isinstance(reply.body, messages.Returned):
        tensors(reply.body.value)


def a_scripts_replies(frame: bytes) -> None:
    """The replies to a script, each read by itself."""
    for each in codec.decode_replies(frame).body.replies:
        reply = codec.decode_one(bytes(each))
        if isinstance(reply, messages.Returned):
            tensors(reply.value)


def tensors(value: Value) -> None:
    """Unpack every tensor in a value."""
    if isinstance(value, TensorData):
        found = unpack(value)
        assert found.numel() * found.element_size() == len(value.data)
        assert found.dtype is not torch.bool or not (found.view(torch.uint8) > 1).any()
    elif isinstance(value, ArrayData):
        assert unpack_array(value).nbytes == len(value.data)
    elif isinstance(value, Items | Fields):
        for item in value.items:
            tensors(item)
    elif isinstance(value, Entries):
        for _, item in value.entries:
            tensors(item)


@dataclass(frozen=True)
class Small:
    """An assignment of two parts, which restores quickly."""

    released: ParsedNotebook
    notebook: NotebookNode
    parts: tuple[Part, ...]


@functools.cache
def small() -> Small:
    """The first code cells of the released notebook, and their parts."""
    plan, _ = find(seeds.ROOT, "attention")
    notebook = nbformat.reads(seeds.released().decode(), as_version=4)
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code"][:6]
    return Small(read(nbformat.writes(notebook).encode()), notebook, plan.parts[:2])


def notebook(data: bytes) -> None:
    """A file, the code recovered from it, its forbidden calls, and nbgrader's notebook of it."""
    try:
        submission = read(data)
    except SubmissionUnreadable as error:
        assert str(error).startswith("the ")
        return
    found = recover(submission, small().released, small().parts)
    for cell in found.code:
        cell.source.encode()
    made = restored(submission, small().notebook, small().parts)
    marks = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in made.cells]
    source = Source(found.code)
    for part in small().parts:
        source.forbidden_calls(part)
        assert marks.count(part.id) == marks.count(f"test_{part.id}") == 1, part.id
