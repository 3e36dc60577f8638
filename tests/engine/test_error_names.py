"""An error is called by what leads to it: real errors of Python and torch, not their texts."""

import re
from pathlib import Path

import pytest

from autograder.report import phrases
from autograder.report.phrases import error_name

GIVEN = """
import math
import torch
from torch import nn

x, batch = torch.randn(2, 3), torch.randn(2, 3, 4)
weight = nn.Parameter(torch.ones(2, 3))

class Attention(nn.Module):
    def __init__(self, d_in):
        super().__init__()
        self.W_key = nn.Linear(d_in, 2)
    def forward(self, x):
        return self.W_q(x)

class Without(nn.Module):
    def __init__(self):
        self.W = nn.Linear(2, 2)

def first():
    return total + 1
    total = 2
"""
ERRORS = {
    "`keys` has no value": ["keys"],
    "`total` has no value": ["first()"],
    "the package `a_package_that_nobody_has`": ["import a_package_that_nobody_has"],
    "`torch` has nothing that is called `softmx`": ["torch.softmx(x)"],
    "`super().__init__()`": ["Without()"],
    "`None`": ["print() @ x", "print().sum()"],
    "`tuple` stands": ["(x, x).sum()", "(x, x) @ x"],
    "`W_q` was asked of a `Attention`": ["Attention(3)(x)"],
    "`Module` was asked of a `int`": ["nn = 3; nn.Module"],
    "`function` stands where a tensor": ["first.shape"],
    "`int` stands where a tensor": ["x @ 3", "torch.bmm(batch, 3)"],
    "`Attention` stands where a tensor": ["Attention(3) @ x"],
    "a `Attention` and a `int` met": ["Attention(3) ** 2"],
    "a tensor was used as plain numbers": ["math.sqrt(x)"],
    "`list` stands": ["torch.cat([x, [3]])", "[x] + 3"],
    "does not fill": ["x.expand(5, 3)"],
    "one dimension is named twice": ["batch.permute(0, 1, 1)"],
    "a dtype that this operation": [
        "~x", "x.masked_select(x)", "torch.where(x, x, x)", "x[x]",
        "torch.softmax(x > 0, dim=-1)", "x.long().mean()",
    ],
    "a `int` stands where several things are needed": [
        "a, b = 3", "print(*3)", "n = 3; n[0] = x", "list(3)",
    ],
    "does not fit its tensor": [
        "x[0.5]", "[x][0, 1]", "x[x > 9] = torch.ones(3)", "x[torch.ones(3, 3).bool()]",
    ],
    "a `set` stands where several things are needed": ["torch.softmax(x, **{3})"],
    "another number of dimensions": [
        "torch.bmm(batch, x)", "batch.permute(0, 1)", "torch.bmm(x, batch)",
        "torch.triu(torch.ones(2))",
    ],
    "4 numbers do not fill the shape [3, -1]": ["batch.unflatten(-1, (3, -1))"],
    "an index beyond the end": ["x.scatter(0, torch.full((2, 3), 7), x)"],
    "`weights` was asked of a layer": ["x @ nn.Linear(3, 2).weights"],
    "`masked_fill` was given arguments": ["x.masked_fill(x, 0, 1)"],
    "the letters of `einsum`": ["torch.einsum('ij,jk->ik', x, x)"],
    "nothing is there to be joined": ["torch.stack([])"],
    "a matrix and a vector": ["x @ torch.ones(2)"],
    "of shape [2, 3] was changed in place": ["x.masked_fill_(torch.ones(2, 2, 3).bool(), 0)"],
    "a name in quotes": ["nn.Module().register_buffer(3, x)", "nn.Module().add_module(3, None)"],
    "the buffer `running_mean` was overwritten": ["nn.BatchNorm1d(2).running_mean = 2"],
    "`Attention` does not take the argument `qkv_bias`": ["Attention(d_in=3, qkv_bias=True)"],
    "`Attention` was called with another number of arguments": ["Attention()"],
    "another number of arguments": ["Attention(3, 4)"],
    "matrices of 2x3 and 2x3": ["x @ x"],
    "batches of matrices": ["torch.bmm(batch, batch)"],
    "sizes 3 and 4": ["x + torch.ones(2, 4)"],
    "tensors were joined": [
        "torch.cat([x, torch.ones(3, 2)], dim=-1)", "torch.stack([x, x.T])",
        "torch.cat([x, batch])",
    ],
    "`triu` was asked of a `torch.Size`": ["x.shape.triu()"],
    "a `dict` stands where a layer": ["nn.ModuleList([{}])"],
    "6 numbers do not fill the shape [4, 4]": ["x.view(4, 4)"],
    "`view` after": ["x.T.view(6)"],
    "dimension 2 of a tensor": ["x.transpose(1, 2)"],
    "an index beyond": ["x[5]", "[1][2]"],
    "not 3 things": ["b, n, d = x.shape"],
    "not 2 things": ["n, d = batch.shape"],
    "dtypes": ["x.double() @ x.T"],
    "changed in place": ["weight.add_(1)"],
    "nothing leads": ["x.sum().backward()"],
    "plain numbers": ["weight.numpy()", "1 if x > 0 else 2"],
    "`self.weight` was replaced": ["nn.Linear(2, 2).weight = x"],
    "a `Tensor` was called like a function": ["x(x)"],
    "`Module` has no method `forward`": ["nn.Module()(x)"],
    "a `ModuleList` is called": ["nn.ModuleList([nn.Linear(3, 3)])(x)"],
    "`heads.0` was made": ["raise ValueError('heads.0.weight has shape (2, 3), expected (3, 2)')"],
    "a `Linear` stands where a number": ["nn.Linear(2, 2) < 0.5"],
    "a `list` stands where a number": ["-[1]"],
    "cannot have": ["x.split(0, dim=1)", "nn.Dropout(3)", "nn.Linear(2, 0.5)"],
    "a division by zero": ["4 // 0"],
    "stops by itself": ["assert 3 % 2 == 0, 'd_out'"],
    "without end": ["f = lambda: f(); f()"],
    "`W_k.bias` is a `NoneType`": ["raise TypeError('W_k.bias is no tensor but NoneType')"],
    "`blocks` is a `generator`": ["raise TypeError('blocks is no list but generator')"],
    "the shape (2, 3), exp": ["raise ValueError('W_key has shape (2, 3), expected (3, 2)')"],
}  # fmt: skip


def raised(code: str) -> str:
    """What a student is told of the error that this line raises."""
    space: dict[str, object] = {}
    exec(GIVEN, space)
    try:
        exec(code, space)
    except BaseException as error:
        lines = str(error).splitlines() or [""]
        return f"the code raised {type(error).__name__}: {lines[0]} (cell [3], line 2)"
    raise AssertionError(f"{code} raises nothing")


CASES = [(code, expected) for expected, codes in ERRORS.items() for code in codes]


@pytest.mark.parametrize(("code", "expected"), CASES)
def test_an_error_is_called_by_what_leads_to_it(code, expected):
    row = error_name(raised(code))
    assert row and expected in row.name.en
    assert row.question.en and row.question.zh
    assert "{" not in row.name.en + row.name.zh + row.question.en + row.question.zh


@pytest.mark.parametrize("said", ["RuntimeError: a kernel said no", "KeyError: 'x'", "ValueError"])
def test_an_error_that_no_row_knows_has_no_name(said):
    assert error_name(f"the code raised {said} (cell [3], line 2)") is None


def test_every_row_names_one_of_these():
    rows = [error_name(raised(code)) for code, _ in CASES]
    questions = {re.sub(r"`[^`]*`|\d+", "", row.question.en) for row in rows}
    table = Path(phrases.__file__).with_name("error_names.toml").read_text("utf-8")
    assert len(questions) == table.count("[[rows]]")
