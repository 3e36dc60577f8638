"""What can be seen of an answer on the numbers of the text, written without the checks.

`observe(part, names)` looks at one part of a notebook whose names are `names`. A mistake whose
observation is not that of the reference is one that the visible checks must refuse.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch

QUERIES = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 1.0], [2.0, 0.0], [0.0, -2.0]])
KEYS = torch.tensor([[0.0, 1.0], [1.0, 1.0], [2.0, -1.0], [0.0, 0.5], [-1.0, 0.0], [1.0, 2.0]])
VALUES = torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0], [4.0, 0.0, 0.0],
                       [0.0, 1.0, 5.0], [2.0, 2.0, 0.0], [1.0, 0.0, 6.0]])  # fmt: skip
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


def _called(call: Callable[..., Any], *given: torch.Tensor) -> Any:
    """What comes of it, and the arguments afterwards."""
    mine = [one.clone() for one in given]
    return [call(*mine), *mine]


def _softmax(names: dict[str, Any]) -> Seen:
    softmax = names["stable_softmax"]
    yield "by hand", lambda: softmax(torch.tensor([1000.0, 1001.0]))
    yield "scores", lambda: _called(softmax, QUERIES @ KEYS.T)
    yield "hidden", lambda: softmax(torch.tensor([[0.0, -torch.inf, 1.0]]))


def _half(*scores: float) -> tuple[torch.Tensor, ...]:
    """A half with these scores, whose values are ten times as large."""
    row = torch.tensor([scores])
    powers = torch.exp(row - row.max())
    return (
        row.max().reshape(1, 1),
        powers.sum().reshape(1, 1),
        (powers * 10 * row).sum()[None, None],
    )


def _join(names: dict[str, Any]) -> Seen:
    def joined(*three: torch.Tensor) -> Any:
        return names["join"](three, _half(4.0))

    yield "by hand", lambda: _called(joined, *_half(1.0, 2.0))
    yield "exchanged", lambda: names["join"](_half(4.0), _half(1.0, 2.0))


def _blockwise(names: dict[str, Any]) -> Seen:
    for block in (2, 4):
        yield (
            f"blocks of {block}",
            lambda block=block: _called(
                lambda *given: names["blockwise_attention"](*given, block), QUERIES, KEYS, VALUES
            ),
        )


def _blockwise_causal(names: dict[str, Any]) -> Seen:
    attend = names["blockwise_causal_attention"]
    for block in (2, 4):
        yield (
            f"blocks of {block}",
            lambda block=block: _called(
                lambda *given: attend(*given, block), QUERIES, KEYS, VALUES
            ),
        )


def _cached(names: dict[str, Any]) -> Seen:
    def layer() -> Any:
        made = names["CachedAttention"](2, 2)
        with torch.no_grad():
            for number, (_, values) in enumerate(sorted(made.named_parameters())):
                values.copy_(torch.arange(values.numel()).reshape(values.shape) / 2 - number)
        return made

    def stepped() -> Any:
        made = layer()
        return [made(row[None].clone()) for row in QUERIES]

    def again() -> Any:
        made = layer()
        made(QUERIES[:1].clone())
        made.reset()
        return made(QUERIES[1:2].clone())

    yield "steps", stepped
    yield "reset", again
    yield "row", lambda: _called(lambda row: layer()(row), QUERIES[2:3])


def _grouped(names: dict[str, Any]) -> Seen:
    heads = torch.stack([QUERIES, KEYS, QUERIES.flip(0), KEYS.flip(0)])
    keys, values = torch.stack([KEYS, QUERIES]), torch.stack([VALUES, VALUES.flip(0)])
    yield "two groups", lambda: _called(names["grouped_query_attention"], heads, keys, values)


def _bytes(names: dict[str, Any]) -> Seen:
    yield "by hand", lambda: names["cache_bytes"](3, 2, 1, 4, 2, None)
    yield "window", lambda: names["cache_bytes"](3, 2, 1, 4, 2, 2)
    yield "large", lambda: names["cache_bytes"](131_072, 32, 8, 128, 2, 4096)


def _sliding(names: dict[str, Any]) -> Seen:
    def attend(*given: torch.Tensor) -> Any:
        return names["sliding_window_attention"](*given, 3)

    yield "window of 3", lambda: _called(attend, QUERIES, KEYS, VALUES)


def _rotate(names: dict[str, Any]) -> Seen:
    rotate = names["rotate"]
    yield "by hand", lambda: rotate(torch.tensor([[1.0, 0.0], [1.0, 0.0]]), torch.arange(2))
    rows, positions = torch.cat([QUERIES, KEYS], dim=1), torch.tensor([0, 1, 2, 5, 8, 9])
    yield "rows", lambda: _called(rotate, rows, positions)


OBSERVERS: dict[str, Callable[[dict[str, Any]], Seen]] = {
    "stable_softmax": _softmax,
    "join": _join,
    "blockwise_attention": _blockwise,
    "blockwise_causal_attention": _blockwise_causal,
    "CachedAttention": _cached,
    "grouped_query_attention": _grouped,
    "cache_bytes": _bytes,
    "sliding_window_attention": _sliding,
    "rotate": _rotate,
}
