"""Torch's state and what is printed, around a check."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from typing import Any

import torch

from .display import PRINTED_LINES, _print


@contextmanager
def _untouched_torch() -> Iterator[dict[str, Any]]:
    """Put torch back, so that a check never changes what the notebook draws or computes next.

    Inside, new tensors are float32 on the CPU: a right answer is right whatever the notebook set.
    """
    state, settings = torch.get_rng_state(), _settings_of_torch()
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    try:
        with _on_the_cpu():
            yield _settings_of_torch()
    finally:
        torch.set_rng_state(state)
        torch.set_default_dtype(settings["default_dtype"])
        torch.set_grad_enabled(settings["grad_enabled"])


def _on_the_cpu() -> Any:
    """Another default device is put aside; where there is none, nothing is slowed down."""
    return nullcontext() if torch.get_default_device().type == "cpu" else torch.device("cpu")


def _settings_of_torch() -> dict[str, Any]:
    return {"default_dtype": torch.get_default_dtype(), "grad_enabled": torch.is_grad_enabled()}


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
