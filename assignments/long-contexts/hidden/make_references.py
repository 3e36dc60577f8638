"""Makes the hidden reference cases from a salt, by slow and obvious formulas in float64."""

import hashlib
import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

Values = dict[str, Any]
Range = tuple[int, int]
ATTEMPTS = 1000


class Degenerate(Exception):
    """A draw in which a wrong answer could look right; it is drawn again."""


def make(salt: str) -> dict[str, Values]:
    """Every case, as "part/case"; the same salt makes the same cases."""
    return {name: _drawn(salt, name, recipe, sizes) for name, (recipe, sizes) in CASES.items()}


def _drawn(salt: str, name: str, recipe: Callable[..., Values], sizes: Values) -> Values:
    digest = hashlib.sha256((salt + name).encode()).digest()
    generator = torch.Generator().manual_seed(int.from_bytes(digest[:8], "big") >> 1)
    for _ in range(ATTEMPTS):
        try:
            case = recipe(generator, **sizes)
        except Degenerate:
            continue
        return {key: _stored(value) for key, value in case.items()}
    raise RuntimeError(f"no sound draw for {name} in {ATTEMPTS} attempts")


def _stored(value: Any) -> Any:
    floats = isinstance(value, Tensor) and value.is_floating_point()
    return value.detach().float() if floats else value


def _between(generator: torch.Generator, least: int, most: int) -> int:
    return int(torch.randint(least, most + 1, (), generator=generator))


def _normal(generator: torch.Generator, *shape: int, size: float = 1.0) -> Tensor:
    return size * torch.randn(*shape, generator=generator)


# The formulas: one token at a time.


def attended(query: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """What one query makes of the keys that it sees and their values."""
    scores = [sum(query * key) / math.sqrt(len(query)) for key in keys]
    most = max(scores)
    powers = [torch.exp(score - most) for score in scores]
    return sum(p * value for p, value in zip(powers, values, strict=True)) / sum(powers)


def attend(queries: Tensor, keys: Tensor, values: Tensor, seen: Iterable[slice]) -> Tensor:
    """Each query with the keys that its slice of `seen` holds."""
    return torch.stack(
        [attended(query, keys[some], values[some])
         for query, some in zip(queries, seen, strict=True)]
    )  # fmt: skip


def causal(tokens: int, window: int | None = None) -> list[slice]:
    """What each of `tokens` tokens sees: those up to itself, or the last `window` of them."""
    return [slice(max(0, at + 1 - (window or tokens)), at + 1) for at in range(tokens)]


def rows(generator: torch.Generator, tokens: int, width: int, out: int) -> list[Tensor]:
    """Queries, keys and values."""
    shapes = ((tokens, width, 1.2), (tokens, width, 1.2), (tokens, out, 1.0))
    return [_normal(generator, first, second, size=size) for first, second, size in shapes]


# The cases of parts 1 to 5.


# The cases of parts 6 to 9.


def grouped(
    generator: torch.Generator, heads: int, groups: int, tokens: int, width: int, out: int
) -> Values:
    """Query heads, of which as many as there are for each group follow each other."""
    queries = _normal(generator, heads, tokens, width, size=1.2)
    keys = _normal(generator, groups, tokens, width, size=1.2)
    values = _normal(generator, groups, tokens, out)
    contexts = []
    for head, own in enumerate(queries.double()):
        group = head // (heads // groups)
        key, value = keys[group].double(), values[group].double()
        contexts.append(attend(own, key, value, causal(tokens)))
    return {"queries": queries, "keys": keys, "values": values, "result": torch.stack(contexts)}


def held(
    generator: torch.Generator, tokens: Range, heads: Range, window: Range | None = None
) -> Values:
    """The bytes of a cache, counted token by token and layer by layer."""
    sizes = {
        "tokens": _between(generator, *tokens),
        "layers": _between(generator, 2, 9),
        "kv_heads": _between(generator, *heads),
        "head_dim": 8 * _between(generator, 1, 16),
        "bytes_per_number": 2 ** _between(generator, 0, 2),
        "window": window and _between(generator, *window),
    }
    if len(set(sizes.values())) < len(sizes):
        raise Degenerate
    least = sizes["tokens"] - (sizes["window"] or sizes["tokens"])
    kept = sum(1 for token in range(sizes["tokens"]) if token >= least)
    for_one = (sizes["head_dim"] + sizes["head_dim"]) * sizes["bytes_per_number"]
    count = sum(kept * for_one for _ in range(sizes["layers"]) for _ in range(sizes["kv_heads"]))
    return {"sizes": list(sizes.values()), "bytes": count}


def slid(generator: torch.Generator, tokens: Range, window: Range, width: int, out: int) -> Values:
    """Tokens of which each sees the last few up to itself."""
    length, size = _between(generator, *tokens), _between(generator, *window)
    queries, keys, values = rows(generator, length, width, out)
    exact = [one.double() for one in (queries, keys, values)]
    result = attend(*exact, causal(length, size))
    return {"queries": queries, "keys": keys, "values": values} | {
        "window": size,
        "result": result,
    }


def long_rows(
    generator: torch.Generator, tokens: int, window: int, width: int, places: int
) -> Values:
    """A seed of a long text, and some of its rows; the suite draws the text."""
    seed = _between(generator, 1, 1 << 30)
    drawn = long_text(seed, tokens, width)
    some = [0, window - 1, window, tokens - 1]
    some += [_between(generator, window, tokens - 1) for _ in range(places)]
    exact = [one.double() for one in drawn]
    seen = causal(tokens, window)
    result = attend(exact[0][some], *exact[1:], [seen[at] for at in some])
    return {"seed": seed, "tokens": tokens, "window": window, "width": width} | {
        "places": some,
        "result": result,
    }


def long_text(seed: int, tokens: int, width: int) -> list[Tensor]:
    """Queries, keys and values of a long text, as the suites draw them."""
    source = torch.Generator().manual_seed(seed)
    return [torch.randn(tokens, width, generator=source) for _ in range(3)]


def turned(generator: torch.Generator, shape: tuple[int, ...], first: Range, gaps: Range) -> Values:
    """Rows at positions with these gaps, turned pair by pair as complex numbers."""
    tokens, width = shape[-2:]
    at = _between(generator, *first)
    positions = []
    for _ in range(tokens):
        positions.append(at)
        at += _between(generator, *gaps)
    x = _normal(generator, *shape)
    result = torch.empty(shape, dtype=torch.float64)
    for pair in range(width // 2):
        other = pair + width // 2
        for token, position in enumerate(positions):
            angle = position / 10000 ** (2 * pair / width)
            turn = torch.polar(torch.tensor(1.0).double(), torch.tensor(angle).double())
            point = torch.complex(x[..., token, pair].double(), x[..., token, other].double())
            result[..., token, pair] = (point * turn).real
            result[..., token, other] = (point * turn).imag
    return {"x": x, "positions": torch.tensor(positions), "result": result}


CASES: dict[str, tuple[Callable[..., Values], Values]] = {
    "grouped_query_attention/two": (
        grouped,
        {"heads": 4, "groups": 2, "tokens": 5, "width": 3, "out": 2},
    ),
    "grouped_query_attention/three": (
        grouped,
        {"heads": 6, "groups": 3, "tokens": 4, "width": 4, "out": 4},
    ),
    "grouped_query_attention/square": (
        grouped,
        {"heads": 4, "groups": 4, "tokens": 4, "width": 4, "out": 4},
    ),
    "grouped_query_attention/shared": (
        grouped,
        {"heads": 3, "groups": 1, "tokens": 6, "width": 2, "out": 5},
    ),
    "cache_bytes/short": (held, {"tokens": (20, 99), "heads": (2, 9)}),
    "cache_bytes/long": (held, {"tokens": (50_000, 200_000), "heads": (8, 40)}),
    "cache_bytes/cut": (held, {"tokens": (5000, 9000), "heads": (2, 9), "window": (100, 4000)}),
    "cache_bytes/wide": (held, {"tokens": (30, 90), "heads": (2, 9), "window": (200, 4000)}),
    "sliding_window_attention/short": (
        slid,
        {"tokens": (9, 13), "window": (3, 5), "width": 3, "out": 4},
    ),
    "sliding_window_attention/square": (
        slid,
        {"tokens": (6, 6), "window": (2, 4), "width": 6, "out": 6},
    ),
    "sliding_window_attention/one": (
        slid,
        {"tokens": (5, 8), "window": (1, 1), "width": 4, "out": 2},
    ),
    "sliding_window_attention/wide": (
        slid,
        {"tokens": (5, 8), "window": (9, 12), "width": 3, "out": 3},
    ),
    "sliding_window_attention/long": (
        long_rows,
        {"tokens": 8192, "window": 32, "width": 32, "places": 4},
    ),
    "rotate/rows": (turned, {"shape": (5, 6), "first": (0, 0), "gaps": (1, 1)}),
    "rotate/gaps": (turned, {"shape": (4, 8), "first": (3, 40), "gaps": (2, 9)}),
    "rotate/heads": (turned, {"shape": (4, 4, 4), "first": (2, 9), "gaps": (1, 3)}),
    "rotate/one": (turned, {"shape": (1, 2), "first": (5, 90), "gaps": (1, 1)}),
    "rotate/far": (turned, {"shape": (3, 6), "first": (9000, 12000), "gaps": (3, 50)}),
}
