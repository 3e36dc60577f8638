"""What every worker would otherwise do for the first time, done once before any fork.

torch sets much up at the first use of an operation, and Python specialises a function's code as it
runs, in memory of which each worker would make a copy. So a notebook of the kind that is handed in
is run and asked, and forgotten.
"""

import gc
import linecache
import random
import statistics
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path

import numpy
import torch

from autograder.wire import Items, Value, codec, messages
from autograder.wire.tensors import pack
from autograder.worker import compiler, files, heap, library
from autograder.worker.answers import UNSEEDED, Answers
from autograder.worker.cells import Notebook
from autograder.worker.control import Preload
from autograder.worker.failure import CELL_FILE
from autograder.worker.serve import answered

COLLECT = (20_000, 10, 10)
"""A worker lives for a moment: Python's own threshold of 700 would have it collect all the time."""

USUAL = 0.009
"""Seconds of processor time that the known computation takes on an ordinary machine, for which the
limits of an assignment are meant."""

TIMES, SIZE, ROUNDS = 5, 64, 100
"""Of the known computation: how often it is timed, how large its matrix is, how long it goes on."""

SECONDS = 30.0
INDEX = 0
NOTEBOOK = """
import torch
from torch import nn


def mixed(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
    parts = torch.exp(x - x.max(dim=-1, keepdim=True).values)
    square = x @ x.T / x.shape[-1] ** 0.5
    above = torch.triu(torch.ones(*square.shape), diagonal=1)
    hidden = square.masked_fill(above.bool(), float("-inf"))
    total = torch.stack([torch.dot(row, x[0]) for row in x]).sum() + parts.sum(dim=-1, keepdim=True)
    return total, [torch.softmax(hidden, dim=-1) @ y]


class Small(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        return torch.softmax(x @ self.W_query, dim=-1)


class Larger(nn.Module):
    def __init__(self, d_in, d_out, length, rate, count, bias=False):
        super().__init__()
        if d_out % count != 0:
            raise ValueError("not divisible")
        assert d_in > 0, "no width"
        self.count = count
        self.W_key = nn.Linear(d_in, d_out, bias=bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(rate)
        self.heads = nn.ModuleList([nn.Linear(d_in, d_out, bias=bias) for _ in range(count)])
        self.register_buffer("mask", torch.triu(torch.ones(length, length), diagonal=1))

    def forward(self, x):
        batch, tokens, width = x.shape
        wide = self.W_key(x).view(batch, tokens, self.count, -1).transpose(1, 2)
        scores = wide @ wide.transpose(2, 3)
        hidden = self.mask.bool()[:tokens, :tokens]
        scores.masked_fill_(hidden, -torch.inf)
        scores = scores.masked_fill(hidden, -torch.inf)
        scores = self.dropout(torch.softmax(scores / wide.shape[-1] ** 0.5, dim=-1))
        joined = (scores @ wide).transpose(1, 2).contiguous().view(batch, tokens, -1)
        together = torch.cat([head(x) for head in self.heads], dim=-1)
        return self.out_proj(joined) + together.sum(dim=-1, keepdim=True)


torch.manual_seed(123)
inputs = torch.randn(3, 4)
print(inputs.shape, mixed(inputs, inputs)[0])
print(Small(4, 2)(inputs), Larger(4, 4, 8, 0.5, 2)(torch.stack((inputs, inputs)))[0, 0, 0].item())
"""


def prepare(assignment: Preload) -> library.Operations:
    """Make this process one that workers can be forked from.

    Returns the operations that bare workers do without.

    Raises:
        RuntimeError: torch has started threads.
        SystemExit: a given module cannot be imported.
    """
    torch.set_num_threads(1)
    compiler.replace()
    heap.spoil()
    warm_up()
    # A fork of a process that has threads can hang in the child.
    if len(list(Path("/proc/self/task").iterdir())) > 1:
        raise RuntimeError("torch started threads before the first fork")
    files.preload(assignment.given)
    for name, source in assignment.visible.items():
        sys.modules[name] = module = types.ModuleType(name)
        exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    settle_chance()
    # Before the objects are frozen, as what is frozen is found no more; once for both, as half a
    # million objects are looked at.
    every = library.in_python() if assignment.ruled_out or assignment.withheld else ()
    library.operations(assignment.ruled_out, every).take_out()
    withheld = library.operations(assignment.withheld, every)
    # Else every collection in a worker walks torch's objects, and copies the pages that they share
    # with all other workers.
    gc.freeze()
    gc.set_threshold(*COLLECT)
    gc.enable()
    return withheld


def settle_chance() -> None:
    """Let what a notebook draws without a seed be the same in every warm process."""
    random.seed(UNSEEDED)
    torch.default_generator.manual_seed(UNSEEDED)
    numpy.random.seed(UNSEEDED)


def pace() -> float:
    """How many times as long as on an ordinary machine a known computation takes here, now."""
    taken = statistics.median(_known_computation() for _ in range(TIMES))
    # On a faster machine the limits are not tightened.
    return max(1.0, taken / USUAL)


def _known_computation() -> float:
    """Seconds of processor time for some of what answers do: small tensors, and Python's loops."""
    began = time.process_time()
    x = torch.ones(SIZE, SIZE)
    for _ in range(ROUNDS):
        x = torch.softmax(x @ x.T, dim=-1)
        sum(number * number for number in range(1000))
    return time.process_time() - began


def warm_up() -> list[bytes]:
    """Run the notebook and leave nothing of it behind; its encoded answers to the requests."""
    kept = sys.stdout, sys.stderr, sys.modules["__main__"]
    try:
        with torch.random.fork_rng(devices=[]):
            answers = Answers(Notebook(1 << 16), lambda name, args: None)
            return [_answer(answers, requests) for requests in _requests()]
    finally:
        sys.stdout, sys.stderr, sys.modules["__main__"] = kept
        linecache.cache.pop(CELL_FILE.format(index=INDEX), None)


def _requests() -> Iterator[list[messages.Request]]:
    rows, batch = pack(torch.rand(3, 4)), pack(torch.rand(2, 3, 4))
    weight, signature = pack(torch.rand(4, 2)), ["d_in", "d_out"]
    settings: list[Value] = [4, 4, 8, 0.5, 2]
    yield [messages.RunCell(INDEX, NOTEBOOK, SECONDS)]
    yield [messages.Forget(), messages.State(), messages.Names()]
    yield [messages.Seed(1), messages.Call("mixed", [rows, rows], SECONDS)]
    yield [messages.Hold([("W_query", weight)], on) for on in (False, True)]
    yield [messages.StandIn("Small", signature, hollow=True)]
    yield [messages.Call("Small", [4, 2], SECONDS), messages.StandIn("", [])]
    yield [messages.Forget(), messages.Call("Small", [4, 2], SECONDS)]
    yield [messages.Load(1, [("W_query", weight)]), messages.Call(1, [rows], SECONDS)]
    yield [messages.Call("Larger", [Items([]), *settings[1:]], SECONDS)]
    yield [messages.Call("Larger", settings, SECONDS), messages.Read(2, "mask")]
    yield [messages.Describe(2, "heads.0.weight"), messages.Measure(2, "")]
    yield [messages.Call(2, [batch], SECONDS)]
    yield [messages.Train(2, False), messages.Gradients(2, [batch], batch, ["mask"], SECONDS)]
    yield [messages.Travel(2, [2, 3, 4], SECONDS)]
    yield [messages.Forget()]


def _answer(answers: Answers, requests: list[messages.Request]) -> bytes:
    script = messages.Script([codec.encode_part(requests)], SECONDS)
    data = codec.encode(messages.NumberedRequest(1, script))
    return answered(answers, codec.decode_request(data))
