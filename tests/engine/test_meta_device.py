"""A module on the meta device: what it is told there is what torch itself would tell."""

import torch
from torch import nn

from autograder.wire import Entries
from autograder.worker.modules import travel


class Scores(nn.Module):
    def __init__(self, forward):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.mask = torch.ones(3, 3).triu(1).bool()
        self.register_buffer("follows", self.mask.clone())
        self._forward = forward

    def forward(self, x):
        return self._forward(self, self.layer(x) @ x.transpose(1, 2))


def facts(forward):
    found = travel(Scores(forward), [2, 3, 4])
    assert isinstance(found, Entries)
    return dict(found.entries)


def test_a_mask_that_follows_its_module_is_not_left_behind():
    found = facts(lambda module, scores: scores.masked_fill(module.follows, -1.0).softmax(-1))
    assert found == {"mixed": False, "error": None, "unknown": False}


def test_a_mask_that_stays_where_it_was_is_seen_to_be_left_behind():
    assert facts(lambda module, scores: scores.masked_fill(module.mask, -1.0))["mixed"]


def test_an_answer_that_reads_numbers_is_told_that_there_are_none():
    found = facts(lambda module, scores: scores / (scores * 2.0).max().item())
    assert found["unknown"]


def test_shapes_that_do_not_fit_are_an_error_as_anywhere_else():
    found = facts(lambda module, scores: scores + scores[:, :2])
    assert "broadcast" in found["error"]
    assert not found["unknown"]
