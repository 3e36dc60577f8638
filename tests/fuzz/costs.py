"""Looks for notebooks that are slow or large to read: `python -m tests.fuzz.costs`.

Many are read small. Those that take most of each stage for their size are made ten times larger,
again and again up to the largest size, each in a process of its own.
"""

import argparse
import heapq
import os
import resource
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from autograder.notebook.syntax import forget
from tests.fuzz import recipes, stages

CHUNK = 5_000
SIZES = (10, 200, 2_000)
FORGET = 100
"""As often a grader forgets what it knows of earlier notebooks."""

MOST_SECONDS, MOST_MB = 1.0, 200.0


class Cost(msgspec.Struct, frozen=True):
    """Processor seconds, and by how many MB the process grew at its largest."""

    stage: str
    seconds: float
    mb: float


class Costs:
    """Notes what each stage costs."""

    def __init__(self) -> None:
        self.found: list[Cost] = []

    def __call__(self, name: str, stage: Callable[[], Any]) -> Any:
        before, began = _peak_mb(), time.process_time()
        try:
            return stage()
        finally:
            self.found.append(Cost(name, time.process_time() - began, _peak_mb() - before))


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def costs(data: bytes) -> list[Cost]:
    """The cost of each stage for one notebook."""
    noted = Costs()
    stages.read_all(data, noted)
    return noted.found


def costs_apart(data: bytes) -> list[Cost]:
    """The same in a forked process: its memory is its own. Empty if that was killed."""
    stages.setting()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        answer = b""
        forget()
        try:
            answer = msgspec.json.encode(costs(data))
        finally:
            os.write(write, answer)
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return msgspec.json.decode(answer, type=list[Cost]) if answer else []


Found = dict[int, list[Cost]]


def worst(found: Found, grown: int) -> set[int]:
    """The recipes that cost most in some stage: so many of each."""
    by_stage: dict[str, list[tuple[float, int]]] = {}
    for recipe, every in found.items():
        for cost in every:
            by_stage.setdefault(cost.stage, []).append((cost.seconds + cost.mb / 200, recipe))
    return {recipe for one in by_stage.values() for _, recipe in heapq.nlargest(grown, one)}


def read(number: Iterable[int], size: float, *, apart: bool) -> Found:
    """The costs of these recipes at a size."""
    measure = costs_apart if apart else costs
    found = {}
    for recipe in number:
        if recipe % FORGET == 0:
            forget()
        found[recipe] = measure(recipes.notebook(recipe, size))
    return found


def told(found: Found, size: float) -> bool:
    """Print the dearest of each stage; whether all are within bounds."""
    good = True
    stages = sorted({cost.stage for every in found.values() for cost in every})
    for stage in stages:
        every = [(c, r) for r, cs in found.items() for c in cs if c.stage == stage]
        slow, slow_one = max(every, key=lambda one: one[0].seconds)
        large, large_one = max(every, key=lambda one: one[0].mb)
        good = good and slow.seconds <= MOST_SECONDS and large.mb <= MOST_MB
        print(
            f"size {size:6g} {stage:9} {slow.seconds:7.3f} s (recipe {slow_one}) "
            f"{large.mb:6.0f} MB (recipe {large_one})",
            flush=True,
        )
    lost = [recipe for recipe, every in found.items() if size > 1 and not every]
    if lost:
        print(f"size {size:6g} ended without an answer: {lost[:9]}", flush=True)
    return good and not lost


def search(first: int, count: int, grown: int) -> tuple[int, bool]:
    """How many notebooks were read from these recipes, and whether all were within bounds."""
    found = read(range(first, first + count), 1, apart=False)
    good, total = told(found, 1), len(found)
    for size in SIZES:
        found = read(sorted(worst(found, grown)), size, apart=True)
        good, total = told(found, size) and good, total + len(found)
    return total, good


def main() -> None:
    """Search, and exit with 1 if a stage was beyond the bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--grown", type=int, default=6, help="of each stage made larger")
    options = parser.parse_args()
    began, total, all_good = time.monotonic(), 0, True
    last = options.first + options.count
    for first in range(options.first, last, CHUNK):
        read_now, good = search(first, min(CHUNK, last - first), options.grown)
        total, all_good = total + read_now, all_good and good
        seconds = time.monotonic() - began
        print(
            f"{total} notebooks in {seconds:.0f} s: {'good' if all_good else 'BEYOND'}", flush=True
        )
    raise SystemExit(not all_good)


if __name__ == "__main__":
    main()
