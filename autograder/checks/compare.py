"""Comparisons that say what differs and where, and never what was expected."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NoReturn

import torch

from autograder.checks.failures import CheckFailed
from autograder.core.model import Text
from autograder.wire.tensors import UNFILLED, WITHHELD

FLOATS = (torch.float32, torch.float64)
MAX_PLACES = 6


_DISTANCES: ContextVar[list[float]] = ContextVar("distances")


@contextmanager
def measured() -> Iterator[list[float]]:
    """The distances that `agree` meets in the block, in units of its tolerance."""
    distances: list[float] = []
    token = _DISTANCES.set(distances)
    try:
        yield distances
    finally:
        _DISTANCES.reset(token)


def _note(distance: float) -> None:
    distances = _DISTANCES.get(None)
    if distances is not None:
        distances.append(distance)


def require(condition: bool, detail: str, detail_zh: str) -> None:
    """End the check as failed unless `condition`; the detail is shown to the student.

    Raises:
        CheckFailed: the condition does not hold.
    """
    if not condition:
        fail(detail, detail_zh)


def fail(detail: str, detail_zh: str) -> NoReturn:
    """End the check as failed.

    Raises:
        CheckFailed: always.
    """
    raise CheckFailed(Text(detail, detail_zh))


def agree(
    actual: object, expected: torch.Tensor, *, what: str = "result", atol: float = 1e-5
) -> None:
    """Type first, then shape, then every value within `atol` (absolute, in the data's units).

    A float64 tensor is as good as a float32 one; NaN agrees with nothing.

    Raises:
        CheckFailed: they do not agree; the message names shape or places.
    """
    tensor = _as_tensor(actual, what)
    try:
        _same_values(tensor, expected, what, atol)
    except CheckFailed as failed:
        failed.compared = (what, tensor, expected)
        raise


def _same_values(tensor: torch.Tensor, expected: torch.Tensor, what: str, atol: float) -> None:
    _same_shape(tensor, expected, what)
    if tensor.dtype not in FLOATS:
        fail(f"dtype of the {what}: {_name(tensor)}, expected float32",
             f"{what} 的 dtype 是 {_name(tensor)}，应为 float32")  # fmt: skip
    difference = (tensor.double() - expected.double()).abs()
    wrong = ~(difference <= atol)
    if difference.numel() and math.isfinite(atol):
        _note(float(difference.nan_to_num(math.inf).max()) / atol)
    if bool(wrong.any()):
        fail(*_places(tensor, wrong, what))


def _as_tensor(actual: object, what: str) -> torch.Tensor:
    if isinstance(actual, torch.Tensor):
        return actual
    kind = getattr(actual, "kind", None) or type(actual).__name__
    fail(f"type of the {what}: {kind}, expected a tensor",
         f"{what} 的类型是 {kind}，应为张量")  # fmt: skip


def _same_shape(tensor: torch.Tensor, expected: torch.Tensor, what: str) -> None:
    found, wanted = tuple(tensor.shape), tuple(expected.shape)
    if found != wanted:
        fail(f"shape of the {what}: {found}, expected {wanted}",
             f"{what} 的形状是 {found}，应为 {wanted}")  # fmt: skip


def _name(tensor: torch.Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")


def _places(tensor: torch.Tensor, wrong: torch.Tensor, what: str) -> tuple[str, str]:
    count, total = int(wrong.sum()), wrong.numel()
    if bool(tensor[wrong].isnan().all()):
        why_en, why_zh = _unfilled(tensor[wrong])
        return (f"{count} of {total} values of the {what} are nan{why_en}",
                f"{what} 的 {total} 个值中有 {count} 个是 nan{why_zh}")  # fmt: skip
    if tensor.dim() == 0:
        return f"wrong value of the {what}", f"{what} 的值不对"
    if tensor.dim() == 1:
        where = _indices(wrong)
        return (f"{count} of {total} values of the {what} differ, at {where}",
                f"{what} 的 {total} 个值中有 {count} 个不对，位置 {where}")  # fmt: skip
    rows = wrong.reshape(-1, wrong.shape[-2], wrong.shape[-1]).any(dim=0).any(dim=1)
    where = _indices(rows)
    return (f"{count} of {total} values of the {what} differ, in rows {where}",
            f"{what} 的 {total} 个值中有 {count} 个不对，出现在第 {where} 行")  # fmt: skip


def _unfilled(values: torch.Tensor) -> tuple[str, str]:
    """Where nan comes from, if a worker's torch has put it there."""
    if values.dtype is not torch.float32:
        return "", ""
    bits = values.view(torch.int32)
    if bool((bits == WITHHELD).any()):
        return (": they come from a library function that this part does not allow",
                "：它们来自这一部分不允许使用的库函数")  # fmt: skip
    if not bool((bits == UNFILLED).any()):
        return "", ""
    return (": they come from a tensor that was never filled, such as torch.empty makes",
            "：它们来自从未填充过的张量，例如 torch.empty 得到的张量")  # fmt: skip


def _indices(flags: torch.Tensor) -> str:
    found = [str(index) for index in flags.nonzero().flatten().tolist()]
    more = ", ..." if len(found) > MAX_PLACES else ""
    return ", ".join(found[:MAX_PLACES]) + more
