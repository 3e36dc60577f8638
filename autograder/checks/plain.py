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


def unchanged(student: Student, act: Callable[..., object], *values: object) -> None:
    """CheckFailed if `act`, called with these, changes them, or torch's settings or generator.

    Tensors, lists, dicts and what is in them stay in the worker and are read afterwards. A
    generator that is set to a seed of the answer's own draws the same again, and one that is set
    back what it drew first.
    """
    kept = [student.keep(value) for value in values]
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
        for handle, value in zip(kept, values, strict=True):
            same = _same(handle.value(), value)
            require(same, "an argument was changed in place", "传入的张量或列表被就地修改了")
    seeded = len(set(drawn)) < len(drawn)
    require(not seeded, "torch's generator was seeded", "torch 的随机数发生器被重新设了种子")


def _same(new: Any, old: Any) -> bool:
    if isinstance(old, np.ndarray):
        return isinstance(new, np.ndarray) and _same(torch.as_tensor(new), torch.as_tensor(old))
    if isinstance(old, torch.Tensor):
        return isinstance(new, torch.Tensor) and torch.equal(new, old)
    if isinstance(old, dict) and isinstance(new, dict):
        # The order counts as well: a loop over the items sees it.
        return _same(list(new), list(old)) and all(_same(new[key], old[key]) for key in new)
    if isinstance(old, list | tuple) and type(new) is type(old):
        pairs = zip(new, old, strict=False)
        return len(new) == len(old) and all(_same(item, old_item) for item, old_item in pairs)
    return type(new) is type(old) and bool(new == old)


def shaped(module: Handle, shapes: Mapping[str, tuple[int, ...]]) -> None:
    """CheckFailed unless a tensor of its shape is at each of these paths."""
    for path, shape in shapes.items():
        facts = module.parameter(path)
        require(facts.exists, f"there is no {path}", f"没有 {path}")
        is_one = bool(facts.shape) or not shape
        require(is_one, f"{path} is no tensor of numbers", f"{path} 不是由数组成的张量")
        right = facts.shape == shape
        require(right, f"{path} has shape {facts.shape}", f"{path} 的形状是 {facts.shape}")


def trainable(module: Handle, values: dict[str, torch.Tensor]) -> None:
    """CheckFailed unless an optimiser that is given the module's parameters changes each of these.

    The values are put in by their paths, and read again after `module.step(0.5)`. What the module
    gives then, compared with what it should, shows whether anything else is trained.
    """
    module.load(values)
    module.step(RATE)
    for path, value in values.items():
        new = module.read(path)
        moved = isinstance(new, torch.Tensor) and new.shape == value.shape and not new.equal(value)
        require(moved, f"{path} is no trainable parameter", f"{path} 不是可训练的参数")
        agree(new, value - RATE, what=(f"{path} after one step", f"训练一步之后的 {path}"))


def multiplies(module: Handle, settings: Mapping[str, object]) -> bool:
    """Whether it multiplies by weights of these widths that begin as zeros, as a stand-in does.

    What a stand-in was made with says nothing of the result, if something else was returned.
    """
    d_in, d_out = settings["d_in"], settings["d_out"]
    if not (_is_width(d_in) and _is_width(d_out)):
        return False
    unit = torch.eye(1, d_in)[None]
    try:
        agree(module(unit), torch.zeros(1, 1, d_out))
        module.step(1.0)
        agree(module(unit), -torch.ones(1, 1, d_out))
    except (CheckFailed, StudentRaised):
        return False
    return True


def _is_width(width: object) -> TypeGuard[int]:
    # By exact type: True is an int, and no size.
    return type(width) is int and 0 < width <= WIDEST
