"""torch's settings: those that no tensor shows, and how all of them are put back."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch.distributions import Distribution

_CUDA: Any = torch.backends.cuda
_INVARIANTS = torch.sparse.check_sparse_tensor_invariants


@dataclass(frozen=True)
class Switch:
    """One setting."""

    read: Callable[[], Any]
    set: Callable[[Any], object]


SWITCHES = (
    Switch(partial(torch.is_autocast_enabled, "cpu"), partial(torch.set_autocast_enabled, "cpu")),
    Switch(partial(torch.get_autocast_dtype, "cpu"), partial(torch.set_autocast_dtype, "cpu")),
    Switch(torch.is_autocast_cache_enabled, torch.set_autocast_cache_enabled),
    Switch(torch.is_warn_always_enabled, torch.set_warn_always),
    Switch(torch._C._is_multithreading_enabled, torch._C._set_multithreading_enabled),
    Switch(torch._C._get_mkldnn_enabled, torch._C._set_mkldnn_enabled),
    Switch(_CUDA.math_sdp_enabled, _CUDA.enable_math_sdp),
    Switch(
        _INVARIANTS.is_enabled, lambda on: _INVARIANTS.enable() if on else _INVARIANTS.disable()
    ),
    Switch(lambda: Distribution._validate_args, Distribution.set_default_validate_args),
)
AS_IMPORTED = tuple(switch.read() for switch in SWITCHES)


def restore_torch() -> None:
    """torch's settings as they are after its import: one part's change must not reach another."""
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    # Not torch.use_deterministic_algorithms: it imports the compiler to tell it, too.
    torch._C._set_deterministic_algorithms(False, warn_only=False)
    torch.autograd.set_detect_anomaly(False)
    torch.set_num_threads(1)
    torch.set_printoptions(profile="default")
    torch.set_float32_matmul_precision("highest")
    torch.set_flush_denormal(False)
    for switch, value in zip(SWITCHES, AS_IMPORTED, strict=True):
        if switch.read() != value:
            switch.set(value)
