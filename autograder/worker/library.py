"""What an exercise rules out, taken out of the library: whatever computes it gives nan, however it
was reached: from Python, scripted code, a gradient. To replace it, an answer has to compute it,
which is the exercise.
"""

import ctypes
import gc
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from autograder.wire.tensors import WITHHELD

KEYS = (
    "FuncTorchBatched", "SparseCPU", "SparseCsrCPU", "MkldnnCPU", "NestedTensorCPU", "QuantizedCPU",
    "CompositeImplicitAutograd", "CompositeImplicitAutogradNestedTensor",
    "CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional", "FuncTorchVmapMode",
)  # fmt: skip
"""Dispatch keys, beside CPU, that can lead to a kernel which computes on this machine."""

WITH_HISTORY = "AutogradCPU"
"""The dispatch key of derivatives, of which some (logsumexp's) need no result of the operation."""

TOLD_WHAT = ("pointwise", "addmm_activation")
"""Words in the names of operations that apply another one, which an argument chooses."""

IN_PYTHON = (
    "torch._refs", "torch._decomp", "torch._higher_order_ops", "torch.distributions", "torch.ao.nn"
)  # fmt: skip
ONE_MORE = "multi_head_attention_forward"
"""Where torch computes such things in Python, by operations that are allowed."""

ALSO_KNOWN_AS = {"_normalize": "layer_norm"}
"""A function whose name leaves out what it computes."""

RESULTS = frozenset({"output", "mean", "save_mean"})
"""Arguments of derivatives that compute from an operation's results. These stay: to differentiate
anything forward, torch compiles them from their source."""

METHODS = frozenset({"forward", "_forward_impl", "_call"})
"""Those of a class that compute."""

EXECUTORS = ("_jit_set_llga_enabled", "_jit_to_static_module", "_fuse_to_static_module", "parse_ir",
             "_jit_interpret_graph", "_create_function_from_graph")  # fmt: skip
"""Functions of torch._C by which oneDNN's graph compiler and the static runtime run a graph with
kernels that torch's dispatcher does not know; so does torch._C._te."""


class Operations:
    """What there is by now whose name holds one of some words: kernels, and functions in Python."""

    def __init__(self, names: Iterable[str], functions: Iterable[types.FunctionType]) -> None:
        words = tuple(map(_words, names))
        self._words = (*words, *map(_words, TOLD_WHAT)) if words else ()
        op_names = torch._C._dispatch_get_all_op_names()
        self._kernels = tuple((op, _instead(op)) for op in op_names if _named(op, self._words))
        self._functions = [f for f in functions if _computes(f.__qualname__, words)]

    def take_out(self) -> None:
        """Let them give nan for good, and so whatever is registered later under such a name."""
        for full, kernels in self._kernels:
            space, _, operation = full.partition("::")
            library: Any = torch._C._dispatch_library("IMPL", space, "", __file__, 0)
            for key, kernel in kernels:
                library.impl(operation, key, kernel, False)
            # With the end of this object the kernels would be back.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(library))
        for function in self._functions:
            # In place, as others hold references to it.
            pair = "attention" in function.__qualname__.lower()
            function.__code__ = (_pair_of_nan if pair else _one_nan).__code__
            function.__defaults__ = function.__kwdefaults__ = None
        if not self._words:
            return
        # Nothing runs a graph but the interpreter, which asks the dispatcher.
        for name in EXECUTORS:
            if hasattr(torch._C, name):
                # It does nothing rather than raise: an honest notebook may set such a switch.
                setattr(torch._C, name, lambda *_, **__: None)
        compiler = torch._C._te  # type: ignore[attr-defined]
        for name in [name for name in vars(compiler) if not name.startswith("__")]:
            delattr(compiler, name)
        self._take_out_later()

    def _take_out_later(self) -> None:
        """A module of torch that is imported from now on registers nan for these words."""
        register = torch.library.Library.impl

        def impl(library: Any, operation: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
            name = operation if isinstance(operation, str) else operation._name
            full = name if "::" in name else f"{library.ns}::{name}"
            if _named(full, self._words):
                function = _nan(full, history=True)
            return register(library, operation, function, *args, **kwargs)

        setattr(torch.library.Library, "impl", impl)  # noqa: B010 (its type is another)


def _named(full: str, words: Sequence[str]) -> bool:
    """Whether the name of an operation, without namespace and overload, has one of `words`."""
    name = _words(full.partition("::")[2].partition(".")[0])
    return any(word in name for word in words)


def in_python() -> tuple[types.FunctionType, ...]:
    """The functions of torch that compute in Python, of all that is imported by now."""
    return tuple(
        function
        for function in gc.get_objects()
        if type(function) is types.FunctionType
        and (str(function.__module__).startswith(IN_PYTHON) or function.__name__ == ONE_MORE)
        # A wrapper has free variables, and calls another one of these.
        and not function.__code__.co_freevars
        and not _is_given_results(function.__code__)
    )


def _computes(qualified: str, words: Sequence[str]) -> bool:
    first, _, method = qualified.partition(".")
    if method and method not in METHODS:
        return False
    name = _words(ALSO_KNOWN_AS.get(first, first))
    # A `_get_softmax_dim` warns about a dimension; it computes nothing.
    return any(word in name for word in words) and not first.startswith("_get_")


def _is_given_results(code: types.CodeType) -> bool:
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return "backward" in code.co_name and not RESULTS.isdisjoint(arguments)


def _words(name: str) -> str:
    """`MultiheadAttention` and `multi_head_attention` are the same words, with spaces around."""
    parted = "".join(f"_{letter}" if letter.isupper() else letter for letter in name)
    words = parted.lower().replace("multihead", "multi_head").replace("_", " ").split()
    return f" {' '.join(words)} "


def _instead(full: str) -> tuple[tuple[str, Callable[..., Any]], ...]:
    """By dispatch key; for the CPU always: an operation made of others is to give nan, too."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    keys = ("CPU", *(key for key in KEYS if has(full, key)))
    kernel = _nan(full, history=False)
    return (*((key, kernel) for key in keys), (WITH_HISTORY, _nan(full, history=True)))


def _nan(full: str, *, history: bool) -> Callable[..., Any]:
    """A kernel that gives as many tensors as the operation, like its first one, and all nan; with
    `history` made of that one, so that derivatives are nan, too.
    """
    space, _, name = full.partition("::")
    base, _, overload = name.partition(".")
    operation = getattr(getattr(getattr(torch.ops, space), base), overload or "default")
    kinds = [str(result.type) for result in operation._schema.returns]

    def kernel(*args: Any, **kwargs: Any) -> Any:
        values = (*args, *kwargs.values())
        tensor = next(x for x in values if isinstance(x, torch.Tensor))
        results = [_like(tensor, history=history) if kind == "Tensor" else 0 for kind in kinds]
        return results[0] if len(results) == 1 else tuple(results)

    return kernel


def _like(tensor: torch.Tensor, *, history: bool) -> torch.Tensor:
    dtype = tensor.dtype if tensor.is_floating_point() else torch.float32
    result = torch.full(tensor.shape, torch.nan, dtype=dtype)
    if dtype is torch.float32:
        result.view(torch.int32).fill_(WITHHELD)
    return result * tensor if history else result


# Their code takes the place of other functions', whose globals it has.
def _one_nan(*args, **kwargs):  # type: ignore[no-untyped-def]
    import torch

    values = (*args, *kwargs.values())
    return next(x for x in values if isinstance(x, torch.Tensor)) * float("nan")


def _pair_of_nan(*args, **kwargs):  # type: ignore[no-untyped-def]
    import torch

    values = (*args, *kwargs.values())
    return next(x for x in values if isinstance(x, torch.Tensor)) * float("nan"), None
