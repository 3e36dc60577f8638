"""Courses with numbers of their own: for a table of known ones, and for equal bytes."""

import html
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
import torch

from autograder.authoring.make import NotebookBuilder
from autograder.checks import request_batch
from autograder.checks.provided import callables
from autograder.checks.references import drawn
from autograder.cluster.assignment_bundle import AssignmentBundle
from autograder.core.assignment import sets
from autograder.core.assignment.load import load
from autograder.core.assignment.plan import Assignment
from autograder.course import LoadedAssignment
from autograder.grading.grader import SubmissionGrader
from autograder.wire import codec, messages
from autograder.wire.tensors import plain
from tests.cells import below
from tests.course.student_words import given_back

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

LEARNS = LOOKS_UP.replace(
    "    given =",
    "    if key not in TABLE:\n        raise ValueError('<' + key + '>')\n    given =",
)
"""Says what it does not know, so that the next attempt knows it."""


@pytest.fixture(scope="module")
def published(assignment) -> dict[str, list[object]]:
    """All that the functions are asked by every set of these numbers, with the right answers."""
    solution = callables(assignment.folder / "hidden/reference.py")
    right = {p.name: solution[p.name] for p in assignment.parts if p.kind == "function"}
    table: dict[str, list[object]] = {}
    for numbers in sets.read(assignment.folder / "hidden").every:
        for lines in request_batch.decode(numbers.script).values():
            for request in (request for group in lines for request in codec.decode_group(group)):
                if isinstance(request, messages.Call) and request.target in right:
                    # A module is no key of a table.
                    args = [plain(value, lambda _: None) for value in request.args]
                    if None not in args:
                        table |= answered(str(request.target), args, right[str(request.target)])
    return table


def answered(name: str, args: list[object], function: object) -> dict[str, list[object]]:
    """One row of the table; none where the answer is no tensor."""
    result = function(*args)
    answers = result if isinstance(result, tuple) else (result,)
    if not all(isinstance(answer, torch.Tensor) for answer in answers):
        return {}
    key = [name, [a.tolist() if isinstance(a, torch.Tensor) else a for a in args]]
    return {json.dumps(key): [answer.tolist() for answer in answers]}


def with_table(
    assignment: Assignment, released: NotebookBuilder, source: str, known: dict[str, list[object]]
) -> bytes:
    """A notebook in which every function is looked up."""
    functions = [part.name for part in assignment.parts if part.kind == "function"]
    source = source.format(table=json.dumps(known))
    source += "".join(f"def {n}(*args):\n    return found({n!r}, *args)\n" for n in functions)
    return below(released, source).bytes()


@pytest.fixture(scope="module")
def elsewhere(assignment, released, grader_of, tmp_path_factory) -> Callable[..., SubmissionGrader]:
    """The grader of another course, which has so many sets of numbers of its own."""

    def grader(number: int, **more: Any) -> SubmissionGrader:
        loaded = LoadedAssignment(assignment, assignment.editions[0], released.bytes())
        copy = AssignmentBundle(loaded).unpack(tmp_path_factory.mktemp("another"))
        drawn(copy, "nobody knows", number, published=False).write(copy.folder / "hidden")
        return grader_of(load(copy.folder), **more)

    return grader


@pytest.fixture(scope="module")
def secret(elsewhere) -> SubmissionGrader:
    return elsewhere(2)


def test_a_table_of_the_packages_numbers_earns_nothing_in_another_course(
    grader, secret, assignment, released, published
):
    """By the published numbers it earns what its parts are worth."""
    sources = [f"# {n}\n{LOOKS_UP}" for n in range(ATTEMPTS)]
    looked_up = [with_table(assignment, released, source, published) for source in sources]
    assert grader.report(looked_up[0]).points > 15
    for data in looked_up:
        assert secret.report(data, "ada").points == 0


def test_three_attempts_that_learn_from_what_they_get_back_earn_nothing(
    assignment, released, secret, published
):
    """What comes back is the example's, which is published and judges nobody."""
    solution = callables(assignment.folder / "hidden/reference.py")
    table: dict[str, list[object]] = {}
    for _ in range(ATTEMPTS):
        report = secret.report(with_table(assignment, released, LEARNS, table), "ada")
        assert report.points < 5
        for name, args in keys(html.unescape(given_back(report))):
            args = [torch.tensor(arg) if isinstance(arg, list) else arg for arg in args]
            table |= answered(name, args, solution[name])
    assert table
    assert table.keys() <= published.keys()


def keys(shown: str) -> Iterator[tuple[str, list[object]]]:
    """The inputs in what came back."""
    for piece in shown.split("<")[1:]:
        if piece.startswith("["):
            with suppress(ValueError):
                name, args = json.JSONDecoder().raw_decode(piece)[0]
                yield name, args


BESIDE = """
def softmax_naive(x):
    e = torch.exp(x)
    return e / (e.sum(dim=0) + {epsilon})
"""


@pytest.fixture(scope="module")
def two_courses(elsewhere) -> list[SubmissionGrader]:
    """Graders of two courses that have the same salt."""
    alone = frozenset({"softmax_naive"})
    return [elsewhere(4, discloses=False, judged=lambda _: alone) for _ in range(2)]


@pytest.mark.parametrize("epsilon", [1e-4, 1e-5])
def test_students_with_the_same_bytes_have_one_mark(two_courses, released, epsilon):
    """Near the tolerance, also after a new save, and in another course of the same salt."""
    notebook = released.answered({"softmax_naive": BESIDE.format(epsilon=epsilon)}).notebook
    once, saved_again = (json.dumps(notebook, indent=indent).encode() for indent in (None, 1))
    first, second = two_courses
    marks = {first.report(once, f"student{number}").points for number in range(4)}
    marks |= {first.report(saved_again, "student0").points, second.report(once, "student0").points}
    assert len(marks) == 1
