"""What an answer adds to a tensor that it has never filled is wrong each time, not by luck."""

import pytest

from autograder.grading.grader import Grader
from autograder.specimens.make import Frame, solution_index

ADDED = {
    "softmax_naive": (
        "def softmax_naive(x):\n"
        "    total = torch.{}\n"
        "    for number in torch.exp(x):\n"
        "        total += number\n"
        "    return torch.exp(x) / total\n"
    ),
    "context_vector": (
        "def context_vector(inputs, query_index):\n"
        "    weights = torch.softmax(inputs @ inputs[query_index], dim=-1)\n"
        "    total = torch.{}.repeat(inputs.shape[1])\n"
        "    for weight, row in zip(weights, inputs):\n"
        "        total += weight * row\n"
        "    return total\n"
    ),
    "simple_self_attention": (
        "def simple_self_attention(inputs):\n"
        "    scores = inputs @ inputs.T + torch.{}\n"
        "    weights = torch.softmax(scores, dim=-1)\n"
        "    return weights, weights @ inputs\n"
    ),
}
UNFILLED = ("empty(1)", "Tensor(1)", "zeros(1).new_empty(1)", "empty_like(torch.zeros(1))")


def points(grader: Grader, solved: Frame, part: str, answer: str) -> tuple[float, float]:
    """The points of an answer, and those that there are."""
    frame = Frame.of(solved.bytes())
    frame.notebook["cells"][solution_index(frame.notebook, part)]["source"] = answer
    (judged,) = [each for each in grader.grade(frame.bytes()).parts if each.id == part]
    return judged.points, judged.max_points


@pytest.mark.parametrize("part", ADDED)
def test_a_sum_that_begins_at_zero_is_right(grader: Grader, solved: Frame, part: str) -> None:
    found, most = points(grader, solved, part, ADDED[part].format("zeros(1)"))
    assert found == most


@pytest.mark.parametrize("begin", UNFILLED)
@pytest.mark.parametrize("part", ADDED)
def test_a_sum_that_begins_at_whatever_was_there_is_wrong_each_time(
    grader: Grader, solved: Frame, part: str, begin: str
) -> None:
    """In the warm process's first worker and in those that find a fresh heap."""
    answer = ADDED[part].format(begin)
    (first, most), (second, _) = (points(grader, solved, part, answer) for _ in range(2))
    assert first == second < most
