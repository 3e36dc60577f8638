"""Comparisons that say what differs and where, and never what was expected."""

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NoReturn

import numpy as np
import torch
from torch import Tensor

from autograder.checks.facts import CheckFailed, fail
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


def require(condition: bool, detail: str, detail_zh: str = "") -> None:
    """Raise CheckFailed unless `condition`, with the detail that is shown to the student: in both
    languages of an assignment in two.
    """
    if not condition:
        fail(detail, detail_zh or detail)


def agree(
    actual: object, expected: object, *, what: str | tuple[str, str] = ("result", "结果"),
    atol: float = 1e-5, rtol: float = 0.0,
) -> None:  # fmt: skip
    """Type first, then shape, then every value within `atol + rtol * |expected|`.

    A float64 tensor is as good as a float32 one, and a whole number as good as a float; NaN agrees
    with nothing. Whole numbers, truth values and texts must be the same; lists, tuples and dicts
    agree item by item, and none of them is as good as another; so do sets, paths and dtypes. Arrays
    of NumPy's are compared as tensors are, and a tensor is no array.

    `what` is compared is told to the student: in English and Chinese, or in one word for both.
    Raises CheckFailed, which names shape or places.
    """
    en, zh = what if isinstance(what, tuple) else (what, what)
    # Letters before Chinese words are set apart.
    named = Text(en, f"{zh} " if zh[-1:].isascii() else zh)
    if not isinstance(expected, Tensor | np.ndarray):
        _agree_plain(actual, expected, named, atol, rtol)
        return
    array = isinstance(expected, np.ndarray)
    if not isinstance(actual, np.ndarray if array else Tensor):
        wanted = ("an array", "NumPy 数组") if array else ("a tensor", "张量")
        _wrong_type(actual, named, *wanted)
    tensor, expected = torch.as_tensor(actual), torch.as_tensor(expected)
    try:
        _same_values(tensor, expected, named, atol, rtol)
    except CheckFailed as failed:
        failed.compared = (named, tensor, expected)
        raise


def _same_values(tensor: Tensor, expected: Tensor, what: Text, atol: float, rtol: float) -> None:
    shape, wanted = tuple(tensor.shape), tuple(expected.shape)
    if shape != wanted:
        fail(f"shape of the {what.en}: {shape}, expected {wanted}",
             f"{what.zh}的形状是 {shape}，应为 {wanted}")  # fmt: skip
    alike = FLOATS if expected.dtype in FLOATS else (expected.dtype,)
    if tensor.dtype not in alike:
        found, right = (str(dtype).removeprefix("torch.") for dtype in (tensor.dtype, alike[0]))
        fail(f"dtype of the {what.en}: {found}, expected {right}",
             f"{what.zh}的 dtype 是 {found}，应为 {right}")  # fmt: skip
    if expected.is_floating_point():
        wrong = _far_apart(tensor.double(), expected.double(), atol, rtol)
    else:
        wrong = tensor != expected
    if bool(wrong.any()):
        fail(*_places(tensor, wrong, what))


def _far_apart(actual: Tensor, expected: Tensor, atol: float, rtol: float) -> Tensor:
    difference = (actual - expected).abs()
    # Not 0 times an infinite value, which is nan.
    allowed = atol + rtol * expected.abs() if rtol else torch.full_like(expected, atol)
    distances = _DISTANCES.get(None)
    if distances is not None and difference.numel() and 0 < atol < math.inf:
        distances.append(float((difference / allowed).nan_to_num(math.inf).max()))
    return ~(difference <= allowed)


def _agree_plain(actual: object, expected: object, what: Text, atol: float, rtol: float) -> None:
    """Numbers, texts, None, and lists, tuples and dicts of these, of tensors and of arrays."""
    if isinstance(expected, list | tuple | dict):
        _agree_within(actual, expected, what, atol, rtol)
        return
    # A whole number is a float, too; a truth value is no number.
    number = type(expected) is float and type(actual) in (int, float)
    if not number and type(actual) is not type(expected):
        _wrong_type(actual, what, type(expected).__name__)
    if number:
        mine, right = (torch.tensor(one, dtype=torch.float64) for one in (actual, expected))
        wrong = bool(_far_apart(mine, right, atol, rtol))
    elif isinstance(expected, set | frozenset):
        wrong = _typed(actual) != _typed(expected)  # type: ignore[arg-type]
    else:
        wrong = actual != expected
    if wrong:
        fail(f"wrong value of the {what.en}", f"{what.zh}的值不对")


def _agree_within(
    actual: object, expected: list[Any] | tuple[Any, ...] | dict[str, Any], what: Text,
    atol: float, rtol: float,
) -> None:  # fmt: skip
    wanted = next(kind for kind in (dict, list, tuple) if isinstance(expected, kind))
    if not isinstance(actual, wanted):
        kind = _kind(actual)
        if kind == wanted.__name__:
            fail(f"the {what.en} is a {kind} with keys or items that cannot be compared",
                 f"{what.zh}这个 {kind} 里有无法比较的键或项")  # fmt: skip
        _wrong_type(actual, what, f"a {wanted.__name__}", f" {wanted.__name__}")
    mine, right = _items(actual), _items(expected)
    if _typed(mine) != _typed(right):
        fail(f"the {what.en} has {len(mine)} items, not those expected",
             f"{what.zh}有 {len(mine)} 项，与要求的不同")  # fmt: skip
    for key, value in right.items():
        name = (f"{what.en}[{key!r}]", f"{what.zh.strip()}[{key!r}]")
        agree(mine[key], value, what=name, atol=atol, rtol=rtol)


def _items(thing: list[Any] | tuple[Any, ...] | dict[str, Any]) -> dict[Any, Any]:
    return thing if isinstance(thing, dict) else dict(enumerate(thing))


def _typed(items: Iterable[Any]) -> set[tuple[type, Any]]:
    """The keys or members, each with its type: True is 1 to Python."""
    return {(type(key), key) for key in items}


def _wrong_type(actual: object, what: Text, wanted: str, wanted_zh: str = "") -> NoReturn:
    kind = _kind(actual)
    fail(f"type of the {what.en}: {kind}, expected {wanted}",
         f"{what.zh}的类型是 {kind}，应为{wanted_zh or f' {wanted}'}")  # fmt: skip


def _kind(thing: object) -> str:
    return getattr(thing, "kind", None) or type(thing).__name__


def _places(tensor: Tensor, wrong: Tensor, what: Text) -> tuple[str, str]:
    count, total = int(wrong.sum()), wrong.numel()
    some = f"{count} of {total} values of the {what.en}"
    some_zh = f"{what.zh}的 {total} 个值中有 {count} 个"
    if bool(tensor[wrong].isnan().all()):
        why, why_zh = _origin(tensor[wrong])
        return f"{some} are nan{why}", f"{some_zh}是 nan{why_zh}"
    if tensor.dim() == 0:
        return f"wrong value of the {what.en}", f"{what.zh}的值不对"
    if not tensor.any():
        return f"all values of the {what.en} are 0", f"{what.zh}的值全是 0"
    if tensor.dim() == 1:
        where = _indices(wrong)
        return f"{some} differ, at {where}", f"{some_zh}不对，位置 {where}"
    where = _indices(wrong.reshape(-1, wrong.shape[-2], wrong.shape[-1]).any(dim=0).any(dim=1))
    return f"{some} differ, in rows {where}", f"{some_zh}不对，出现在第 {where} 行"


NAN_FROM = {
    WITHHELD: (": they come from a library function that this part does not allow",
               "：它们来自这一部分不允许使用的库函数"),
    UNFILLED: (": they come from a tensor that was never filled, such as torch.empty makes",
               "：它们来自从未填充过的张量，例如 torch.empty 得到的张量"),
}  # fmt: skip
"""What a nan tells that a worker's torch has put there, by its bits."""


def _origin(values: Tensor) -> tuple[str, str]:
    bits = values.view(torch.int32) if values.dtype is torch.float32 else torch.tensor(())
    return next((why for nan, why in NAN_FROM.items() if bool((bits == nan).any())), ("", ""))


def _indices(flags: Tensor) -> str:
    found = [str(index) for index in flags.nonzero().flatten().tolist()]
    more = ", ..." if len(found) > MAX_PLACES else ""
    return ", ".join(found[:MAX_PLACES]) + more
