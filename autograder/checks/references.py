"""The seeded reference tensors of a set, as safetensors, and how the author's script makes them."""

import json
import runpy
from collections.abc import Mapping
from traceback import extract_tb
from typing import Any

import safetensors.torch
import torch

from autograder.checks.items import Case
from autograder.core.assignment import sets
from autograder.core.assignment.given import importable
from autograder.core.assignment.load import MAKER
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import MADE, NumberSet, Sets
from autograder.core.errors import CourseError
from autograder.wire.tensors import pack

TUPLE, ENTRIES = MARKS = ("(tuple)", "(entries)")
SETS, PUBLISHED_SETS = 8, 2
"""Of hidden numbers: with eight, two students mostly meet different ones."""


def contents(case: Case) -> dict[str, Any]:
    return {name: getattr(case, name) for name in case._values}


def plain_contents(case: Case) -> dict[str, Any]:
    items = contents(case).items()
    return {name: pack(item) if isinstance(item, torch.Tensor) else item for name, item in items}


def encode(cases: Mapping[str, Mapping[str, object]]) -> bytes:
    """Cases as `hidden/make_references.py` makes them, encoded."""
    tensors: dict[str, torch.Tensor] = {}
    settings: dict[str, dict[str, object]] = {}
    for case, values in cases.items():
        settings[case] = {}
        for name, value in values.items():
            if isinstance(value, torch.Tensor):
                tensors[f"{case}/{name}"] = value.detach().clone().contiguous()
            else:
                settings[case][name] = _stored(value, f"{case}: {name}")
    # One entry: safetensors writes several in an order that changes from run to run.
    metadata = {MADE: json.dumps({"settings": settings}, sort_keys=True)}
    return safetensors.torch.save(tensors, metadata)


def _stored(value: object, place: str) -> object:
    """A value as JSON; what that has not, tuples and keys that are no text, as a marked dict."""
    if isinstance(value, dict):
        items = [(key, _stored(item, f"{place}[{key!r}]")) for key, item in value.items()]
        if all(type(key) is str and key not in MARKS for key in value):
            return dict(items)
        for key in value:
            if type(key) not in (str, int, bool):
                text = f"{place} has the key {key!r}; the keys of a case are text or whole numbers"
                raise CourseError(text)
        return {ENTRIES: items}
    if isinstance(value, list | tuple):
        several = [_stored(item, f"{place}[{index}]") for index, item in enumerate(value)]
        return several if isinstance(value, list) else {TUPLE: several}
    if value is None or type(value) in (bool, int, float, str):
        return value
    raise CourseError(
        f"{place} is a {type(value).__name__}; a case holds tensors, and numbers, text, lists, "
        "tuples and dicts without tensors in them"
    )


def _read(stored: Any) -> Any:
    if isinstance(stored, list):
        return [_read(item) for item in stored]
    if not isinstance(stored, dict):
        return stored
    if TUPLE in stored:
        return tuple(_read(item) for item in stored[TUPLE])
    items = stored[ENTRIES] if ENTRIES in stored else stored.items()
    return {key: _read(item) for key, item in items}


def decode(data: bytes) -> dict[str, Case]:
    """All cases, by "part/case"."""
    values: dict[str, dict[str, Any]] = {
        case: {name: _read(stored) for name, stored in settings.items()}
        for case, settings in sets.settings(data).items()
    }
    for key, tensor in safetensors.torch.load(data).items():
        case, name = key.rsplit("/", 1)
        values[case][name] = tensor
    return {case: Case(case, items) for case, items in values.items()}


def make(assignment: Assignment, salt: str) -> dict[str, dict[str, Any]]:
    """The cases that hidden/make_references.py makes from `salt`; CourseError without this file."""
    script = assignment.folder / "hidden" / MAKER
    if not script.is_file():
        raise CourseError(f"{script} is missing: the script that makes the hidden references")
    # Threads wait for each other at every small tensor: on a busy machine for minutes.
    torch.set_num_threads(1)
    try:
        with importable(assignment.folder):
            return runpy.run_path(str(script))["make"](salt)
    except Exception as error:
        lines = [at.lineno for at in extract_tb(error.__traceback__) if at.filename == str(script)]
        where = f", line {lines[-1]}" if lines else ""
        reason = f"{type(error).__name__}: {error}"
        raise CourseError(f"{script}{where}: {reason}; it defines make(salt)") from error


def drawn(assignment: Assignment, salt: str, count: int, *, published: bool) -> Sets:
    """So many sets of numbers from `salt`, without what follows from them."""
    words = (*(f"{salt} {n}" for n in range(count)), "example")
    *numbers, example = (NumberSet(encode(make(assignment, word))) for word in words)
    return Sets(salt, published, tuple(numbers), example)
