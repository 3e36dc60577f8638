"""torch's settings that no tensor shows, each as a way to read it and a way to set it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch.distributions import Distribution


@dataclass(frozen=True)
class Switch:
    """One setting."""

    read: Callable[[], Any]
    set: Callable[[Any], object]


def _validating() -> bool:
    return Distribution._validate_args


def _invariants(on: bool) -> None:
    checks = torch.sparse.check_sparse_tensor_invariants
    (checks.enable if on else checks.disable)()


def _autocast() -> bool:
    return torch.is_autocast_enabled("cpu")


def _set_autocast(on: bool) -> None:
    torch.set_autocast_enabled("cpu", on)


def _autocast_type() -> torch.dtype:
    return torch.get_autocast_dtype("cpu")


def _set_autocast_type(kind: torch.dtype) -> None:
    torch.set_autocast_dtype("cpu", kind)


_CUDA: Any = torch.backends.cuda

SWITCHES = (
    Switch(_autocast, _set_autocast),
    Switch(_autocast_type, _set_autocast_type),
    Switch(torch.is_autocast_cache_enabled, torch.set_autocast_cache_enabled),
    Switch(torch.is_warn_always_enabled, torch.set_warn_always),
    Switch(torch._C._is_multithreading_enabled, torch._C._set_multithreading_enabled),
    Switch(torch._C._get_mkldnn_enabled, torch._C._set_mkldnn_enabled),
    Switch(_CUDA.math_sdp_enabled, _CUDA.enable_math_sdp),
    Switch(torch.sparse.check_sparse_tensor_invariants.is_enabled, _invariants),
    Switch(_validating, Distribution.set_default_validate_args),
)
AS_IMPORTED = tuple(switch.read() for switch in SWITCHES)
