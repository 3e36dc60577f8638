"""The seeded reference tensors: one safetensors file, cases by part and name."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from safetensors import safe_open

from autograder.errors import CourseError

FILE = "references.safetensors"


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
    metadata = {"salt": salt, "settings": json.dumps(settings, sort_keys=True)}
    path.write_bytes(safetensors.torch.save(tensors, metadata))


def read(path: Path) -> dict[str, Case]:
    """All cases, by "part/case".

    Raises:
        CourseError: there is no such file.
    """
    if not path.is_file():
        raise CourseError(f"{path} is missing; `autograder reseed` makes it")
    values: dict[str, dict[str, Any]] = {}
    with safe_open(path, framework="pt") as file:
        for case, settings in json.loads(file.metadata()["settings"]).items():
            values[case] = dict(settings)
        for key in file.keys():  # noqa: SIM118  (safe_open is no mapping)
            case, name = key.rsplit("/", 1)
            values[case][name] = file.get_tensor(key)
    return {case: Case(case, items) for case, items in values.items()}


def salt_of(path: Path) -> str:
    """The salt that a reference file was made with."""
    with safe_open(path, framework="pt") as file:
        return str(file.metadata()["salt"])
