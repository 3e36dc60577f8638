"""No worker compiles: `torch.compile` and `torch.jit.script` give what they are given.

The meta device and torch.func import the compiler only to ask that it leave them alone: a second of
every start, and 40 MB of every fork; and each backward pass compares sizes by a module that would
import sympy: half a second and 34 MB. Without a compiler all sizes are plain numbers, which are
compared here. torch._inductor brings operations of its own: it cannot be imported.
"""

import functools
import importlib
import operator
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import torch
import torch.fx.experimental

COMPILER, BACKEND = "torch._dynamo", "torch._inductor"
SYMBOLS, ALGEBRA = "torch.fx.experimental.symbolic_shapes", "sympy"


class _Absent(types.ModuleType):
    """A compiler whose decorators and contexts change nothing, and whose every answer is no."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            # inspect asks every module for its file, and an import whether it is a package.
            raise AttributeError(name)
        return self

    def __call__(self, function: Any = None, *_: Any, **__: Any) -> Any:
        return function if callable(function) else self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def __bool__(self) -> bool:
        return False


class _Later(types.ModuleType):
    """sympy, imported when somebody asks for more than the class of its formulas."""

    def __init__(self) -> None:
        super().__init__(ALGEBRA)
        self.__dict__["Basic"] = _Absent

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)
        if sys.modules.get(ALGEBRA) is self:
            del sys.modules[ALGEBRA], self.__dict__["Basic"]
        return getattr(importlib.import_module(ALGEBRA), name)


def replace() -> None:
    """Put the substitutes in place of modules that have not been imported yet."""
    absent = _Absent(COMPILER)
    vars(torch)["_dynamo"] = sys.modules[COMPILER] = absent
    vars(torch)["compile"] = absent
    vars(torch.jit)["script"] = functools.partial(_script, torch.jit.script)
    # An import of it fails.
    sys.modules[BACKEND] = None  # type: ignore[assignment]
    sizes = _Absent(SYMBOLS)
    vars(sizes).update(PLAIN)
    vars(torch.fx.experimental)["symbolic_shapes"] = sys.modules[SYMBOLS] = sizes
    sys.modules[ALGEBRA] = _Later()


def _script(real: Callable[..., Any], thing: Any = None, *args: Any, **keywords: Any) -> Any:
    """The thing itself; but torch scripts derivatives of its own, for forward differentiation."""
    if str(getattr(thing, "__module__", "")).startswith("torch._decomp"):
        return real(thing, *args, **keywords)
    return thing


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, int) or isinstance(other, int):
        return bool(one == other)
    return len(one) == len(other) and all(map(_equal, one, other))


ITSELF = (
    "expect_true", "guard_or_false", "guard_or_true", "statically_known_true",
    "guarding_hint_or_throw", "guard_int", "guard_size_oblivious",
)  # fmt: skip
PLAIN: Mapping[str, Callable[..., Any]] = {
    **dict.fromkeys(ITSELF, lambda value: value),
    "has_guarding_hint": lambda _: True,
    "is_nested_int": lambda _: False,
    "sym_and": lambda *values: functools.reduce(operator.and_, values),
    "sym_or": lambda *values: functools.reduce(operator.or_, values),
    "sym_eq": _equal,
}
"""What torch's own module answers to plain numbers and truth values."""
