"""Which torch operations ran while a check was watching."""

from typing import Any

from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

MAX_NAMES = 256


class _Functions(TorchFunctionMode):
    """Sees calls as Python spells them (F.softmax, tensor.softmax, nn.Softmax's inner call)."""

    def __init__(self, seen: dict[str, None]) -> None:
        super().__init__()
        self._seen = seen

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        self._seen.setdefault(str(getattr(func, "__name__", "")))
        return func(*args, **(kwargs or {}))


class _NotesOperations:
    """No mode itself: torch wraps the method of a mode's own body for its compiler's sake, and
    every operation of every submission would pay for that.
    """

    _seen: dict[str, None]

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        self._seen.setdefault(func.overloadpacket.__name__)
        return func(*args, **(kwargs or {}))


class _Operations(_NotesOperations, TorchDispatchMode):
    """Sees what reaches the dispatcher (torch.ops.aten, scripted and C++ code)."""

    def __init__(self, seen: dict[str, None]) -> None:
        super().__init__()
        self._seen = seen


class Watch:
    """Both views at once; `stop` gives the names seen, in order of appearance."""

    def __init__(self) -> None:
        self._seen: dict[str, None] = {}
        self._modes = (_Functions(self._seen), _Operations(self._seen))
        for mode in self._modes:
            mode.__enter__()

    def stop(self) -> list[str]:
        """End watching."""
        for mode in reversed(self._modes):
            mode.__exit__(None, None, None)
        return list(self._seen)[:MAX_NAMES]
