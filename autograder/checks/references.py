"""The seeded reference tensors of a set, as safetensors: cases by part and name."""

import json
from collections.abc import Mapping
from typing import Any

import safetensors.torch
import torch

from autograder.core.assignment.tensors import MADE, METADATA, header
from autograder.core.errors import CourseError
from autograder.wire.tensors import pack


class Case:
    """One case: tensors and settings as attributes."""

    def __init__(self, name: str, values: Mapping[str, Any]) -> None:
        self._name = name
        self._values = dict(values)

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._values[name]
        except KeyError:
            raise AttributeError(f"the case {self._name} has no {name!r}") from None
        # A check that changed a reference in place would spoil it for the next submission.
        return value.clone() if isinstance(value, torch.Tensor) else value


def contents(case: Case) -> dict[str, Any]:
    """Every tensor and setting of a case, by name."""
    return {name: getattr(case, name) for name in case._values}


def plain_contents(case: Case) -> dict[str, Any]:
    """The same, with tensors as plain data."""
    return {
        name: pack(value) if isinstance(value, torch.Tensor) else value
        for name, value in contents(case).items()
    }


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
                settings[case][name] = _setting(value, f"{case}: {name}")
    # One entry: safetensors writes several in an order that changes from run to run.
    metadata = {MADE: json.dumps({"settings": settings}, sort_keys=True)}
    return safetensors.torch.save(tensors, metadata)


def _setting(value: object, place: str) -> object:
    """A value that is kept as it is: numbers, text, None, and lists and dicts of these.

    Raises:
        CourseError: it would come back as something else, or not at all.
    """
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise CourseError(f"{place} has the key {key!r}; the keys of a case are text")
            _setting(item, f"{place}[{key!r}]")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _setting(item, f"{place}[{index}]")
    elif not (value is None or isinstance(value, bool | int | float | str)):
        raise CourseError(
            f"{place} is a {type(value).__name__}; a case holds tensors, and numbers, text, lists "
            "and dicts without tensors in them"
        )
    return value


def decode(data: bytes) -> dict[str, Case]:
    """All cases, by "part/case"."""
    settings = json.loads(header(data)[0][METADATA][MADE])["settings"]
    values: dict[str, dict[str, Any]] = {case: dict(given) for case, given in settings.items()}
    for key, tensor in safetensors.torch.load(data).items():
        case, name = key.rsplit("/", 1)
        values[case][name] = tensor
    return {case: Case(case, items) for case, items in values.items()}
