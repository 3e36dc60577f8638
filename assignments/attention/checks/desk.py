"""What the checks of every lesson need: languages, torch as its text has it, own lines."""

from __future__ import annotations

import ast
import io
import linecache
import sys
import textwrap
import traceback
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from types import CodeType
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

Words = tuple[str, str]  # (English, Chinese)
LANGUAGE = "en"
LANGUAGES = ("en", "zh")
LINE, PRINTED_LINES = 80, 20
SEED = 8191
LIBRARY = ("scaled_dot_product_attention", "multi_head_attention_forward")
SOFTMAX = ("softmax", "softmin", "logsumexp")
"""How torch's own names end of what an exercise may forbid."""
COMMON: dict[str, Words] = {
    "elsewhere": (
        "if this checks.py is another lesson's, replace it by this notebook's, restart the kernel",
        "如果这是另一课的 checks.py，请换成本笔记本的那一个，再重启内核",
    ),
    "undefined": (
        "{name} is not defined yet: has the cell that defines it been run, and without an error?",
        "{name} 还没有定义：定义它的单元格运行过吗？运行时没有报错吗？",
    ),
    "stub": (
        "{name} is not written yet, or NotImplementedError is still raised in it.",
        "{name} 还没有写，或者其中还留着抛出 NotImplementedError 的那一行。",
    ),
    "error": ("{kind} was raised: {message}{place}.", "抛出了 {kind}：{message}{place}。"),
    "place": (" (line {line}: {source})", "（第 {line} 行：{source}）"),
    "returned": ("Does it end with a return?", "最后有 return 吗？"),
    "library": (
        "{name} calls {call}, which this part builds from scratch.",
        "{name} 调用了 {call}，而这一部分要求从零实现。",
    ),
    "setting_changed": (
        "{name} changes a setting of torch for everyone, as torch.{setting} does.",
        "{name} 改变了 torch 的全局设置，相当于调用 torch.{setting}。",
    ),
}


def speak(code: str) -> None:
    """Choose the language of all messages: "en" or "zh"."""
    global LANGUAGE
    if code not in LANGUAGES:
        raise ValueError(f"the languages are {', '.join(LANGUAGES)}; found {code!r}")
    LANGUAGE = code


def _say(words: Words, **values: object) -> str:
    said = words[LANGUAGES.index(LANGUAGE)]
    return said.format(**values) if values else said


def __getattr__(name: str) -> Any:
    raise AttributeError(f"checks.py has no {name}; {_say(COMMON['elsewhere'])}")


def _known(part: str, parts: Iterable[str]) -> None:
    if part not in parts:
        raise ValueError(f"no part {part!r} among {', '.join(parts)}; {_say(COMMON['elsewhere'])}")


def _kernel() -> Any:
    """The Jupyter kernel, or None; IPython is looked up, not imported, as it may be absent."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None)


def _attended() -> bool:
    """Whether somebody sees the outputs: programs that run a notebook allow no input."""
    return bool(getattr(_kernel(), "_allow_stdin", False))


def _print(text: str) -> None:
    try:
        print(text)
    except UnicodeEncodeError:  # a console without the symbols must not turn a pass into an error
        print(text.encode("ascii", "replace").decode())


def _failure(sentence: str, shown: str = "") -> AssertionError:
    """An error that IPython shows as a sentence alone, without the lines of this file.

    Whoever sees a panel reads `shown` below it; `nbgrader validate` has the sentence alone.
    """
    name = "AssertionError: "
    # `nbgrader validate` cuts off what does not fit its lines.
    lines = textwrap.wrap(name + sentence, LINE, break_on_hyphens=False)
    error = AssertionError("\n".join(lines).removeprefix(name))
    error._render_traceback_ = lambda: [shown] if shown and _attended() else lines  # type: ignore[attr-defined]
    return error


@contextmanager
def _quiet() -> Iterator[None]:
    nowhere = io.StringIO()
    with redirect_stdout(nowhere), redirect_stderr(nowhere), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _said_once() -> Iterator[None]:
    """An answer is called many times in a check; what it prints is shown once, and cut short."""
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            yield
    finally:
        lines = list(dict.fromkeys(printed.getvalue().splitlines()))
        if lines:
            _print("\n".join([*lines[:PRINTED_LINES], *(["..."] if lines[PRINTED_LINES:] else [])]))


@contextmanager
def _plain_torch() -> Iterator[None]:
    """The settings that the text's numbers are made with, and afterwards those of the notebook."""
    dtype, draws = torch.get_default_dtype(), torch.get_rng_state()
    # Where the CPU is the default already, nothing is slowed down.
    on_the_cpu = torch.get_default_device().type == "cpu"
    torch.set_default_dtype(torch.float32)
    try:
        with nullcontext() if on_the_cpu else torch.device("cpu"), torch.enable_grad():
            # Not torch.manual_seed, which would change what other devices draw.
            torch.default_generator.manual_seed(SEED)
            yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_rng_state(draws)


def _disturbed() -> str:
    """The function of torch that sets what an answer has changed within `_plain_torch`, or ""."""
    found = {
        "set_default_dtype": torch.get_default_dtype() is torch.float32,
        "set_grad_enabled": torch.is_grad_enabled(),
        "manual_seed": torch.initial_seed() == SEED,
    }
    return next((name for name, is_kept in found.items() if not is_kept), "")


class _Called(TorchFunctionMode):
    """Notes the names of torch's functions that are called, by whatever way they are reached."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def __torch_function__(
        self, function: Any, types: Any, arguments: Any = (), named: Any = None
    ) -> Any:
        self.names.add(getattr(function, "__name__", ""))
        return function(*arguments, **(named or {}))

    def one_of(self, forbidden: tuple[str, ...]) -> str:
        """The first name, by the alphabet, that ends like one of these, or nothing."""
        return next((name for name in sorted(self.names) if name.endswith(forbidden)), "")


def _codes(target: Any) -> list[CodeType]:
    """The code of a function, or of each method of a class."""
    written = [target, *getattr(target, "__dict__", {}).values()]
    return [one.__code__ for one in written if hasattr(one, "__code__")]


def _own(error: BaseException) -> list[tuple[CodeType, int]]:
    """The student's own code that an error came through, each with its line, the innermost last."""
    ran = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    return [(code, line) for code, line in ran if not _of_a_library(code.co_filename)]


def _of_a_library(filename: str) -> bool:
    # Debian's, Colab's and Kaggle's Python keep packages in dist-packages.
    packages = {"site-packages", "dist-packages"} & set(Path(filename).parts)
    homes = (str(Path(torch.__file__).parent), str(Path(ast.__file__).parent), "<frozen", __file__)
    return bool(packages) or filename.startswith(homes)


def _is_stub(error: BaseException) -> bool:
    """Whether a line of the student's own raised NotImplementedError, and no library."""
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [code for code, _ in _own(error)]
    return isinstance(error, NotImplementedError) and own[-1:] == frames[-1:]


def _first_line(error: BaseException) -> str:
    try:
        lines = str(error).strip().splitlines()
    except Exception:  # a student's own kind of error may have any __str__
        lines = []
    return lines[0][:200].rstrip(".") if lines else ""


def _raised(error: BaseException) -> str:
    """What was raised, and the student's own line that was being run."""
    place = ""
    for code, line in _own(error)[-1:]:
        if source := linecache.getline(code.co_filename, line).strip():
            place = _say(COMMON["place"], line=line, source=source)
    kind, message = type(error).__name__, _first_line(error)
    return _say(COMMON["error"], kind=kind, message=message, place=place)
