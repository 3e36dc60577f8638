"""What a check looks at, one thing after another, and what it says of the first that is off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Integral
from typing import Any

import torch

from .desk import (
    COMMON,
    Words,
    _Called,
    _codes,
    _disturbed,
    _failure,
    _first_line,
    _is_stub,
    _known,
    _own,
    _plain_torch,
    _print,
    _raised,
    _said_once,
    _say,
)

TOLERANCE = 1e-4
"""The text prints four decimals."""
Names = dict[str, Any]
Look = tuple[Words, Callable[[], Any], Any]
"""What is looked at, in both languages; how it is found; what it should be."""
PARTS: dict[str, Callable[[Names], Iterator[Look]]] = {}
FORBIDDEN: dict[str, tuple[str, ...]] = {}
"""How the names end that a part may not call. Both are the lesson's."""
RESULT: Words = ("result", "结果")
IN_PLACE: Words = ("an argument was changed in place", "传入的参数被就地修改了")


def check(part: str, names: Names) -> None:
    """Check the answer to `part` among the notebook's `names`: `check("...", globals())`."""
    if problem := _problem(part, names):
        raise _failure(problem) from None
    _print(f"✓ {part}")


def progress(names: Names) -> None:
    """One line for each part; nothing is raised, whatever the answers do."""
    for part in PARTS:
        problem = _problem(part, names)
        _print(f"✗ {part}: {problem}" if problem else f"✓ {part}")


def _unfinished(names: Names, *parts: str) -> bool:
    """Whether the answer to one of these is not right yet; says so."""
    for part in parts:
        if problem := _problem(part, names):
            _print(_say((f"first finish {part}: {problem}", f"请先完成 {part}：{problem}")))
            return True
    return False


def _problem(part: str, names: Names) -> str:
    """The first thing that is not right, as a sentence; empty if all is."""
    _known(part, PARTS)
    if part not in names:
        return _say(COMMON["undefined"], name=part)
    with _plain_torch(), _said_once():
        try:
            said = _looked(part, names)
        except (Exception, SystemExit) as error:
            said = _told(error, part, names)
        setting = _disturbed()
    return _say(COMMON["setting_changed"], name=part, setting=setting) if setting else said


def _looked(part: str, names: Names) -> str:
    for what, find, wanted in PARTS[part](names):
        with _Called() as called:
            found = find()
        if call := called.one_of(FORBIDDEN.get(part, ())):
            return _say(COMMON["library"], name=part, call=call)
        if said := _differs(_say(what), found, wanted):
            return said
    return ""


def _told(error: BaseException, part: str, names: Names) -> str:
    own = [code for code, _ in _own(error)]
    if _is_stub(error):
        stubs = (one for one in PARTS if own[-1] in _codes(names.get(one)))
        return _say(COMMON["stub"], name=next(stubs, part))
    if not own and isinstance(error, KeyError):  # a cell of the lesson was not run
        return _say(COMMON["undefined"], name=error.args[0])
    if not own and isinstance(error, AssertionError):  # these checks' own
        return str(error)
    asks = not own and "NoneType" in _first_line(error)
    return _raised(error) + (f" {_say(COMMON['returned'])}" if asks else "")


def _differs(what: str, found: Any, wanted: Any) -> str:
    if found is None:
        return _say((f"{what}: None. ", f"{what}：None。")) + _say(COMMON["returned"])
    if isinstance(wanted, torch.Tensor):
        return _tensors_differ(what, found, wanted)
    # A whole number of NumPy's is one; what is true or false is none.
    whole = type(wanted) is int and isinstance(found, Integral) and not isinstance(found, bool)
    if (whole or type(found) is type(wanted)) and found == wanted:
        return ""
    return _say((f"{what}: {found!r}, expected {wanted!r}", f"{what}：{found!r}，应为 {wanted!r}"))


def _tensors_differ(what: str, found: Any, wanted: torch.Tensor) -> str:
    if not isinstance(found, torch.Tensor):
        kind = type(found).__name__
        return _say((f"{what}: {kind}, expected a tensor", f"{what}：{kind}，应为张量"))
    shapes = tuple(found.shape), tuple(wanted.shape)
    if shapes[0] != shapes[1]:
        return _say((f"{what}: shape {shapes[0]}, expected {shapes[1]}",
                     f"{what}：形状是 {shapes[0]}，应为 {shapes[1]}"))  # fmt: skip
    if found.is_floating_point() != wanted.is_floating_point():
        return _say((f"{what}: dtype {found.dtype}, expected {wanted.dtype}",
                     f"{what}：dtype 是 {found.dtype}，应为 {wanted.dtype}"))  # fmt: skip
    difference = (found.detach().double() - wanted.double()).abs()
    wrong = ~(difference <= TOLERANCE)
    if not bool(wrong.any()):
        return ""
    place = tuple(wrong.nonzero()[0].tolist())
    mine, right = f"{float(found.detach()[place]):.4f}", f"{float(wanted[place]):.4f}"
    count, total, at = int(wrong.sum()), wrong.numel(), list(place)
    some = f"{count}/{total}"
    return _say((f"{what}: {some} numbers differ, at {at}: {mine}, expected {right}",
                 f"{what}：{some} 个数不对，在 {at} 处是 {mine}，应为 {right}"))  # fmt: skip


def _call(answer: Callable[..., Any], *given: Any) -> Any:
    """What an answer makes of copies, which it must leave as they are."""
    copies = [one.clone() if isinstance(one, torch.Tensor) else one for one in given]
    found = answer(*copies)
    for mine, one in zip(copies, given):  # noqa: B905
        # To be nan is to be as it was, too.
        if isinstance(one, torch.Tensor) and not torch.equal(mine.nan_to_num(), one.nan_to_num()):
            raise AssertionError(_say(IN_PLACE))
    return found


def _drawn(shape: tuple[int, ...], seed: int) -> torch.Tensor:
    """Weights for the examples; the same for everybody."""
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed)) / shape[-1] ** 0.5
