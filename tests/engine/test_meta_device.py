"""A module on the meta device: what it is told there is what torch itself would tell."""

import pytest
import torch
from torch import nn

from autograder.wire import Entries
from autograder.worker.meta_device import SLOW, _SeesMixedDevices, travel

ATEN = torch.ops.aten


def layouts(device):
    plain = torch.ones(2, 3, 4, 4, device=device)
    yield plain
    yield plain.transpose(1, 2).contiguous().transpose(1, 2)
    yield plain.half()
    yield plain[:1].expand(5, 3, 4, 4)
    yield plain[0, 0]


def arguments(operation, x):
    mask = torch.ones(4, 4, device=x.device).bool()
    return {
        ATEN.addmm.default: lambda: (x[0, 0, 0], x[0, 0], x[0, 0]),
        ATEN.native_dropout.default: lambda: (x, 0.5, True),
        ATEN.triu.default: lambda: (x, 1),
        ATEN.tril.default: lambda: (x,),
        ATEN.masked_fill.Scalar: lambda: (x, mask, -1.0),
        ATEN.where.self: lambda: (mask, x, x.new_ones(())),
        ATEN.add.Tensor: lambda: (x, x.double()),
        ATEN.sub.Tensor: lambda: (x, 2.0),
        ATEN.mul.Tensor: lambda: (x, mask),
        ATEN.div.Tensor: lambda: (x, torch.tensor(2.0)),
        ATEN.pow.Tensor_Scalar: lambda: (x, 0.5),
    }[operation]()


def told(results):
    every = results if isinstance(results, tuple) else (results,)
    return [(one.size(), one.stride(), one.dtype, one.device.type) for one in every]


@pytest.mark.parametrize("operation", sorted(SLOW, key=str), ids=str)
def test_a_shortcut_tells_the_layout_that_torch_tells(operation):
    for x in layouts("meta"):
        x = x if x.dim() > 2 else x.reshape(1, 1, 4, 4)
        given = arguments(operation, x)
        with _SeesMixedDevices():
            short = operation(*given)
        assert told(short) == told(operation(*given))


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
    assert "must match" in found["error"]
    assert not found["unknown"]
