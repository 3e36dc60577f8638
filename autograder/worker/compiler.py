"""No worker compiles: torch's compiler is not there, and what torch asks of it is answered.

`torch.compile` and `torch.jit.script` give what they are given; the values are the same without.
Operations on the meta device and torch.func import the compiler only to ask that it leave them
alone: a second of every start, and 40 MB of every fork. torch._inductor cannot be imported, as it
brings operations of its own.

Each backward pass compares sizes by a module for symbolic sizes, which imports sympy: half a second
and 34 MB. Plain numbers are compared here; any other question brings the real module.
"""

import functools
import importlib
import operator
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

import torch

COMPILER, BACKEND = "torch._dynamo", "torch._inductor"
SYMBOLS = "torch.fx.experimental.symbolic_shapes"
ALGEBRA = "sympy"


class _Absent(types.ModuleType):
    """A compiler that does nothing: its decorators and contexts change nothing, and every question
    is answered with no.
    """

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
    """Answers a few questions; anything else brings the real module into its place."""

    def __init__(self, name: str, answers: Mapping[str, Any]) -> None:
        super().__init__(name)
        self.__dict__.update(answers)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and (name != "__path__" or self.__name__ == SYMBOLS):
            # As above; for a submodule the real package has to be there.
            raise AttributeError(name)
        return getattr(_real(self.__name__), name)


def _real(name: str) -> types.ModuleType:
    later = sys.modules.get(name)
    if isinstance(later, _Later):
        package, _, last = name.rpartition(".")
        del sys.modules[name]
        if package:
            delattr(sys.modules[package], last)
        # From now on it asks the real one for everything.
        for answered in [word for word in vars(later) if not word.startswith("__")]:
            delattr(later, answered)
    return importlib.import_module(name)


def postpone() -> None:
    """Put the substitutes in place of modules that have not been imported yet."""
    absent = _Absent(COMPILER)
    vars(torch)["_dynamo"] = sys.modules[COMPILER] = absent
    vars(torch)["compile"] = absent
    vars(torch.jit)["script"] = functools.partial(_script, torch.jit.script)
    # An import of it fails.
    sys.modules[BACKEND] = None  # type: ignore[assignment]
    _put(SYMBOLS, {name: functools.partial(_asked, name) for name in PLAIN})
    _put(ALGEBRA, {"Basic": _Expression})


def _put(name: str, answers: Mapping[str, Any]) -> None:
    if name not in sys.modules:
        package, _, last = name.rpartition(".")
        sys.modules[name] = _Later(name, answers)
        if package:
            setattr(importlib.import_module(package), last, sys.modules[name])


def _script(real: Callable[..., Any], thing: Any = None, *args: Any, **keywords: Any) -> Any:
    """The thing itself; but torch scripts derivatives of its own, for forward differentiation."""
    if str(getattr(thing, "__module__", "")).startswith("torch._decomp"):
        return real(thing, *args, **keywords)
    return thing


class _Expression:
    """The class of no object, as long as nobody has imported sympy."""


def _asked(name: str, *args: Any) -> Any:
    """The answer to plain arguments; else the real module's."""
    plain = all(map(_plain, args))
    answer = PLAIN[name] if plain else getattr(_real(SYMBOLS), name)
    return answer(*args)


def _plain(thing: Any) -> bool:
    if isinstance(thing, tuple | list):
        return all(map(_plain, thing))
    return type(thing) in (bool, int)


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
