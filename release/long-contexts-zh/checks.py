"""The visible checks: they go with the notebook to the student, and give no points.

They use the numbers of the text and say what is not right yet. `speak("zh")` changes the language.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import nn

LANGUAGE = "zh"
TOLERANCE = 1e-4
"""The text prints four decimals."""

Names = dict[str, Any]
Words = tuple[str, str]
Look = tuple[Words, Callable[[], Any], Any]
"""What is looked at, in both languages; how it is found; what it should be."""


def speak(language: str) -> None:
    """Speak "en" or "zh" from now on."""
    global LANGUAGE
    if language not in ("en", "zh"):
        raise ValueError(f"no language {language!r}; there are en and zh")
    LANGUAGE = language


def check(part: str, names: Names) -> None:
    """Check the answer to `part` among the notebook's `names`: `check("...", globals())`."""
    problem = _problem(part, names)
    if problem:
        raise AssertionError(problem) from None
    print(f"✓ {part}")


def progress(names: Names) -> None:
    """One line for each part; nothing is raised, whatever the answers do."""
    for part in PARTS:
        problem = _problem(part, names)
        print(f"✗ {part}: {problem}" if problem else f"✓ {part}")


def _say(words: Words) -> str:
    return words[LANGUAGE == "zh"]


def _problem(part: str, names: Names) -> str:
    """The first thing that is not right, as a sentence; empty if all is."""
    if part not in PARTS:
        raise ValueError(f"no part {part!r}; the parts are {', '.join(PARTS)}")
    settings = torch.get_rng_state()
    try:
        return next(filter(None, (_differs(*look) for look in PARTS[part](names))), "")
    except NotImplementedError:
        return _say(("not written yet", "还没有写"))
    except KeyError as error:
        return _say((f"there is no {error}", f"没有 {error}"))
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        torch.set_rng_state(settings)


def _differs(words: Words, find: Callable[[], Any], wanted: Any) -> str:
    found = find()
    what = _say(words)
    if isinstance(wanted, torch.Tensor):
        return _tensors_differ(what, found, wanted)
    if type(found) is type(wanted) and found == wanted:
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
    mine, right = f"{float(found[place]):.4f}", f"{float(wanted[place]):.4f}"
    count, total, at = int(wrong.sum()), wrong.numel(), list(place)
    some = f"{count}/{total}"
    return _say((f"{what}: {some} numbers differ, at {at}: {mine}, expected {right}",
                 f"{what}：{some} 个数不对，在 {at} 处是 {mine}，应为 {right}"))  # fmt: skip


# ---------------------------------------------------------------- the numbers of the text


PARTS: dict[str, Callable[[Names], Iterator[Look]]] = {}
