"""A table of known inputs and outputs in the place of answers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from autograder.authoring.make import Frame, code_cell
from autograder.authoring.references import drawn
from autograder.checks import request_batch
from autograder.checks.handle import plain
from autograder.checks.reference_calls import functions
from autograder.cluster.assignment_bundle import Parcel
from autograder.core.assignment import Assignment, load, sets
from autograder.grading.grader import Grader
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings
from autograder.wire import Ref, messages

LOOKS_UP = """
import json
import torch
TABLE = json.loads({table!r})

def found(name, *args):
    key = json.dumps([name, [a.tolist() if isinstance(a, torch.Tensor) else a for a in args]])
    given = [torch.tensor(each) for each in TABLE[key]]
    return given[0] if len(given) == 1 else tuple(given)
"""
ATTEMPTS = 3


@pytest.fixture(scope="module")
def host(plan: Assignment, rings: Rings) -> Iterator[Host]:
    """One warm process for both courses."""
    with warm_host(plan, rings) as host:
        yield host


def table(plan: Assignment) -> bytes:
    """All that the functions are asked by every set of these numbers, with the right answers."""
    solution = functions(plan.folder / "hidden")
    right = {p.name: solution[p.name] for p in plan.parts if p.kind == "function"}
    known: dict[str, list[object]] = {}
    for numbers in sets.read(plan.folder / "hidden").every:
        for lines in request_batch.decode(numbers.script).values():
            for request in (one for group in lines.groups for one in group):
                if isinstance(request, messages.Call) and request.target in right:
                    args = [plain(value, nothing) for value in request.args]
                    if None not in args:
                        known |= answered(str(request.target), args, right[str(request.target)])
    return json.dumps(known).encode()


def nothing(_: Ref) -> None:
    """A module is no key of a table."""


def answered(name: str, args: list[object], function: object) -> dict[str, list[object]]:
    """One row of the table; none where the answer is no tensor."""
    given = function(*args)  # type: ignore[operator]
    several = given if isinstance(given, tuple) else (given,)
    if not all(isinstance(each, torch.Tensor) for each in several):
        return {}
    key = [name, [a.tolist() if isinstance(a, torch.Tensor) else a for a in args]]
    return {json.dumps(key): [each.tolist() for each in several]}


@pytest.fixture(scope="module")
def looked_up(plan: Assignment, released: Frame) -> list[bytes]:
    """Notebooks whose answers are looked up, one for each attempt."""
    functions = [part.name for part in plan.parts if part.kind == "function"]
    source = LOOKS_UP.format(table=table(plan).decode())
    source += "".join(f"def {n}(*args):\n    return found({n!r}, *args)\n" for n in functions)
    frames = [Frame.of(released.bytes()) for _ in range(ATTEMPTS)]
    for attempt, frame in enumerate(frames):
        frame.notebook["cells"].append(code_cell("table", f"{source}# {attempt}\n"))
    return [frame.bytes() for frame in frames]


def test_a_table_of_the_packages_numbers_earns_nothing_in_another_course(
    plan: Assignment, host: Host, released: Frame, looked_up: list[bytes], tmp_path: Path
) -> None:
    """By the published numbers it earns what its parts are worth; by secret ones what needs none.

    The mask of part 8 depends on its size alone: there a table is an answer.
    """
    edition = plan.editions[0]
    own = Parcel.of(plan, edition, released.bytes()).unpack(tmp_path)
    drawn(own, "nobody knows", 2, published=False).write(own.folder / "hidden")
    courses = (plan, load(own.folder))
    published, secret = (Grader(one, edition, released.bytes(), host) for one in courses)
    assert published.grade(looked_up[0]).points > 15
    for data in looked_up:
        assert secret.grade(data, "ada").points < 5
