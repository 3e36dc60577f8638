"""What a worker is lent: functions of the reference solution, computed on this side."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import torch

from autograder.checks.worker_client import to_value
from autograder.wire import messages
from autograder.wire.tensors import plain
from autograder.wire.values import size

MOST = 4096
"""Numbers of a tensor that a lent function takes."""
MAX_SIZE = 1024
"""Of each dimension and whole number: a function may give a matrix of so many rows and columns."""
MAX_BYTES = 1 << 20
"""Of a result."""


class Lender:
    """Answers what a worker wants to know of these functions: by value, and a small one, as whoever
    asks may mean harm; truth values as numbers where these are wanted.
    """

    def __init__(
        self, lent: Mapping[str, Callable[..., Any]], *, mask_of_numbers: bool = False
    ) -> None:
        self._lent, self._mask_of_numbers = lent, mask_of_numbers

    def __call__(self, request: messages.Wanted) -> messages.Given | messages.Refused:
        """The value, or why there is none; never an exception, whatever was sent."""
        function = self._lent.get(request.name)
        if function is None:
            return messages.Refused("this is not lent")
        try:
            args = [_small(plain(value, type)) for value in request.args]
            with torch.no_grad():
                result = function(*args)
            is_mask = isinstance(result, torch.Tensor) and result.dtype is torch.bool
            if is_mask and self._mask_of_numbers:
                result = result.to(torch.get_default_dtype())
            value = to_value(result)
            if size(value) > MAX_BYTES:
                # It would not fit into a frame, and the worker would seem to have broken the line.
                return messages.Refused("the result is too large to lend")
            return messages.Given(value)
        except Exception as error:
            return messages.Refused(f"it takes no such arguments ({type(error).__name__})")


def _small(thing: Any) -> Any:
    """The thing; ValueError if computing with it may take long."""
    if isinstance(thing, torch.Tensor):
        # Of several empty dimensions each counts: rows without columns have products, too.
        numbers = math.prod(max(size, 1) for size in thing.shape)
        fits = numbers <= MOST and max(thing.shape, default=0) <= MAX_SIZE
    else:
        fits = isinstance(thing, int | float) and abs(thing) <= MAX_SIZE
    if not fits:
        raise ValueError("too large")
    return thing
