"""torch's compiler by name alone: imported when somebody compiles, not when somebody asks for it.

Operations on the meta device ask the compiler to leave them alone, and the question imports it: a
second of every start, and 40 MB of every fork.
"""

import importlib
import sys
import types
from typing import Any

import torch

NAME = "torch._dynamo"


class _Later(types.ModuleType):
    """Answers that one question; anything else brings the real module into its place."""

    @staticmethod
    def disable(function: Any = None, recursive: bool = True, **_: Any) -> Any:
        """The function as it is, or a decorator that leaves it so."""
        return function if function is not None else lambda decorated: decorated

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            # inspect asks every module for its file: no reason to import this one.
            raise AttributeError(name)
        if sys.modules.get(NAME) is self:
            del sys.modules[NAME], torch._dynamo
        return getattr(importlib.import_module(NAME), name)


def postpone() -> None:
    """Put the name there, unless the compiler has been imported already."""
    if NAME not in sys.modules:
        torch._dynamo = sys.modules[NAME] = _Later(NAME)
