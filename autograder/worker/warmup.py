"""Makes a process that workers can be forked from, and measures this machine's pace."""

import gc
import random
import statistics
import sys
import time
import types
from pathlib import Path

import numpy
import torch

from autograder.worker import compiler, files, heap, library
from autograder.worker.answers import UNSEEDED
from autograder.worker.control import Preload

USUAL = 0.009
"""Seconds of processor time that the known computation takes on an ordinary machine, for which the
limits of an assignment are meant."""

TIMES, SIZE, ROUNDS = 5, 64, 100
"""How often it is timed, the size of its matrix, and how often it computes with that."""


def prepare(assignment: Preload) -> library.Operations:
    """Make this process one to fork workers from; returns the operations that bare ones lack.

    RuntimeError if torch has started threads; SystemExit if a given module cannot be imported.
    """
    torch.set_num_threads(1)
    compiler.replace()
    heap.spoil()
    # It imports 6 MB at its first call: where memory has a limit, an answer would be charged them.
    torch.testing.assert_close(0, 0)
    # A fork of a process that has threads can hang in the child.
    if len(list(Path("/proc/self/task").iterdir())) > 1:
        raise RuntimeError("torch started threads before the first fork")
    files.preload(assignment.given)
    for name, source in assignment.visible.items():
        sys.modules[name] = module = types.ModuleType(name)
        exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    settle_chance()
    # Before objects are frozen, and found no more; once for both, as there are half a million.
    functions = library.in_python() if assignment.ruled_out or assignment.withheld else ()
    library.Operations(assignment.ruled_out, functions).take_out()
    withheld = library.Operations(assignment.withheld, functions)
    # Else each collection in a worker walks torch's objects, and copies the pages they share.
    gc.freeze()
    # A worker lives for a moment: by Python's own 700 it would collect all the time.
    gc.set_threshold(20_000, 10, 10)
    gc.enable()
    return withheld


def settle_chance() -> None:
    """Let what a notebook draws without a seed be the same in every warm process."""
    random.seed(UNSEEDED)
    torch.default_generator.manual_seed(UNSEEDED)
    numpy.random.seed(UNSEEDED)


def pace() -> float:
    """How many times as long as on an ordinary machine a known computation takes here, now."""
    seconds = statistics.median(_known_computation() for _ in range(TIMES))
    # On a faster machine the limits are not tightened.
    return max(1.0, seconds / USUAL)


def _known_computation() -> float:
    """Seconds of processor time for some of what answers do: small tensors, and Python's loops."""
    began = time.process_time()
    x = torch.ones(SIZE, SIZE)
    for _ in range(ROUNDS):
        x = torch.softmax(x @ x.T, dim=-1)
        sum(number * number for number in range(1000))
    return time.process_time() - began
