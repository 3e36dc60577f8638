"""What earlier parts give, lent to an answer that is built upon one of them which is wrong.

The values are computed here, on the trusted side, by the assignment's `hidden/reference.py`. What
may be asked for is small, because whoever asks may mean harm.
"""

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import torch

from autograder.checks.handle import to_value
from autograder.checks.provided import callables
from autograder.wire import messages
from autograder.wire.frames import WireError
from autograder.wire.tensors import plain
from autograder.wire.values import size

FILE = "reference.py"
MOST = 4096
"""Numbers of a tensor that a lent function takes."""

MAX_SIZE = 1024
"""Of each dimension, in an empty tensor too, and of a whole number: a function may give a matrix of
so many rows and columns."""

MAX_BYTES = 1 << 20
"""Of a result."""


def functions(hidden: Path) -> dict[str, Callable[..., Any]]:
    """The functions of the reference solution, by name; none where an assignment has no such file.

    Raises:
        CourseError: the file cannot be run.
    """
    file = hidden / FILE
    return callables(file) if file.is_file() else {}


class Lender:
    """Answers what a worker wants to know of these functions, and of no others."""

    def __init__(self, lent: Mapping[str, Callable[..., Any]]) -> None:
        self._lent = dict(lent)

    def __call__(self, wanted: messages.Wanted) -> messages.Given | messages.Refused:
        """The value, or why there is none; never an exception, whatever was sent."""
        function = self._lent.get(wanted.name)
        if function is None:
            return messages.Refused("this is not lent")
        try:
            args = [_small(plain(value, _no_object)) for value in wanted.args]
            with torch.no_grad():
                value = to_value(function(*args))
            if size(value) > MAX_BYTES:
                # It would not fit into a frame, and the worker would seem to have broken the line.
                return messages.Refused("the result is too large to lend")
            return messages.Given(value)
        except Exception as error:
            return messages.Refused(f"it takes no such arguments ({type(error).__name__})")


def _no_object(_: object) -> NoReturn:
    raise WireError("only values are lent")


def _small(thing: Any) -> Any:
    """The thing, if computing with it cannot take long.

    Raises:
        ValueError: it is too large, or no single value.
    """
    if isinstance(thing, torch.Tensor):
        # Each size by itself as well: a function may make a square of it.
        # Of several empty dimensions each counts: rows without columns have products, too.
        numbers = math.prod(max(size, 1) for size in thing.shape)
        fits = numbers <= MOST and max(thing.shape, default=0) <= MAX_SIZE
    else:
        fits = isinstance(thing, int | float) and abs(thing) <= MAX_SIZE
    if not fits:
        raise ValueError("too large")
    return thing
