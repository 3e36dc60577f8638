"""Makes the hidden reference cases from a salt, by slow and obvious formulas."""

import hashlib
from typing import Any

import torch


def make(salt: str) -> dict[str, dict[str, Any]]:
    """Every case, as "part/case": the tensors that are sent and those that must come back."""
    return {
        "centred/few": _centred(salt + "few", 2, 3),
        "centred/many": _centred(salt + "many", 5, 7),
        "Gain/few": _gain(salt + "few", 2, 3),
        "Gain/many": _gain(salt + "many", 4, 6),
    }


def _centred(word: str, rows: int, n: int) -> dict[str, Any]:
    x = _drawn(word, rows, n)
    centred = [[value - sum(row) / n for value in row] for row in x.double().tolist()]
    return {"x": x, "centred": torch.tensor(centred)}


def _gain(word: str, rows: int, width: int) -> dict[str, Any]:
    x, gain = _drawn(word, rows, width), _drawn(word + "gain", 1, width)[0]
    scaled = [[row[i] * float(gain[i]) for i in range(width)] for row in x.tolist()]
    return {"width": width, "x": x, "gain": gain, "scaled": torch.tensor(scaled)}


def _drawn(word: str, *shape: int) -> torch.Tensor:
    """Numbers between 1 and 2: none is near 0, where a wrong answer could look right."""
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:6], "big")
    return torch.rand(shape, generator=torch.Generator().manual_seed(seed)) + 1
