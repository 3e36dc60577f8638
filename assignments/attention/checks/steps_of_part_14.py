"""Steps on the way to part 14."""

from __future__ import annotations

from collections.abc import Callable

import torch

from .comparing import Miss, _agree, _same_shape, _shape, _tensor
from .desk import Words, _say
from .sentences import TEXTS
from .worked_example import EXACT


def _split(before: torch.Tensor, after: torch.Tensor) -> None:
    """Head h holds its own neighbouring columns of every token."""
    batch, tokens, width = before.shape
    heads = after.shape[1]
    _same_shape("step", after, (batch, heads, tokens, width // heads), "split")
    for head in range(heads):
        columns = slice(head * (width // heads), (head + 1) * (width // heads))
        _agree("", after[:, head], before[:, :, columns], f"split[:, {head}]", EXACT, [])


def _weights(after: torch.Tensor) -> None:
    """Rows add up to 1 and the future has no weight."""
    _same_shape("step", after, (*after.shape[:-1], after.shape[-2]), "weights")
    _agree("", after.sum(dim=-1), torch.ones(after.shape[:-1]), _say(TEXTS["row_sums"]), EXACT, [])
    future = after.detach() * torch.ones(after.shape[-2:]).triu(1)
    _agree("", future, torch.zeros(after.shape), _say(TEXTS["future"]), EXACT, [])


def _merge(before: torch.Tensor, after: torch.Tensor) -> None:
    """Each token has the numbers of head 0, then those of head 1, and so on."""
    batch, heads, tokens, width = before.shape
    _same_shape("step", after, (batch, tokens, heads * width), "merge")
    for head in range(heads):
        columns = slice(head * width, (head + 1) * width)
        _agree("", after[:, :, columns], before[:, head], f"merge[:, :, head {head}]", EXACT, [])


FLAT, SPLIT = "(B, T, d_out)", "(B, H, T, d_h)"
STEPS: dict[str, tuple[Callable[..., None], tuple[str, ...], Words]] = {
    "split": (
        _split,
        (FLAT, SPLIT),
        ("split: each head has its own columns", "split：每个头得到自己的列"),
    ),
    "weights": (
        _weights,
        ("(B, H, T, T)",),
        ("weights: rows add up to 1, the future has none", "weights：每行的和为 1，未来的权重为 0"),
    ),
    "merge": (
        _merge,
        (SPLIT, FLAT),
        ("merge: the heads stand side by side", "merge：各个头按顺序并排"),
    ),
}


def _step(name: str, tensors: tuple[object, ...]) -> str:
    """What is true of a step; a Miss if nothing is."""
    look, shapes, says = STEPS[name]
    given = [_tensor(one, name) for one in tensors]
    if [one.dim() for one in given] != [shape.count(",") + 1 for shape in shapes]:
        found = ", ".join(_shape(tuple(one.shape)) for one in given)
        raise Miss("instance", kind=found, expected=", ".join(shapes))
    with torch.no_grad():
        look(*given)
    return _say(says)
