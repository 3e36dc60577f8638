"""Facts as values, in checks that any suite can use."""

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

import numpy as np
import torch

from autograder.checks.compare import agree, require
from autograder.checks.facts import CheckFailed, StudentRaised
from autograder.checks.student import Student
from autograder.checks.worker_client import Handle

SEEDS = (40961, 57089)
RATE = 0.5
WIDEST = 4096
"""A width that is looked at: what a recording class was given is the worker's word."""


def unchanged(student: Student, act: Callable[..., object], *given: object) -> None:
    """CheckFailed if `act`, called with these, changes them, or torch's settings or generator.

    Tensors, lists, dicts and what is in them stay in the worker and are read afterwards. A
    generator that is set to a seed of the answer's own draws the same again, and one that is set
    back what it drew first.
    """
    kept = [student.keep(value) for value in given]
    drawn = []
    for seed in SEEDS:
        student.seed(seed)
        before = student.state()
        act(*kept)
        after = student.state()
        drawn += [before.drawn, after.drawn]
        same = after.settings == before.settings
        require(same, "torch's own state was changed", "torch 自身的状态被改变了")
        # After each call: what one call turns around, the next would turn back.
        for handle, value in zip(kept, given, strict=True):
            same = _same(handle.value(), value)
            require(same, "an argument was changed in place", "传入的张量或列表被就地修改了")
    seeded = len(set(drawn)) < len(drawn)
    require(not seeded, "torch's generator was seeded", "torch 的随机数发生器被重新设了种子")


def _same(now: Any, before: Any) -> bool:
    if isinstance(before, np.ndarray):
        return isinstance(now, np.ndarray) and _same(torch.as_tensor(now), torch.as_tensor(before))
    if isinstance(before, torch.Tensor):
        return isinstance(now, torch.Tensor) and torch.equal(now, before)
    if isinstance(before, dict) and isinstance(now, dict):
        # The order counts as well: a loop over the items sees it.
        return _same(list(now), list(before)) and all(_same(now[key], before[key]) for key in now)
    if isinstance(before, list | tuple) and type(now) is type(before):
        pairs = zip(now, before, strict=False)
        return len(now) == len(before) and all(_same(one, other) for one, other in pairs)
    return type(now) is type(before) and bool(now == before)


def shaped(module: Handle, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """CheckFailed unless a tensor of its shape is at each of these paths."""
    for path, shape in shapes.items():
        found = module.parameter(path)
        require(found.exists, f"there is no {path}", f"没有 {path}")
        is_one = bool(found.shape) or not shape
        require(is_one, f"{path} is no tensor of numbers", f"{path} 不是由数组成的张量")
        right = found.shape == shape
        require(right, f"{path} has shape {found.shape}", f"{path} 的形状是 {found.shape}")


def trainable(module: Handle, values: dict[str, torch.Tensor]) -> None:
    """CheckFailed unless an optimiser that is given the module's parameters changes each of these.

    The values are put in by their paths, and read again after `module.step(0.5)`. What the module
    gives then, compared with what it should, shows whether anything else is trained.
    """
    module.load(values)
    module.step(RATE)
    for path, value in values.items():
        now = module.read(path)
        moved = isinstance(now, torch.Tensor) and now.shape == value.shape and not now.equal(value)
        require(moved, f"{path} is no trainable parameter", f"{path} 不是可训练的参数")
        agree(now, value - RATE, what=(f"{path} after one step", f"训练一步之后的 {path}"))


def multiplies(module: Handle, settings: Mapping[str, object]) -> bool:
    """Whether it multiplies by weights of these widths that begin as zeros, as a stand-in does.

    What a stand-in was made with says nothing of the result, if something else was returned.
    """
    d_in, d_out = settings["d_in"], settings["d_out"]
    if not (_is_width(d_in) and _is_width(d_out)):
        return False
    one = torch.eye(1, d_in)[None]
    try:
        agree(module(one), torch.zeros(1, 1, d_out))
        module.step(1.0)
        agree(module(one), -torch.ones(1, 1, d_out))
    except (CheckFailed, StudentRaised):
        return False
    return True


def _is_width(found: object) -> TypeGuard[int]:
    # By exact type: True is an int, and no size.
    return type(found) is int and 0 < found <= WIDEST
