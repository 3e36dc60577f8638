"""What an answer adds to a tensor that it has never filled is wrong each time, not by luck."""

import pytest

from autograder.core.model import PartResult
from tests.tiers import every

ADDED = {
    "softmax_naive": (
        "def softmax_naive(x):\n"
        "    total = torch.{}\n"
        "    for number in torch.exp(x):\n"
        "        total += number\n"
        "    return torch.exp(x) / total\n"
    ),
    "simple_self_attention": (
        "def simple_self_attention(inputs):\n"
        "    scores = inputs @ inputs.T + torch.{}\n"
        "    weights = torch.softmax(scores, dim=-1)\n"
        "    return weights, weights @ inputs\n"
    ),
}
FILLED = (
    "torch.addmm(torch.empty(n, n), inputs, inputs.T, beta=0)",
    "torch.mm(inputs, inputs.T, out=torch.empty(n, n))",
    "torch.empty(n, n).copy_(inputs @ inputs.T)",
    "torch.empty(n, n).fill_(0.0) + inputs @ inputs.T",
    "torch.where(torch.ones(n, n).bool(), inputs @ inputs.T, torch.empty(n, n))",
)
UNFILLED = ("empty(1)", "Tensor(1)", "zeros(1).new_empty(1)", "empty_like(torch.zeros(1))")


def told(part: PartResult) -> str:
    return "\n".join(check.detail.en for check in part.checks if check.detail)


@pytest.mark.parametrize("part", ADDED)
def test_a_sum_that_begins_at_zero_is_right(judged, part):
    found = judged(part, ADDED[part].format("zeros(1)"))
    assert found.points == found.max_points


@pytest.mark.parametrize("scores", FILLED)
def test_a_tensor_that_is_filled_before_it_is_read_is_right(judged, scores):
    answer = (
        "def simple_self_attention(inputs):\n"
        "    n = inputs.shape[0]\n"
        f"    weights = torch.softmax({scores}, dim=-1)\n"
        "    return weights, weights @ inputs\n"
    )
    found = judged("simple_self_attention", answer)
    assert found.points == found.max_points


@pytest.mark.parametrize("begin", every(3, UNFILLED))
@pytest.mark.parametrize("part", ADDED)
def test_a_sum_that_begins_at_whatever_was_there_is_wrong_each_time(judged, part, begin):
    """In the warm process's first worker and in those that find a fresh heap; and it is told so."""
    answer = ADDED[part].format(begin)
    first, second = (judged(part, answer) for _ in range(2))
    assert first == second
    assert first.points < first.max_points
    assert "never filled" in told(first)


@pytest.mark.parametrize("part", ADDED)
def test_what_is_nan_for_another_reason_is_not_said_to_be_unfilled(judged, part):
    found = judged(part, ADDED[part].format("full((1,), torch.nan)"))
    assert "are nan" in told(found)
    assert "never filled" not in told(found)
