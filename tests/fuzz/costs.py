"""What reading a notebook costs, stage by stage, measured in a process of its own."""

import os
import resource
import time
from collections.abc import Callable
from typing import Any

import msgspec

from autograder.notebook.syntax import forget
from tests.fuzz import stages


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


def apart(data: bytes) -> list[Cost]:
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
