"""What a student gets back of hidden numbers: how each check ended, and nothing else.

Every spy is a notebook that is built to carry what it has seen into what it gets back. It is graded
by two sets of numbers: what it gets back must be the same, letter for letter.
"""

import re

import pytest
import torch

from autograder.authoring.make import NotebookBuilder
from autograder.checks import references
from autograder.core.assignment import sets
from autograder.grading.grader import SubmissionGrader
from tests.cells import below
from tests.course.student_words import given_back
from tests.tiers import every

SEEN = '''
import torch
SEEN = []

def note(*things):
    """Keep what was seen, of all parts; the numbers so far."""
    for thing in things:
        if isinstance(thing, torch.Tensor):
            SEEN.extend(thing.detach().double().flatten().tolist())
    return SEEN or [0.0]

def digits():
    return "".join(str(int(abs(value) * 1e6)) for value in SEEN[-8:])

def bits():
    return [int(abs(value) * 1e6) & 1 for value in SEEN[-8:]]
'''

SEES = """
def context_vector(inputs, query_index):
    note(inputs)
    {}
"""
IN_ONE_PLACE = {
    "a message of its own": "raise ValueError(str(SEEN))",
    "letters, spaces and lengths":
        'raise ValueError("".join("ab"[bit] + " " * bit for bit in bits()))',
    "an attribute that is missing": 'return getattr(inputs, "of" + digits())',
    "a shape": "return torch.zeros([int(digits()[:6]), 0])",
}  # fmt: skip
SPIES = {name: SEES.replace("{}", line, 1) for name, line in IN_ONE_PLACE.items()} | {
    "rows that are wrong": """
def simple_self_attention(inputs):
    note(inputs)
    weights = torch.softmax(inputs @ inputs.T, dim=-1)
    wrong = torch.tensor((bits() * 4)[: len(inputs)]).float()
    wrong[-1] = 1.0
    return weights + wrong[:, None], weights @ inputs + wrong[:, None]
""",
    "a name that is missing": """
def softmax_naive(x):
    global context_vector, context_vectors, context_vektor
    note(x)
    context_vector = None
    del context_vector
    if bits()[0]:
        context_vectors = print
    else:
        context_vektor = print
    return torch.exp(x)
""",
    "printed text and warnings": """
import sys, warnings
def context_vector(inputs, query_index):
    print(note(inputs))
    print(note(inputs), file=sys.stderr)
    warnings.warn(digits())
    return inputs
""",
    "values that were lent": """
def softmax_naive(x):
    return x

def context_vector(inputs, query_index):
    note(softmax_naive(inputs @ inputs[query_index]))
    raise ValueError(digits())
""",
    "what a module was given": """
class SelfAttention_v1(SelfAttention_v1):
    def forward(self, x):
        note(x, self.W_query, self.W_key, self.W_value)
        raise ValueError(digits())
""",
}


@pytest.fixture(scope="module")
def by_set(grader_of) -> list[SubmissionGrader]:
    """A grader for each of two sets of numbers, whatever is handed in."""
    return [grader_of(chosen=lambda *_, number=number: number) for number in (0, 1)]


def with_spy(solved: NotebookBuilder, source: str) -> bytes:
    return below(solved, SEEN + source).bytes()


@pytest.mark.parametrize("spy", every(2, SPIES))
def test_a_spy_gets_the_same_back_whatever_it_has_seen(by_set, solved, spy):
    reports = [grader.report(with_spy(solved, SPIES[spy])) for grader in by_set]
    assert reports[0].points < 100
    assert given_back(reports[0]) == given_back(reports[1])


def test_three_attempts_bring_no_digits_of_a_hidden_number(assignment, by_set, solved):
    """Inputs and expected values have more digits than two numbers share by chance."""
    numbers = sets.read(assignment.folder / "hidden").sets[0]
    hidden: set[str] = set()
    for case in references.decode(numbers.references).values():
        for thing in references.contents(case).values():
            if isinstance(thing, torch.Tensor) and thing.is_floating_point():
                hidden |= {str(abs(value)) for value in thing.double().flatten().tolist()}
    hidden = {digits for digits in hidden if len(digits) >= 12}
    spies = ("a message of its own", "what a module was given", "values that were lent")
    back = "".join(given_back(by_set[0].report(with_spy(solved, SPIES[spy]))) for spy in spies)
    assert len(hidden) > 1000
    assert hidden & set(re.findall(r"\d+\.\d+(?:e-\d+)?", back)) == set()
