"""Makes the hidden reference cases from a salt, by slow and obvious formulas in float64."""

import hashlib
import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

Values = dict[str, Any]
Range = tuple[int, int]
PROJECTIONS = ("W_query", "W_key", "W_value")
ATTEMPTS = 1000
FAR = 100.0
"""Queries of this size have scores whose powers overflow."""


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


def powers(
    generator: torch.Generator, shape: tuple[int, ...], size: float, hidden: bool = False
) -> Values:
    """Scores of this size, each row at its own height, and the shares of their powers."""
    x = _normal(generator, *shape, size=2.0) + size * _normal(generator, *shape[:-1], 1)
    heights = x.reshape(-1, shape[-1]).amax(dim=1).abs()
    if size > 1 and not (size / 9 <= float(heights.min()) and float(heights.max()) <= 2 * size):
        # A row near zero overflows in no way of computing; the logarithm of one beyond 2,048 is
        # rounded by more than the tolerance.
        raise Degenerate
    if size > 1:
        # What is subtracted must be the largest: less, as the mean or the first, would overflow.
        x[..., 0] -= 4 * size
    if hidden:
        places = torch.rand(*shape, generator=generator) < 0.4
        if bool(places.all(dim=-1).any()) or not bool(places.any(dim=-1).all()):
            raise Degenerate
        x = x.masked_fill(places, -torch.inf)
    rows = []
    for row in x.reshape(-1, shape[-1]).double():
        most = max(row)
        own = [torch.exp(score - most) for score in row]
        rows.append(torch.stack([one / sum(own) for one in own]))
    return {"x": x, "result": torch.stack(rows).reshape(shape)}


def three(scores: Tensor, values: Tensor) -> list[Tensor]:
    """Largest, total and weighted of rows of scores; of no score at all too."""
    found: list[list[Tensor]] = [[], [], []]
    for row in scores.double():
        most = max(row) if len(row) else torch.tensor(-torch.inf).double()
        total, weighted = torch.zeros(1).double(), torch.zeros(values.shape[1]).double()
        for score, value in zip(row, values.double(), strict=True):
            total, weighted = (
                total + torch.exp(score - most),
                weighted + torch.exp(score - most) * value,
            )
        for own, one in zip(found, (most.reshape(1), total, weighted), strict=True):
            own.append(one)
    return [torch.stack(own) for own in found]


def halves(
    generator: torch.Generator, tokens: int, counts: tuple[int, int], out: int, apart: float = 1.0
) -> Values:
    """Two halves of each row, of so many scores, whose largest lie about so far apart."""
    scores = [_normal(generator, tokens, count) for count in counts]
    # Now the one half is the higher, now the other.
    heights = apart * (1 + torch.rand(tokens, 1, generator=generator))
    signs = torch.where(torch.arange(tokens)[:, None] % 2 == _between(generator, 0, 1), 1.0, -1.0)
    scores[0] = scores[0] + heights * signs
    values = [_normal(generator, count, out) for count in counts]
    found = [three(*pair) for pair in zip(scores, values, strict=True)]
    whole = three(torch.cat(scores, dim=1), torch.cat(values))
    names = ("largest", "total", "weighted")
    case = {}
    for place, mine in (("first", found[0]), ("second", found[1]), ("whole", whole)):
        case |= {f"{place}_{name}": one for name, one in zip(names, mine, strict=True)}
    return case


def in_blocks(
    generator: torch.Generator,
    tokens: int,
    block: int,
    width: int,
    out: int,
    keys: int = 0,
    size: float = 1.2,
    is_causal: bool = False,
) -> Values:
    """Queries, keys and values, and what attention makes of them."""
    queries = _normal(generator, tokens, width, size=size)
    rest = [_normal(generator, keys or tokens, width, size=1.2)]
    rest += [_normal(generator, keys or tokens, out)]
    if size > FAR:
        # All scores of the first row are far below zero: the largest must not begin at zero.
        rest[0][:, 0] = 1 + rest[0][:, 0].abs()
        queries[0] = torch.tensor([-2 * size, *[0.0] * (width - 1)])
        # In every fourth no key is far above the others: all mistakes show there.
        queries[1::4] /= size
        # And what the third row does not see is far above what it sees.
        rest[0][3, 0] += 3 + rest[0][:, 0].max()
        queries[2] = -queries[0]
    every = [slice(None)] * tokens
    exact = [one.double() for one in (queries, *rest)]
    result = attend(*exact, causal(tokens) if is_causal else every)
    return {"queries": queries, "keys": rest[0], "values": rest[1]} | {
        "block": block,
        "result": result,
    }


def long_blocks(
    generator: torch.Generator, tokens: int, block: int, width: int, places: int, is_causal: bool
) -> Values:
    """A seed of a long text, and some of its rows; the suite draws the text."""
    seed = _between(generator, 1, 1 << 30)
    queries, keys, values = (one.double() for one in long_text(seed, tokens, width))
    some = [0, block - 1, block, tokens - 1]
    some += [_between(generator, block, tokens - 1) for _ in range(places)]
    rows = []
    for at in some:
        seen = at + 1 if is_causal else tokens
        scores = keys[:seen] @ queries[at] / math.sqrt(width)
        weights = torch.exp(scores - scores.max())
        rows.append(weights @ values[:seen] / weights.sum())
    return {"seed": seed, "tokens": tokens, "block": block, "width": width} | {
        "places": some,
        "result": torch.stack(rows),
    }


def remembered(generator: torch.Generator, tokens: int, d_in: int, d_out: int) -> Values:
    """Rows, the weights of a layer, its contexts, and those of the last rows by themselves."""
    x = _normal(generator, tokens, d_in)
    weights = {
        f"{name}.weight": _normal(generator, d_out, d_in, size=1.4 / math.sqrt(d_in))
        for name in PROJECTIONS
    }
    exact = {path: value.double() for path, value in weights.items()}
    case = weights | {"x": x, "d_in": d_in, "d_out": d_out, "begin": tokens // 2}
    case["result"] = _remembered(x.double(), exact)
    case["later"] = _remembered(x[tokens // 2 :].double(), exact)
    case["turned"] = _remembered(x.flip(0).double(), exact)
    return case


def _remembered(x: Tensor, exact: Values) -> Tensor:
    queries, keys, values = (
        torch.stack([(exact[f"{name}.weight"] * row).sum(dim=1) for row in x])
        for name in PROJECTIONS
    )
    return attend(queries, keys, values, causal(len(x)))


def long_steps(
    generator: torch.Generator, tokens: int, d_in: int, d_out: int, places: int
) -> Values:
    """Seeds of a long text and of a layer's weights, and some of the rows."""
    seed = _between(generator, 1, 1 << 30)
    rows, *weights = (one.double() for one in long_layer(seed, tokens, d_in, d_out))
    queries, keys, values = (rows @ weight.T for weight in weights)
    some = [0, 1, tokens - 1, *(_between(generator, 2, tokens - 2) for _ in range(places))]
    result = []
    for at in some:
        scores = keys[: at + 1] @ queries[at] / math.sqrt(d_out)
        powers = torch.exp(scores - scores.max())
        result.append(powers @ values[: at + 1] / powers.sum())
    sizes = {"tokens": tokens, "d_in": d_in, "d_out": d_out}
    return sizes | {"seed": seed, "places": some, "result": torch.stack(result)}


def long_layer(seed: int, tokens: int, d_in: int, d_out: int) -> list[Tensor]:
    """Rows and the weights of three projections, as the suite draws them."""
    source = torch.Generator().manual_seed(seed)
    rows = torch.randn(tokens, d_in, generator=source)
    weights = [torch.randn(d_out, d_in, generator=source) / d_in**0.5 for _ in PROJECTIONS]
    return [rows, *weights]


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
    if 1 < size < length and length % size == 0:
        # Who works window by window has to meet a rest.
        raise Degenerate
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
    "stable_softmax/rows": (powers, {"shape": (4, 5), "size": 1.0}),
    "stable_softmax/batch": (powers, {"shape": (2, 3, 4), "size": 1.0}),
    "stable_softmax/alone": (powers, {"shape": (6,), "size": 1.0}),
    "stable_softmax/large": (powers, {"shape": (5, 4), "size": 900.0}),
    "stable_softmax/hidden": (powers, {"shape": (4, 6), "size": 1.0, "hidden": True}),
    "join/close": (halves, {"tokens": 5, "counts": (3, 4), "out": 3}),
    "join/square": (halves, {"tokens": 4, "counts": (4, 2), "out": 4}),
    "join/one": (halves, {"tokens": 3, "counts": (1, 5), "out": 1}),
    "join/apart": (halves, {"tokens": 4, "counts": (3, 3), "out": 2, "apart": 300.0}),
    "join/nothing": (halves, {"tokens": 3, "counts": (0, 4), "out": 3}),
    "blockwise_attention/whole": (
        in_blocks,
        {"tokens": 6, "block": 2, "width": 3, "out": 4},
    ),
    "blockwise_attention/rest": (
        in_blocks,
        {"tokens": 4, "block": 3, "width": 4, "out": 2, "keys": 7},
    ),
    "blockwise_attention/single": (
        in_blocks,
        {"tokens": 5, "block": 1, "width": 2, "out": 3, "keys": 4},
    ),
    "blockwise_attention/wide": (
        in_blocks,
        {"tokens": 3, "block": 9, "width": 3, "out": 3, "keys": 5},
    ),
    "blockwise_attention/large": (
        in_blocks,
        {"tokens": 4, "block": 2, "width": 4, "out": 3, "keys": 8, "size": 120.0},
    ),
    "blockwise_attention/long": (
        long_blocks,
        {"tokens": 1024, "block": 32, "width": 16, "places": 3, "is_causal": False},
    ),
    "blockwise_causal_attention/whole": (
        in_blocks,
        {"tokens": 6, "block": 2, "width": 3, "out": 4, "is_causal": True},
    ),
    "blockwise_causal_attention/rest": (
        in_blocks,
        {"tokens": 7, "block": 3, "width": 5, "out": 2, "is_causal": True},
    ),
    "blockwise_causal_attention/single": (
        in_blocks,
        {"tokens": 5, "block": 1, "width": 2, "out": 3, "is_causal": True},
    ),
    "blockwise_causal_attention/wide": (
        in_blocks,
        {"tokens": 5, "block": 8, "width": 3, "out": 3, "is_causal": True},
    ),
    "blockwise_causal_attention/unwritten": (
        in_blocks,
        {"tokens": 8, "block": 2, "width": 3, "out": 3, "is_causal": True},
    ),
    "blockwise_causal_attention/large": (
        in_blocks,
        {"tokens": 6, "block": 2, "width": 4, "out": 3, "size": 120.0, "is_causal": True},
    ),
    "blockwise_causal_attention/long": (
        long_blocks,
        {"tokens": 1024, "block": 56, "width": 16, "places": 3, "is_causal": True},
    ),
    "CachedAttention/steps": (remembered, {"tokens": 5, "d_in": 4, "d_out": 3}),
    "CachedAttention/square": (remembered, {"tokens": 6, "d_in": 5, "d_out": 5}),
    "CachedAttention/narrow": (remembered, {"tokens": 4, "d_in": 3, "d_out": 1}),
    "CachedAttention/again": (remembered, {"tokens": 7, "d_in": 3, "d_out": 4}),
    "CachedAttention/long": (
        long_steps,
        {"tokens": 256, "d_in": 1024, "d_out": 128, "places": 3},
    ),
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
        {"tokens": (7, 7), "window": (2, 4), "width": 7, "out": 7},
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
        {"tokens": 1280, "window": 8, "width": 16, "places": 4},
    ),
    "rotate/rows": (turned, {"shape": (5, 6), "first": (0, 0), "gaps": (1, 1)}),
    "rotate/gaps": (turned, {"shape": (4, 8), "first": (3, 40), "gaps": (2, 9)}),
    "rotate/heads": (turned, {"shape": (4, 4, 4), "first": (2, 9), "gaps": (1, 3)}),
    "rotate/one": (turned, {"shape": (1, 2), "first": (5, 90), "gaps": (1, 1)}),
    "rotate/far": (turned, {"shape": (3, 6), "first": (9000, 12000), "gaps": (3, 50)}),
}
