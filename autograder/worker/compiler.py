"""torch's compiler by name alone: imported when somebody compiles, not when somebody asks for it.

Operations on the meta device ask the compiler to leave them alone, and the question imports it: a
second of every start, and 40 MB of every fork. They and each backward pass also ask whether sizes
are equal in a way that holds for sizes that are symbols, which imports the algebra of these: half
a second and 34 MB. Of plain numbers the answer needs no algebra.

`torch.compile` and `torch.jit.script` give what they are given: no worker may start the C++
compiler that the first needs, and the values are the same without either.
"""

import functools
import importlib
import operator
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import torch

COMPILER = "torch._dynamo"
SYMBOLS = "torch.fx.experimental.symbolic_shapes"
ALGEBRA = "sympy"


class _Later(types.ModuleType):
    """Answers a few questions; anything else brings the real module into its place."""

    def __init__(self, name: str, answers: Mapping[str, Any]) -> None:
        super().__init__(name)
        self.__dict__.update(answers)

    def __getattr__(self, name: str) -> Any:
        package = name == "__path__" and self.__name__ != SYMBOLS
        if name.startswith("__") and not package:
            # inspect asks every module for its file, and an import whether it is a package: no
            # reason to import this one, except for a submodule.
            raise AttributeError(name)
        return getattr(_real(self.__name__), name)


def _real(name: str) -> types.ModuleType:
    later = sys.modules.get(name)
    if isinstance(later, _Later):
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        if package:
            delattr(sys.modules[package], last)
        # Who holds on to it gets all from the real one.
        for answered in [word for word in vars(later) if not word.startswith("__")]:
            delattr(later, answered)
    return importlib.import_module(name)


def postpone() -> None:
    """Put the names there, unless the modules have been imported already."""
    _put(COMPILER, {"disable": _disable})
    answers = {name: _of_plain(name, answer) for name, answer in PLAIN.items()}
    _put(SYMBOLS, answers | {name: functools.partial(_asked, name) for name in NAMED})
    _put(ALGEBRA, {"Basic": _Expression})
    vars(torch)["compile"] = vars(torch.jit)["script"] = _disable


def _put(name: str, answers: Mapping[str, Any]) -> None:
    if name not in sys.modules:
        package, _, last = name.rpartition(".")
        sys.modules[name] = _Later(name, answers)
        if package:
            setattr(importlib.import_module(package), last, sys.modules[name])


class _Expression:
    """What no object is as long as nobody has imported the algebra."""


def _disable(function: Any = None, *_: Any, **__: Any) -> Any:
    """The function as it is, or a decorator that leaves it so."""
    return function if function is not None else lambda decorated: decorated


def _of_plain(name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    """The answer where all that is asked about is plain; else the real module's."""

    def asked(*args: Any) -> Any:
        if all(map(_plain, args)):
            return answer(*args)
        return _asked(name, *args)

    return asked


def _asked(name: str, *args: Any) -> Any:
    return getattr(_real(SYMBOLS), name)(*args)


def _plain(thing: Any) -> bool:
    if isinstance(thing, tuple | list):
        return all(map(_plain, thing))
    return type(thing) in (bool, int)


def _itself(value: int) -> int:
    return value


def _yes(_: int) -> bool:
    return True


def _no(_: int) -> bool:
    return False


def _every(*values: bool) -> bool:
    return functools.reduce(operator.and_, values)


def _some(*values: bool) -> bool:
    return functools.reduce(operator.or_, values)


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, int) or isinstance(other, int):
        return bool(one == other)
    return len(one) == len(other) and all(map(_equal, one, other))


PLAIN: Mapping[str, Callable[..., Any]] = {
    **dict.fromkeys(("expect_true", "guard_or_false", "guard_or_true"), _itself),
    **dict.fromkeys(("statically_known_true", "guarding_hint_or_throw", "guard_int"), _itself),
    "has_guarding_hint": _yes,
    "is_nested_int": _no,
    "sym_and": _every,
    "sym_or": _some,
    "sym_eq": _equal,
}
"""What torch's own module answers to plain numbers and truth values."""

NAMED = ("guard_size_oblivious",)
"""Functions that torch imports beside the others, and does not call."""
