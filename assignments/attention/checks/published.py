"""The worked example as tensors."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from .desk import _plain_torch
from .worked_example import CAUSAL_SCORES, FUTURE, INPUTS, QUERY_INDEX, RECIPES, Recipe


def _inputs() -> torch.Tensor:
    return torch.tensor(INPUTS, device="cpu", dtype=torch.float32)


def _float(values: list[Any]) -> torch.Tensor:
    return torch.tensor(values, device="cpu", dtype=torch.float32)


def _batch() -> torch.Tensor:
    return torch.stack([_inputs(), _inputs()])


def _published(name: str) -> dict[str, torch.Tensor]:
    """The example's weights, drawn as it draws them: by path, "W_key.weight" or "W_key"."""
    recipe, drawn = RECIPES[name], {}
    with _plain_torch():
        torch.default_generator.manual_seed(recipe.seed)
        for path in recipe.layers:
            drawn.update(_drawn(path, recipe))
    return drawn


def _drawn(path: str, recipe: Recipe) -> dict[str, torch.Tensor]:
    width = recipe.arguments[1]
    if recipe.matrices:
        return {path: torch.rand(3, width, device="cpu", dtype=torch.float32)}
    last = path == "out_proj"
    layer = nn.Linear(width if last else 3, width, bias=last, device="cpu", dtype=torch.float32)
    return {f"{path}.{name}": value.detach() for name, value in layer.named_parameters()}


def _query_and_keys() -> tuple[torch.Tensor, torch.Tensor]:
    weights = _published("SelfAttention_v1")
    return _inputs()[QUERY_INDEX] @ weights["W_query"], _inputs() @ weights["W_key"]


def _causal_scores() -> torch.Tensor:
    return _float([row + [FUTURE] * (6 - len(row)) for row in CAUSAL_SCORES])


def _holders() -> tuple[nn.Module, nn.Module]:
    """sa_v1 and sa_v2 with the example's weights, and nothing else."""
    sa_v1, sa_v2 = nn.Module(), nn.Module()
    for name, values in _published("SelfAttention_v1").items():
        setattr(sa_v1, name, nn.Parameter(values))
    for path, values in _published("SelfAttention_v2").items():
        layer = nn.Linear(3, 2, bias=False, device="cpu", dtype=torch.float32)
        layer.weight = nn.Parameter(values)
        setattr(sa_v2, path.partition(".")[0], layer)
    return sa_v1, sa_v2
