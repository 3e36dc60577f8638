"""Finding a student's answer, calling it, and putting weights into its layers."""

from __future__ import annotations

import ast
import difflib
import functools
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from .comparing import Miss, _same_shape
from .contract import ARGUMENTS, NAMES, TITLES
from .desk import Words, _quiet, _say
from .published import _published
from .sentences import TEXTS
from .worked_example import QKV, RECIPES


def _plain(name: str) -> str:
    return name.lower().replace("_", "")


def _similar(name: str, candidates: list[str], cutoff: float) -> str:
    """The candidate that looks most like `name` but is not the name of something else here."""
    taken = {*NAMES.values(), *QKV}
    plain = {_plain(other): other for other in candidates if other not in taken}
    close = difflib.get_close_matches(_plain(name), plain, n=1, cutoff=cutoff)
    return plain[close[0]] if close else ""


def _without_magic(source: str) -> str:
    """A cell under a magic such as %%time is kept as a call that holds its text: that text."""
    found = re.match(r"get_ipython\(\)\.run_cell_magic\((.*)\)\s*$", source, re.DOTALL)
    if not found:
        return source
    try:
        return str(ast.literal_eval(f"({found[1]})")[-1])
    except (SyntaxError, ValueError):
        return source


def _cell_of(namespace: dict[str, Any], name: str) -> str:
    """The text of the newest cell that defines `name`, if there is one."""
    inputs = namespace.get("In", ())  # IPython keeps the text of all cells there
    defines = re.compile(rf"^(?:class|def)\s+{name}\b", re.MULTILINE)
    texts = map(_without_magic, reversed([t for t in inputs if isinstance(t, str)]))
    return next(filter(defines.search, texts), "")


def _unread(namespace: dict[str, Any], name: str) -> SyntaxError | None:
    """The error of the newest cell that defines `name`, if Python could not even read the cell."""
    try:
        with _quiet():
            source = _cell_of(namespace, name)
            compile(source, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    except SyntaxError as error:
        return error
    return None


def _find(namespace: dict[str, Any], name: str) -> Any:
    unread = _unread(namespace, name)
    if unread:
        strange = re.match("invalid.* character", unread.msg)
        said = _say(TEXTS["full_width"], message=unread.msg) if strange else unread.msg
        raise Miss("syntax", name=name, line=unread.lineno, message=said)
    if name not in namespace:
        callables = [n for n, v in namespace.items() if callable(v) and not n.startswith("_")]
        found = _similar(name, callables, 0.8)
        raise Miss("found" if found else "undefined", name=name, found=found, started=bool(found))
    if not callable(namespace[name]):
        raise Miss("uncallable", name=name, kind=type(namespace[name]).__name__)
    return namespace[name]


@dataclass(frozen=True)
class Step:
    """One thing that is looked at; `says` is true when `run` raises nothing."""

    says: Words
    run: Callable[[Answer], None]
    question: str = ""
    values: bool = False  # whether it compares what the answer computes with the example


@dataclass(frozen=True)
class Part:
    """One part: what is defined in the notebook, how it is called, and what is looked at."""

    id: str
    also: Words
    steps: tuple[Step, ...]
    needs: str = ""

    @property
    def name(self) -> str:
        """What the notebook defines."""
        return NAMES[self.id]

    @property
    def arguments(self) -> tuple[str, ...]:
        """What it is called with, by position."""
        return ARGUMENTS[self.id]

    def called(self) -> str:
        return f"({', '.join(self.arguments)})"

    def label(self) -> str:
        """ "Part 8 · The causal mask", as in the headings of the notebook."""
        number = list(TITLES).index(self.id) + 1
        return _say(TEXTS["label"], number=number, title=_say(TITLES[self.id]))


@dataclass(frozen=True)
class Answer:
    """What a student wrote for a part, and the notebook around it."""

    part: Part
    namespace: dict[str, Any]
    target: Any

    def call(self, *arguments: Any) -> Any:
        """Call a function with copies, and see that it left them as they were."""
        copies = [a.clone() if isinstance(a, torch.Tensor) else a for a in arguments]
        result = self.target(*copies)
        for position, given in enumerate(arguments):
            if isinstance(given, torch.Tensor) and not torch.equal(copies[position], given):
                name = self.part.arguments[position]
                raise Miss("changed", "in_place", argument=name)
        return result

    def output(self, module: Any, given: torch.Tensor) -> Any:
        """What a module makes of a copy of `given`; the copy and the weights must stay as is."""
        x, before = given.clone(), {p: v.clone() for p, v in module.named_parameters()}
        result = module(x)
        if not torch.equal(x, given):
            raise Miss("changed", "in_place", argument="x")
        for path, value in module.named_parameters():
            if path in before and not torch.equal(value, before[path]):
                raise Miss("drift", "once", path=path)
        return result

    def module(self, recipe: str = "") -> Any:
        """The student's module with the example's weights copied in, whatever it began with."""
        name = recipe or self.part.name
        module = self.target(*RECIPES[name].arguments)
        for path, values in _published(name).items():
            _place(module, path, values, name)
        return module


def _layer(module: Any, path: str) -> Any:
    for name in path.split("."):
        module = module[int(name)] if name.isdigit() else _attribute(module, name)
    return module


def _attribute(owner: Any, name: str) -> Any:
    if hasattr(owner, name):
        return getattr(owner, name)
    raise _missing(
        type(owner).__name__, name, [n for n, _ in [*_children(owner), *vars(owner).items()]]
    )


def _missing(owner: str, name: str, held: list[str]) -> Miss:
    similar = _similar(name, [n for n in held if not n.startswith("_")], 0.5)
    found = _say(TEXTS["found_layer"], found=similar, name=name) if similar else ""
    return Miss("missing_layer", owner=owner, name=name, found=found)


def _children(owner: Any) -> list[tuple[str, Any]]:
    if not isinstance(owner, nn.Module):
        return []
    return [*owner.named_children(), *owner.named_parameters(recurse=False)]


def _place(module: Any, path: str, values: torch.Tensor, name: str) -> None:
    """Copy one published weight into the module, in place, after looking at kind and shape."""
    if RECIPES[name].matrices:
        weight: torch.Tensor | None = _matrix(_layer(module, path), path)
    else:
        layer_path, _, kind = path.rpartition(".")
        weight = _linear_weight(_layer(module, layer_path), layer_path, kind)
    if weight is not None:
        _same_shape(name, weight, tuple(values.shape), path)
        with torch.no_grad():
            weight.copy_(values)


def _matrix(held: Any, path: str) -> torch.Tensor:
    if not isinstance(held, torch.Tensor):
        question = "linear_in_v1" if hasattr(held, "weight") else ""
        raise Miss("kind", question, path=path, kind=type(held).__name__, expected="nn.Parameter")
    return held


def _linear_weight(layer: Any, path: str, kind: str) -> torch.Tensor | None:
    """The weight or bias of a linear layer; None for the bias that out_proj may go without."""
    weight = getattr(layer, "weight", None)
    if not isinstance(weight, torch.Tensor):
        question = "linear_in_v1" if isinstance(layer, torch.Tensor) else ""
        raise Miss("kind", question, path=path, kind=type(layer).__name__, expected="nn.Linear")
    if not path.endswith("out_proj") and getattr(layer, "bias", None) is not None:
        raise Miss("has_bias", "bias", path=path)
    return getattr(layer, kind, None)


@contextmanager
def _recorded(kind: Any) -> Iterator[list[tuple[Any, list[Any]]]]:
    """Note what is made of a class, and with which arguments; the class is as before afterwards."""
    made: list[tuple[Any, list[Any]]] = []
    own, original = "__init__" in vars(kind), kind.__init__

    @functools.wraps(original)
    def noting(self: Any, *arguments: Any, **named: Any) -> None:
        made.append((self, _bound(original, (self, *arguments), named)))
        original(self, *arguments, **named)

    kind.__init__ = noting
    try:
        yield made
    finally:
        if own:
            kind.__init__ = original
        else:
            del kind.__init__


def _bound(call: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
    try:
        bound = inspect.signature(call).bind(*arguments, **named)
    except TypeError:
        return []
    bound.apply_defaults()
    return list(bound.arguments.values())[1:]
