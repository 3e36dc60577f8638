"""An error is called by what leads to it: real errors of Python and torch, not their texts."""

import re
from pathlib import Path

import pytest

from autograder.core.model import CheckResult, Outcome, PartResult, Text
from autograder.report import phrases
from autograder.report.pages import part_html
from autograder.report.phrases import ErrorName, error_name

TABLE = Path(phrases.__file__).with_name("error_names.toml")
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


class Formless(nn.Module):
    pass


class Overwritten(nn.Module):
    def __init__(self):
        super().__init__()
        self.W = nn.Parameter(torch.ones(2))
        self.W = torch.ones(2)


class Buffered(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", torch.ones(2))

    def write(self):
        self.mask = 2


def nothing(x):
    x + 1


def first():
    return total + 1
    total = 2


def endless(x):
    return endless(x)
"""
ERRORS = {
    "keys": "`keys` has no value",
    "first()": "`total` has no value",
    "import a_package_that_nobody_has": "the package `a_package_that_nobody_has`",
    "torch.softmx(x)": "`torch` has nothing that is called `softmx`",
    "Without()": "`super().__init__()`",
    "nothing(x) @ x": "`None`",
    "nothing(x).sum()": "`None`",
    "(x, x).sum()": "`tuple` stands",
    "(x, x) @ x": "`tuple` stands",
    "Attention(3)(x)": "`W_q` was asked of a `Attention`",
    "nothing.shape": "`function` stands where a tensor",
    "x @ 3": "`int` stands where a tensor",
    "Attention(3) @ x": "`Attention` stands where a tensor",
    "Attention(3) ** 2": "a `Attention` and a `int` met",
    "math.sqrt(x)": "a tensor was used as plain numbers",
    "torch.cat([x, [3]])": "`list` stands",
    "[x] + 3": "`list` stands",
    "x.expand(5, 3)": "does not fill",
    "batch.permute(0, 1, 1)": "one dimension is named twice",
    "~x": "a dtype that this operation",
    "x.masked_select(x)": "a dtype that this operation",
    "torch.where(x, x, x)": "a dtype that this operation",
    "x[x]": "a dtype that this operation",
    "a, b = 3": "a `int` stands where several things are needed",
    "x[0.5]": "does not fit its tensor",
    "[x][0, 1]": "does not fit its tensor",
    "x[x > 9] = torch.ones(3)": "does not fit its tensor",
    "print(*3)": "a `int` stands where several things are needed",
    "torch.softmax(x, **{3})": "a `set` stands where several things are needed",
    "n = 3; n[0] = x": "a `int` stands where several things are needed",
    "torch.bmm(batch, x)": "another number of dimensions",
    "batch.permute(0, 1)": "another number of dimensions",
    "batch.unflatten(-1, (3, -1))": "4 numbers do not fill the shape [3, -1]",
    "x.scatter(0, torch.full((2, 3), 7), x)": "an index beyond the end",
    "torch.bmm(batch, 3)": "`int` stands where a tensor",
    "x @ nn.Linear(3, 2).weights": "`weights` was asked of a layer",
    "x.masked_fill(x, 0, 1)": "`masked_fill` was given arguments",
    "torch.einsum('ij,jk->ik', x, x)": "the letters of `einsum`",
    "torch.stack([])": "nothing is there to be joined",
    "x @ torch.ones(2)": "a matrix and a vector",
    "torch.bmm(x, batch)": "another number of dimensions",
    "torch.triu(torch.ones(2))": "another number of dimensions",
    "x[torch.ones(3, 3).bool()]": "does not fit its tensor",
    "x.masked_fill_(torch.ones(2, 2, 3).bool(), 0)": "of shape [2, 3] was changed in place",
    "torch.softmax(x > 0, dim=-1)": "a dtype that this operation",
    "Attention(3).register_buffer(x, 'mask')": "a name in quotes",
    "Buffered().write()": "the buffer `mask` was overwritten",
    "Attention(d_in=3, qkv_bias=True)": "`Attention` does not take the argument `qkv_bias`",
    "Attention()": "`Attention` was called with another number of arguments",
    "nn.Linear(3)": "`Linear` was called with another number",
    "Attention(3, 4)": "another number of arguments",
    "x @ x": "matrices of 2x3 and 2x3",
    "torch.bmm(batch, batch)": "batches of matrices",
    "x + torch.ones(2, 4)": "sizes 3 and 4",
    "x.masked_fill_(torch.ones(4, 4).bool(), 0)": "sizes 3 and 4",
    "torch.cat([x, torch.ones(3, 2)], dim=-1)": "tensors were joined",
    "torch.stack([x, x.T])": "tensors were joined",
    "x.shape.triu()": "`triu` was asked of a `torch.Size`",
    "nn.ModuleList([{}])": "a `dict` stands where a layer",
    "torch.cat([x, batch])": "tensors were joined",
    "x.view(4, 4)": "6 numbers do not fill the shape [4, 4]",
    "x.T.view(6)": "`view` after",
    "x.transpose(1, 2)": "dimension 2 of a tensor",
    "torch.softmax(x, dim=4)": "dimension 4 of a tensor",
    "x[5]": "an index beyond",
    "[1][2]": "an index beyond",
    "b, n, d = x.shape": "not 3 things",
    "n, d = batch.shape": "not 2 things",
    "x.double() @ x.T": "dtypes",
    "weight.add_(1)": "changed in place",
    "x.sum().backward()": "nothing leads",
    "weight.numpy()": "plain numbers",
    "1 if x > 0 else 2": "plain numbers",
    "Overwritten()": "`self.W` was replaced",
    "x(x)": "a `Tensor` was called like a function",
    "Formless()(x)": "`Formless` has no method `forward`",
    "nn.ModuleList([nn.Linear(3, 3)])(x)": "a `ModuleList` is called",
    "raise ValueError('heads.0.weight has shape (2, 3), expected (3, 2)')": "`heads.0` was made",
    "nn.Linear(2, 2) < 0.5": "a `Linear` stands where a number",
    "-[1]": "a `list` stands where a number",
    "list(3)": "a `int` stands where several things are needed",
    "x.long().mean()": "a dtype that this operation",
    "nn.Module().add_module(3, None)": "a name in quotes",
    "x.split(0, dim=1)": "cannot have",
    "4 // 0": "a division by zero",
    "nn.Dropout(3)": "cannot have",
    "nn.Linear(2, 0.5)": "cannot have",
    "assert 3 % 2 == 0, 'd_out'": "stops by itself",
    "endless(x)": "without end",
    "raise TypeError('W_query.bias is no tensor but NoneType')": "`W_query.bias` is a `NoneType`",
    "raise TypeError('blocks is no list but generator')": "`blocks` is a `generator`",
    "raise ValueError('W_key.weight has shape (2, 3), expected (3, 2)')": "the shape (2, 3), exp",
}


def raised(code: str) -> str:
    """What a student is told of the error that this line raises."""
    space: dict[str, object] = {}
    exec(GIVEN, space)
    try:
        exec(code, space)
    except BaseException as error:
        said = str(error).splitlines() or [""]
        return f"the code raised {type(error).__name__}: {said[0]} (cell [3], line 2)"
    raise AssertionError(f"{code} raises nothing")


def _found(code: str) -> ErrorName:
    found = error_name(raised(code))
    assert found is not None, code
    return found


@pytest.mark.parametrize(("code", "expected"), ERRORS.items())
def test_an_error_is_called_by_what_leads_to_it(code, expected):
    found = _found(code)
    assert expected in found.name.en
    assert found.question.en and found.question.zh
    assert "{" not in found.name.en + found.name.zh + found.question.en + found.question.zh


@pytest.mark.parametrize("said", ["RuntimeError: a kernel said no", "KeyError: 'x'", "ValueError"])
def test_an_error_that_no_row_knows_has_no_name(said):
    assert error_name(f"the code raised {said} (cell [3], line 2)") is None


def test_every_row_names_one_of_these():
    asked = {re.sub(r"`[^`]*`|\d+", "", _found(code).question.en) for code in ERRORS}
    assert len(asked) == TABLE.read_text("utf-8").count("[[rows]]")


def test_the_page_says_the_name_the_line_and_the_question():
    said = raised("x @ x")
    check = CheckResult("a", Text("It holds", "成立"), Outcome.RAISED, 1, detail=Text(said, said))
    page = part_html(PartResult("one", Text("One", "一"), 0, 4, (check,)), "en")
    assert "matrices of 2x3 and 2x3 were multiplied" in page
    assert "cell [3], line 2" in page
    assert "The inner sizes of a product are equal" in page
