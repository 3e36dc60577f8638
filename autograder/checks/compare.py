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
    name = Text(en, f"{zh} " if zh[-1:].isascii() else zh)
    if not isinstance(expected, Tensor | np.ndarray):
        _agree_plain(actual, expected, name, atol, rtol)
        return
    array = isinstance(expected, np.ndarray)
    if not isinstance(actual, np.ndarray if array else Tensor):
        kinds = ("an array", "NumPy 数组") if array else ("a tensor", "张量")
        _wrong_type(actual, name, *kinds)
    tensor, expected = torch.as_tensor(actual), torch.as_tensor(expected)
    try:
        _same_values(tensor, expected, name, atol, rtol)
    except CheckFailed as failed:
        failed.compared = (name, tensor, expected)
        raise


def _same_values(tensor: Tensor, expected: Tensor, name: Text, atol: float, rtol: float) -> None:
    shape, right_shape = tuple(tensor.shape), tuple(expected.shape)
    if shape != right_shape:
        fail(f"shape of the {name.en}: {shape}, expected {right_shape}",
             f"{name.zh}的形状是 {shape}，应为 {right_shape}")  # fmt: skip
    dtypes = FLOATS if expected.dtype in FLOATS else (expected.dtype,)
    if tensor.dtype not in dtypes:
        kind, right = (str(dtype).removeprefix("torch.") for dtype in (tensor.dtype, dtypes[0]))
        fail(f"dtype of the {name.en}: {kind}, expected {right}",
             f"{name.zh}的 dtype 是 {kind}，应为 {right}")  # fmt: skip
    if expected.is_floating_point():
        wrong = _far_apart(tensor.double(), expected.double(), atol, rtol)
    else:
        wrong = tensor != expected
    if bool(wrong.any()):
        fail(*_places(tensor, wrong, name))


def _far_apart(actual: Tensor, expected: Tensor, atol: float, rtol: float) -> Tensor:
    # Infinite values: two alike have no difference, and a share of one would allow every number.
    difference = (actual - expected).abs().masked_fill(actual == expected, 0.0)
    allowed = atol + rtol * expected.abs().nan_to_num(posinf=0.0)
    distances = _DISTANCES.get(None)
    if distances is not None and difference.numel() and 0 < atol < math.inf:
        distances.append(float((difference / allowed).nan_to_num(math.inf).max()))
    return ~(difference <= allowed)


def _agree_plain(actual: object, expected: object, name: Text, atol: float, rtol: float) -> None:
    """Numbers, texts, None, and lists, tuples and dicts of these, of tensors and of arrays."""
    if isinstance(expected, list | tuple | dict):
        _agree_within(actual, expected, name, atol, rtol)
        return
    # A whole number is a float, too; a truth value is no number.
    number = type(expected) is float and type(actual) in (int, float)
    if not number and type(actual) is not type(expected):
        _wrong_type(actual, name, type(expected).__name__)
    if number:
        answer, right = (torch.tensor(value, dtype=torch.float64) for value in (actual, expected))
        wrong = bool(_far_apart(answer, right, atol, rtol))
    elif isinstance(expected, set | frozenset):
        wrong = _typed(actual) != _typed(expected)  # type: ignore[arg-type]
    else:
        wrong = actual != expected
    if wrong:
        fail(f"wrong value of the {name.en}", f"{name.zh}的值不对")


def _agree_within(
    actual: object, expected: list[Any] | tuple[Any, ...] | dict[str, Any], name: Text,
    atol: float, rtol: float,
) -> None:  # fmt: skip
    container = next(kind for kind in (dict, list, tuple) if isinstance(expected, kind))
    if not isinstance(actual, container):
        kind = _kind(actual)
        if kind == container.__name__:
            fail(f"the {name.en} is a {kind} with keys or items that cannot be compared",
                 f"{name.zh}这个 {kind} 里有无法比较的键或项")  # fmt: skip
        _wrong_type(actual, name, f"a {container.__name__}", f" {container.__name__}")
    items, right = _items(actual), _items(expected)
    if _typed(items) != _typed(right):
        fail(f"the {name.en} has {len(items)} items, not those expected",
             f"{name.zh}有 {len(items)} 项，与要求的不同")  # fmt: skip
    for key, value in right.items():
        item = (f"{name.en}[{key!r}]", f"{name.zh.strip()}[{key!r}]")
        agree(items[key], value, what=item, atol=atol, rtol=rtol)


def _items(thing: list[Any] | tuple[Any, ...] | dict[str, Any]) -> dict[Any, Any]:
    return thing if isinstance(thing, dict) else dict(enumerate(thing))


def _typed(items: Iterable[Any]) -> set[tuple[type, Any]]:
    """The keys or members, each with its type: True is 1 to Python."""
    return {(type(key), key) for key in items}


def _wrong_type(actual: object, name: Text, right: str, right_zh: str = "") -> NoReturn:
    kind = _kind(actual)
    fail(f"type of the {name.en}: {kind}, expected {right}",
         f"{name.zh}的类型是 {kind}，应为{right_zh or f' {right}'}")  # fmt: skip


def _kind(thing: object) -> str:
    return getattr(thing, "kind", None) or type(thing).__name__


def _places(tensor: Tensor, wrong: Tensor, name: Text) -> tuple[str, str]:
    count, total = int(wrong.sum()), wrong.numel()
    share = f"{count} of {total} values of the {name.en}"
    share_zh = f"{name.zh}的 {total} 个值中有 {count} 个"
    if bool(tensor[wrong].isnan().all()):
        origin, origin_zh = _origin(tensor[wrong])
        return f"{share} are nan{origin}", f"{share_zh}是 nan{origin_zh}"
    if tensor.dim() == 0:
        return f"wrong value of the {name.en}", f"{name.zh}的值不对"
    if not tensor.any():
        return f"all values of the {name.en} are 0", f"{name.zh}的值全是 0"
    if tensor.dim() == 1:
        where = _indices(wrong)
        return f"{share} differ, at {where}", f"{share_zh}不对，位置 {where}"
    where = _indices(wrong.reshape(-1, wrong.shape[-2], wrong.shape[-1]).any(dim=0).any(dim=1))
    return f"{share} differ, in rows {where}", f"{share_zh}不对，出现在第 {where} 行"


NAN_FROM = {
    WITHHELD: (": they come from a library function that this part does not allow",
               "：它们来自这一部分不允许使用的库函数"),
    UNFILLED: (": they come from a tensor that was never filled, such as torch.empty makes",
               "：它们来自从未填充过的张量，例如 torch.empty 得到的张量"),
}  # fmt: skip
"""What a nan tells that a worker's torch has put there, by its bits."""


def _origin(values: Tensor) -> tuple[str, str]:
    bits = values.view(torch.int32) if values.dtype is torch.float32 else torch.tensor(())
    return next((origin for nan, origin in NAN_FROM.items() if bool((bits == nan).any())), ("", ""))


def _indices(flags: Tensor) -> str:
    places = [str(index) for index in flags.nonzero().flatten().tolist()]
    more = ", ..." if len(places) > MAX_PLACES else ""
    return ", ".join(places[:MAX_PLACES]) + more
