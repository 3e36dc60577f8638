"""A case of a check that allows only so much memory and computing, and who tries to have more."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from autograder.authoring.templates import new_assignment
from autograder.checks.suite import CaseResult, Oracle
from autograder.core.assignment import Assignment, load
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.errors import CourseError
from autograder.core.model import Outcome
from autograder.grading.session import Session
from autograder.notebook.answers import Code
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings

SUITE = '''
import pytest
import torch
from autograder.checks import agree, part


def given(seed, tokens):
    source = torch.Generator().manual_seed(seed)
    return [torch.randn(tokens, 64, generator=source) for _ in range(3)]


def rows(q, k, v, places):
    found = []
    for row in places:
        scores = q[row] @ k[: row + 1].T / 8
        found.append(torch.softmax(scores, dim=-1) @ v[: row + 1])
    return torch.stack(found)


@part("centred", value=True)
def test_short(student):
    """Short texts.

    短文本。
    """
    q, k, v = given(1, 16)
    agree(student.centred(q, k, v), rows(q, k, v, range(16)))


@pytest.mark.limits(memory="64MiB", of={"en": "8,192 tokens", "zh": "8192 个词元"})
@part("centred", value=True)
def test_long(student):
    """Long texts.

    长文本。
    """
    q, k, v = given(2, 8192)
    places = [0, 255, 256, 5000, 8191]
    agree(student.centred(q, k, v)[places], rows(q, k, v, places), atol=1e-4, rtol=1e-4)


@pytest.mark.limits(computing="0.3s")
@part("centred")
def test_quick(student):
    """Quickly.

    很快。
    """
    q, k, v = given(3, 512)
    agree(student.centred(q, k, v)[:2], rows(q, k, v, [0, 1]), atol=1e-4, rtol=1e-4)
'''
HEAD = """
import torch
"""
NAIVE = """
def naive(q, k, v):
    scores = q @ k.T / 8
    hidden = torch.ones(len(q), len(q), dtype=torch.bool).triu(1)
    return torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1) @ v
"""
BLOCKS = """
def in_blocks(q, k, v, block=256):
    out = torch.empty_like(q)
    for begin in range(0, len(q), block):
        some = q[begin : begin + block] / 8
        most = torch.full((len(some), 1), -torch.inf)
        total, sums = torch.zeros(len(some), 1), torch.zeros_like(some)
        for other in range(0, begin + len(some), block):
            scores = some @ k[other : other + block].T
            if other == begin:
                hidden = torch.ones(scores.shape, dtype=torch.bool).triu(1)
                scores = scores.masked_fill(hidden, -torch.inf)
            new = torch.maximum(most, scores.max(dim=1, keepdim=True).values)
            weights, old = torch.exp(scores - new), torch.exp(most - new)
            total = total * old + weights.sum(dim=1, keepdim=True)
            sums, most = sums * old + weights @ v[other : other + block], new
        out[begin : begin + block] = sums / total
    return out
"""
CENTRED_NAIVE = HEAD + NAIVE + "\ncentred = naive\n"
CENTRED_BLOCKS = HEAD + BLOCKS + "\ndef centred(q, k, v):\n    return in_blocks(q, k, v)\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    """A small assignment with a check that has limits."""
    folder = tmp_path_factory.mktemp("limits")
    (folder / "nbgrader_config.py").touch()
    made = new_assignment(folder, "small")
    (made.folder / "hidden/test_centred.py").write_text(SUITE, "utf-8")
    return load(made.folder)


@pytest.fixture(scope="module")
def warm(small: Assignment, rings: Rings) -> Iterator[Host]:
    """Its warm process."""
    with warm_host(small, rings) as host:
        yield host


Judged = dict[str, CaseResult]


@pytest.fixture(scope="module")
def judged(small: Assignment, warm: Host) -> Callable[..., Judged]:
    """Judges a notebook of these cells."""
    oracle = Oracle(small)

    def judge(*cells: str) -> Judged:
        code = tuple(Code(index, source) for index, source in enumerate(cells))
        with closing(Session(warm.spawn, code, small.limits)) as session:
            found = oracle.judge(session, ("centred",), {}, None, EXAMPLE)
        return {one.check.partition("/")[2]: one for one in found}

    return judge


def test_naive(judged: Callable[..., Judged]) -> None:
    found = judged(CENTRED_NAIVE)
    for one in found.values(): print(one.check, one.outcome, one.detail, one.dear)
    found = judged(CENTRED_BLOCKS)
    for one in found.values(): print(one.check, one.outcome, one.detail, one.dear)
