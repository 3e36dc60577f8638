"""The seeded reference tensors: one safetensors file, cases by part and name."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import safetensors.torch
import torch

from autograder import wholly
from autograder.assignment.tensors import MADE, METADATA, header
from autograder.errors import CourseError


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


def write(path: Path, salt: str, cases: Mapping[str, Mapping[str, object]]) -> None:
    """Write cases as `hidden/make_references.py` makes them."""
    tensors: dict[str, torch.Tensor] = {}
    settings: dict[str, dict[str, object]] = {}
    for case, values in cases.items():
        settings[case] = {}
        for name, value in values.items():
            if isinstance(value, torch.Tensor):
                tensors[f"{case}/{name}"] = value.detach().clone().contiguous()
            else:
                settings[case][name] = value
    # One entry: safetensors writes several in an order that changes from run to run.
    made = {"salt": salt, "settings": settings}
    metadata = {MADE: json.dumps(made, sort_keys=True)}
    wholly.write(path, safetensors.torch.save(tensors, metadata), wholly.AS_OTHERS)


def read(path: Path) -> dict[str, Case]:
    """All cases, by "part/case".

    Raises:
        CourseError: there is no such file.
    """
    if not path.is_file():
        raise CourseError(f"{path} is missing; `autograder reseed` makes it")
    data = path.read_bytes()
    settings = _made(data)["settings"]
    values: dict[str, dict[str, Any]] = {case: dict(given) for case, given in settings.items()}
    # Loaded from bytes, not mapped: a mapped file that changes on disk is a bus error.
    for key, tensor in safetensors.torch.load(data).items():
        case, name = key.rsplit("/", 1)
        values[case][name] = tensor
    return {case: Case(case, items) for case, items in values.items()}


def salt_of(path: Path) -> str:
    """The salt that a reference file was made with."""
    return str(_made(path.read_bytes())["salt"])


def _made(data: bytes) -> dict[str, Any]:
    """Salt and settings."""
    made: dict[str, Any] = json.loads(header(data)[0][METADATA][MADE])
    return made
