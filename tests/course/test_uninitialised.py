"""What an answer adds to a tensor that it has never filled is wrong each time, not by luck."""

import pytest

from autograder.core.model import PartResult

ADDED = """
def softmax_naive(x):
    total = torch.{}
    for number in torch.exp(x):
        total += number
    return torch.exp(x) / total
"""
FILLED = (
    "torch.addmm(torch.empty(n, n), inputs, inputs.T, beta=0)",
    "torch.where(torch.ones(n, n).bool(), inputs @ inputs.T, torch.empty(n, n))",
)


def told(part: PartResult) -> str:
    return "\n".join(check.detail.en for check in part.checks if check.detail)


@pytest.mark.parametrize("scores", FILLED)
def test_a_tensor_that_is_filled_before_it_is_read_is_right(judged, scores):
    answer = (
        "def simple_self_attention(inputs):\n"
        "    n = inputs.shape[0]\n"
        f"    weights = torch.softmax({scores}, dim=-1)\n"
        "    return weights, weights @ inputs\n"
    )
    part = judged("simple_self_attention", answer)
    assert part.points == part.max_points


def test_a_sum_that_begins_at_whatever_was_there_is_wrong_each_time(judged):
    """In the warm process's first worker and in those that find a fresh heap; and it is told so."""
    first, second = (judged("softmax_naive", ADDED.format("empty(1)")) for _ in range(2))
    assert first == second
    assert first.points < first.max_points
    assert "never filled" in told(first)


def test_what_is_nan_for_another_reason_is_not_said_to_be_unfilled(judged):
    part = judged("softmax_naive", ADDED.format("full((1,), torch.nan)"))
    assert "are nan" in told(part)
    assert "never filled" not in told(part)
