"""What can be seen of an answer on the numbers of the text, written without the checks.

`observe(part, names)` looks at one part of a notebook whose names are `names`. A mistake whose
observation is not that of the reference is one that the visible checks must refuse.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch

CFG = {
    "vocab_size": 11,
    "context_length": 6,
    "emb_dim": 4,
    "n_heads": 2,
    "n_layers": 2,
    "qkv_bias": False,
}
X = torch.tensor(
    [
        [[0.5, -1.0, 2.0, 0.1], [1.5, 0.3, -0.7, 0.9], [-0.2, 0.8, 0.4, -1.1]],
        [[2.0, 1.0, 0.0, -1.0], [0.6, 0.6, -0.6, 1.8], [0.1, 0.2, 0.3, 0.4]],
    ]
)
Seen = Iterator[tuple[str, Callable[[], Any]]]


def observe(part: str, names: dict[str, Any]) -> dict[str, Any]:
    """Every observation by name: numbers with their shape, plain values, or the kind of error."""
    seen = {}
    for name, look in OBSERVERS[part](names):
        try:
            seen[name] = _plain(look())
        except BaseException as error:
            seen[name] = {"error": type(error).__name__}
    return seen


def _plain(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        kept = value.detach().double()
        return {"shape": list(kept.shape), "values": kept.flatten().tolist()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value if isinstance(value, bool | int | str) else {"kind": type(value).__name__}


def _filled(module: Any) -> Any:
    """The module with small whole numbers over ten in all its parameters, in their order."""
    with torch.no_grad():
        for number, (_, values) in enumerate(sorted(module.named_parameters())):
            steps = torch.arange(values.numel()).reshape(values.shape)
            values.copy_(((steps * 7 + number) % 11 - 5) / 10)
    return module


def _called(call: Callable[[torch.Tensor], Any], x: torch.Tensor) -> Any:
    """What comes of it, and the argument afterwards."""
    given = x.clone()
    return [call(given), given]


def _norm(names: dict[str, Any]) -> Seen:
    yield "by hand", lambda: names["LayerNorm"](3)(torch.tensor([1.0, 2.0, 6.0]))
    yield "fresh", lambda: _called(names["LayerNorm"](4), X)
    yield "filled", lambda: _filled(names["LayerNorm"](4))(X.clone())
    yield "equal", lambda: names["LayerNorm"](4)(torch.full((1, 4), 2.0))


def _gelu(names: dict[str, Any]) -> Seen:
    yield "by hand", lambda: names["gelu"](torch.tensor([1.0, -1.0, 0.0]))
    yield "x", lambda: _called(names["gelu"], X)


def _feed_forward(names: dict[str, Any]) -> Seen:
    yield "filled", lambda: _called(_filled(names["FeedForward"](dict(CFG))), X)
    yield "one wide", lambda: _filled(names["FeedForward"](CFG | {"emb_dim": 1}))(torch.ones(1, 1))


class _Averages(torch.nn.Module):
    """In the place of attention."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.cumsum(dim=-2) / torch.arange(1, x.shape[-2] + 1)[:, None] * self.weight


def _count(module: Any) -> int:
    return sum(one.numel() for one in module.parameters())


def _block(names: dict[str, Any]) -> Seen:
    yield "numbers", lambda: _count(names["TransformerBlock"](dict(CFG), _Averages()))
    yield (
        "filled",
        lambda: _called(_filled(names["TransformerBlock"](dict(CFG), _Averages())), X),
    )


def _model(names: dict[str, Any]) -> Seen:
    ids = torch.tensor([[1, 5, 2], [7, 0, 10]])
    yield "numbers", lambda: _count(names["GPTModel"](dict(CFG)))
    yield "filled", lambda: _called(_filled(names["GPTModel"](dict(CFG))), ids)


def _size(names: dict[str, Any]) -> Seen:
    yield "toy", lambda: names["model_size"](dict(CFG), 4, False)[0]
    large = CFG | {"vocab_size": 50257, "context_length": 1024, "emb_dim": 768, "n_layers": 12}
    for tied in (False, True):
        yield f"GPT-2 {tied}", lambda tied=tied: names["model_size"](dict(large), 4, tied)[0]
    yield "memory", lambda: round(float(names["model_size"](dict(large), 4, False)[1]), 2)


class _Next(torch.nn.Module):
    """Predicts the number after the last one, from five tokens at most."""

    calls = 0

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        if ids.shape[1] > 5:
            raise ValueError("too long")
        return torch.nn.functional.one_hot((ids + 1) % 11, 11).float()


def _generate(names: dict[str, Any]) -> Seen:
    def text(prompt: list[list[int]], new: int) -> Any:
        model = _Next()
        return [names["generate"](model, torch.tensor(prompt), new, 5), model.calls]

    yield "three more", lambda: text([[3]], 3)
    yield "two sequences", lambda: text([[1, 2], [7, 6]], 2)
    yield "nothing new", lambda: text([[4, 2]], 0)


def _cached(names: dict[str, Any]) -> Seen:
    zero = torch.zeros(1, 1)
    new = (zero, zero, torch.full((1, 1), 4.0))
    yield "by hand", lambda: names["cached_attention"](*new, (zero, zero + 2))[0]
    rows = X[1].flip(0), X[0], X[1]
    yield "whole", lambda: names["cached_attention"](*(one.clone() for one in rows), None)[0]

    def chunk() -> Any:
        later = (one[1:].clone() for one in rows)
        return names["cached_attention"](*later, (rows[1][:1], rows[2][:1]))

    yield "chunk", chunk


def _processed(names: dict[str, Any]) -> Seen:
    for new in (3, 0):
        for cached in (False, True):
            yield (
                f"{new} {cached}",
                lambda new=new, cached=cached: names["tokens_processed"](4, new, cached),
            )


OBSERVERS: dict[str, Callable[[dict[str, Any]], Seen]] = {
    "LayerNorm": _norm,
    "gelu": _gelu,
    "FeedForward": _feed_forward,
    "TransformerBlock": _block,
    "GPTModel": _model,
    "model_size": _size,
    "generate": _generate,
    "cached_attention": _cached,
    "tokens_processed": _processed,
}
