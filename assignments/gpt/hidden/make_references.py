"""Makes the hidden reference cases from a salt, by slow and obvious formulas in float64."""

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

Values = dict[str, Any]
Range = tuple[int, int]
EPSILON = 1e-5
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


def _with_gradients(
    weights: Values, compute: Callable[[Values], Tensor], upstream: Tensor
) -> Values:
    """The weights with the result, and the gradient of each of them from `upstream`."""
    exact = {path: value.double().requires_grad_() for path, value in weights.items()}
    result = compute(exact)
    result.backward(upstream.double())
    gradients = {f"{path}.grad": value.grad for path, value in exact.items()}
    return weights | gradients | {"upstream": upstream, "result": result.detach()}


# The formulas: one token at a time.


def normalized(token: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Mean 0 and variance 1, then scaled and moved."""
    mean = sum(token) / len(token)
    variance = sum((number - mean) ** 2 for number in token) / len(token)
    return torch.stack(
        [w * (n - mean) / (variance + EPSILON) ** 0.5 + b
         for n, w, b in zip(token, weight, bias, strict=True)]
    )  # fmt: skip


def gelu(x: Tensor) -> Tensor:
    """x over 2, times 1 plus a hyperbolic tangent (by exponentials)."""
    inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x)
    return x / (1 + torch.exp(-2 * inner))


def linear(token: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """What a linear layer does to a token; `weight` is `(out, in)`."""
    made = torch.stack([(row * token).sum() for row in weight])
    return made if bias is None else made + bias


def feed_forward(token: Tensor, exact: Values, prefix: str = "") -> Tensor:
    """Wide, bent, and narrow again."""
    own = {name: exact[f"{prefix}{name}"] for name in FEED_FORWARD}
    wide = gelu(linear(token, own["expand.weight"], own["expand.bias"]))
    return linear(wide, own["contract.weight"], own["contract.bias"])


def mixed(tokens: Tensor, weight: Tensor) -> Tensor:
    """Every token as the mean of those up to it, times a matrix; one sequence."""
    means = [tokens[: place + 1].sum(dim=0) / (place + 1) for place in range(len(tokens))]
    return torch.stack([linear(mean, weight) for mean in means])


def attend(queries: Tensor, keys: Tensor, values: Tensor, past: int = 0) -> Tensor:
    """One head: each query with the keys up to its own, of which `past` stand before the first."""
    contexts = []
    for place, query in enumerate(queries):
        seen = past + place + 1
        scores = [(query * key).sum() / math.sqrt(len(query)) for key in keys[:seen]]
        exponentials = [torch.exp(score) for score in scores]
        weights = [one / sum(exponentials) for one in exponentials]
        contexts.append(sum(w * value for w, value in zip(weights, values[:seen], strict=True)))
    return torch.stack(contexts)


def attention(tokens: Tensor, exact: Values, prefix: str, heads: int) -> Tensor:
    """Causal heads side by side, then an output layer; one sequence."""
    q, k, v = (
        torch.stack(
            [
                linear(t, exact[f"{prefix}{n}.weight"], exact.get(f"{prefix}{n}.bias"))
                for t in tokens
            ]
        )
        for n in QKV
    )
    width = q.shape[1] // heads
    own = [slice(width * head, width * (head + 1)) for head in range(heads)]
    joined = torch.cat([attend(q[:, h], k[:, h], v[:, h]) for h in own], dim=1)
    out = f"{prefix}out_proj."
    return torch.stack([linear(t, exact[f"{out}weight"], exact[f"{out}bias"]) for t in joined])


def block(
    tokens: Tensor, exact: Values, prefix: str, attended: Callable[[Tensor], Tensor]
) -> Tensor:
    """One sequence through a block."""

    def norm(name: str) -> Callable[[Tensor], Tensor]:
        path = f"{prefix}{name}."
        return lambda token: normalized(token, exact[f"{path}weight"], exact[f"{path}bias"])

    tokens = tokens + attended(each(tokens, norm("norm1")))
    return tokens + each(
        each(tokens, norm("norm2")), lambda token: feed_forward(token, exact, f"{prefix}ff.")
    )


def each(tokens: Tensor, compute: Callable[[Tensor], Tensor]) -> Tensor:
    """`compute` of every token, whatever dimensions they stand in."""
    found = [compute(token) for token in tokens.reshape(-1, tokens.shape[-1])]
    return torch.stack(found).reshape(*tokens.shape[:-1], -1)


# The cases of each part.

QKV = ("W_query", "W_key", "W_value")
FEED_FORWARD = ("expand.weight", "expand.bias", "contract.weight", "contract.bias")


def norm(
    generator: torch.Generator, shape: Sequence[int], spread: float = 3.0, equal: bool = False
) -> Values:
    """Tokens of this spread, or tokens of equal numbers, and what comes of them."""
    width = shape[-1]
    x = _normal(generator, *shape, size=spread) + 2 * spread * _normal(generator, *shape[:-1], 1)
    if spread > 1 and float(x.var(dim=-1, correction=0).min()) < 1.0:
        # Epsilon would show where it is not looked for.
        raise Degenerate
    if equal:
        x = _normal(generator, *shape[:-1], 1).expand(*shape).contiguous()
    weights = {
        "weight": 1.5 + 0.5 * _normal(generator, width),
        "bias": _normal(generator, width),
    }
    ones, zeros = torch.ones(width), torch.zeros(width)
    done = _with_gradients(
        weights | {"x": x},
        lambda exact: each(exact["x"], lambda t: normalized(t, exact["weight"], exact["bias"])),
        _normal(generator, *shape),
    )
    fresh = each(x.double(), lambda token: normalized(token, ones, zeros))
    return done | {"emb_dim": width, "fresh": fresh, "ones": ones, "zeros": zeros}


def bent(generator: torch.Generator, shape: Sequence[int], size: float = 1.5) -> Values:
    """Numbers and their GELU."""
    x = _normal(generator, *shape, size=size)
    return {"x": x, "result": gelu(x.double())}


def far(generator: torch.Generator) -> Values:
    """Numbers far from zero on either side."""
    x = torch.cat([60 + 40 * torch.rand(3, generator=generator)] * 2) * torch.tensor([1, -1] * 3)
    return {"x": x, "result": x.clamp(min=0)}


def _feed_forward_weights(generator: torch.Generator, width: int, prefix: str = "") -> Values:
    wide = 4 * width
    return {
        f"{prefix}expand.weight": _normal(generator, wide, width, size=1.2 / math.sqrt(width)),
        f"{prefix}expand.bias": _normal(generator, wide, size=0.5),
        f"{prefix}contract.weight": _normal(generator, width, wide, size=1.2 / math.sqrt(wide)),
        f"{prefix}contract.bias": _normal(generator, width, size=0.5),
    }


def widened(generator: torch.Generator, shape: Sequence[int]) -> Values:
    """Tokens through a feed-forward network."""
    x, weights = _normal(generator, *shape), _feed_forward_weights(generator, shape[-1])
    done = _with_gradients(
        weights | {"x": x},
        lambda exact: each(exact["x"], lambda token: feed_forward(token, exact)),
        _normal(generator, *shape),
    )
    return done | {"cfg": config(emb_dim=shape[-1])}


def _block_weights(generator: torch.Generator, width: int, prefix: str = "") -> Values:
    norms = {
        f"{prefix}{norm}.{name}": start + 0.4 * _normal(generator, width)
        for norm in ("norm1", "norm2")
        for name, start in (("weight", 1.0), ("bias", 0.0))
    }
    return norms | _feed_forward_weights(generator, width, f"{prefix}ff.")


def blocked(generator: torch.Generator, shape: Sequence[int]) -> Values:
    """A batch through a block whose attention only mixes."""
    width = shape[-1]
    x = _normal(generator, *shape, size=1.5)
    weights = _block_weights(generator, width)
    weights["attention.weight"] = _normal(generator, width, width, size=1.5 / math.sqrt(width))

    def compute(exact: Values) -> Tensor:
        def mix(tokens: Tensor) -> Tensor:
            return mixed(tokens, exact["attention.weight"])

        return torch.stack([block(tokens, exact, "", mix) for tokens in exact["x"]])

    done = _with_gradients(weights | {"x": x}, compute, _normal(generator, *shape))
    return done | {"cfg": config(emb_dim=width), "emb_dim": width}


def modelled(generator: torch.Generator, rows: int, tokens: int, **sizes: int) -> Values:
    """Token ids through a whole model."""
    cfg = config(**sizes)
    width, layers = cfg["emb_dim"], range(cfg["n_layers"])
    ids = torch.randint(cfg["vocab_size"], (rows, tokens), generator=generator)
    weights: Values = {
        "tok_emb.weight": _normal(generator, cfg["vocab_size"], width),
        "pos_emb.weight": _normal(generator, cfg["context_length"], width),
        "final_norm.weight": 1 + 0.4 * _normal(generator, width),
        "final_norm.bias": 0.4 * _normal(generator, width),
        "out_head.weight": _normal(generator, cfg["vocab_size"], width, size=1 / math.sqrt(width)),
    }
    for layer in layers:
        prefix = f"blocks.{layer}."
        weights |= _block_weights(generator, width, prefix)
        for name in (*QKV, "out_proj"):
            path = f"{prefix}attention.{name}"
            weights[f"{path}.weight"] = _normal(generator, width, width, size=1 / math.sqrt(width))
            if name == "out_proj" or cfg["qkv_bias"]:
                weights[f"{path}.bias"] = _normal(generator, width, size=0.5)

    def compute(exact: Values) -> Tensor:
        return torch.stack([_logits(row, exact, cfg) for row in ids])

    upstream = _normal(generator, rows, tokens, cfg["vocab_size"])
    done = _with_gradients(weights, compute, upstream)
    numbers = sum(value.numel() for value in weights.values())
    return done | {"ids": ids, "cfg": cfg, "numbers": numbers, "paths": list(weights)}


def _logits(ids: Tensor, exact: Values, cfg: Values) -> Tensor:
    tokens = torch.stack(
        [exact["tok_emb.weight"][one] + exact["pos_emb.weight"][at] for at, one in enumerate(ids)]
    )
    for layer in range(cfg["n_layers"]):
        prefix = f"blocks.{layer}."

        def attended(x: Tensor, prefix: str = prefix) -> Tensor:
            return attention(x, exact, f"{prefix}attention.", cfg["n_heads"])

        tokens = block(tokens, exact, prefix, attended)
    weight, bias = exact["final_norm.weight"], exact["final_norm.bias"]
    return each(
        tokens, lambda token: linear(normalized(token, weight, bias), exact["out_head.weight"])
    )


def sized(
    generator: torch.Generator, bytes_per_number: int, tied: bool = False, **sizes: int
) -> Values:
    """The numbers of a model, counted table by table; another course has other tables."""
    cfg = config(**sizes)
    cfg["vocab_size"] += _between(generator, 0, 99)
    cfg["context_length"] += _between(generator, 0, 9)
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    linear_layers = [(width, width, cfg["qkv_bias"])] * 3 + [(width, width, True)]
    linear_layers += [(width, 4 * width, True), (4 * width, width, True)]
    in_a_block = sum(rows * columns + columns * bias for rows, columns, bias in linear_layers)
    in_a_block += 2 * (width + width)
    tables = vocab * width * (1 if tied else 2) + cfg["context_length"] * width
    numbers = tables + cfg["n_layers"] * in_a_block + 2 * width
    return {"cfg": cfg, "bytes_per_number": bytes_per_number, "tied": tied, "numbers": numbers}


CLEAR = 0.05
"""By how much the best word leads the second, so that rounding never decides."""


def continued(
    generator: torch.Generator, rows: int, prompt: int, new: int, context_length: int
) -> Values:
    """Prompts and what a model makes of them, word by word."""
    vocab, width = 9, 4
    ids = torch.randint(vocab, (rows, prompt), generator=generator)
    weights = {
        "tokens": _normal(generator, vocab, width),
        "places": 1 + 0.5 * _normal(generator, context_length, width),
        "words": _normal(generator, vocab, width),
    }
    exact = {name: value.double() for name, value in weights.items()}
    texts = [_continued(row.tolist(), new, exact) for row in ids]
    if new > 2 and any(len(set(text[-new:])) < 3 for text in texts):
        # A text that repeats itself hides slips of the window.
        raise Degenerate
    sizes = {"vocab_size": vocab, "width": width, "context_length": context_length, "new": new}
    return weights | sizes | {"ids": ids, "result": torch.tensor(texts)}


def _continued(text: list[int], new: int, exact: Values) -> list[int]:
    for _ in range(new):
        seen = text[-len(exact["places"]) :]
        mixed = sum(exact["tokens"][one] * exact["places"][at] for at, one in enumerate(seen))
        logits = torch.stack([(mixed * word).sum() for word in exact["words"]])
        best, second = logits.topk(2).values
        if best - second < CLEAR:
            raise Degenerate
        text = [*text, int(logits.argmax())]
    return text


def cached(generator: torch.Generator, past: int, new: int, width: int, out: int) -> Values:
    """Queries, keys and values of a sequence, of which `past` tokens were seen before."""
    tokens = past + new
    queries, keys = (_normal(generator, tokens, width, size=1.2) for _ in range(2))
    values = _normal(generator, tokens, out)
    exact = [one.double() for one in (queries, keys, values)]
    contexts = attend(*exact)
    return {
        "queries": queries,
        "keys": keys,
        "values": values,
        "past": past,
        "contexts": contexts,
        "later": attend(exact[0][past:], *exact[1:], past=past),
    }


def processed(generator: torch.Generator, prompt: Range, pairs: Range, odd: int) -> Values:
    """A prompt and so many pairs of new tokens (one more if `odd`); what passes the model, counted
    one by one. Of pairs alone the first and the last length add up to an odd number.
    """
    lengths = [_between(generator, *prompt), 2 * _between(generator, *pairs) + odd]
    case = dict(zip(("prompt", "new"), lengths, strict=True))
    again = sum(lengths[0] + step for step in range(lengths[1]))
    once = sum(lengths[0] if step == 0 else 1 for step in range(lengths[1]))
    return case | {"again": again, "once": once}


def config(**sizes: int) -> Values:
    """A configuration with all keys that the text names."""
    return {
        "vocab_size": 13,
        "context_length": 7,
        "emb_dim": 6,
        "n_heads": 2,
        "n_layers": 2,
        "qkv_bias": False,
    } | sizes


CASES: dict[str, tuple[Callable[..., Values], Values]] = {
    "LayerNorm/batch": (norm, {"shape": (2, 4, 5)}),
    "LayerNorm/narrow": (norm, {"shape": (3, 2, 2)}),
    "LayerNorm/square": (norm, {"shape": (4, 4, 4)}),
    "LayerNorm/flat": (norm, {"shape": (6, 3)}),
    "LayerNorm/alone": (norm, {"shape": (7,)}),
    "LayerNorm/deep": (norm, {"shape": (2, 1, 3, 6)}),
    "LayerNorm/close": (norm, {"shape": (5, 4), "spread": 0.004}),
    "LayerNorm/equal": (norm, {"shape": (3, 5), "spread": 1.0, "equal": True}),
    "gelu/row": (bent, {"shape": (9,)}),
    "gelu/batch": (bent, {"shape": (2, 3, 4)}),
    "gelu/wide": (bent, {"shape": (5, 6), "size": 3.0}),
    "gelu/far": (far, {}),
    "FeedForward/batch": (widened, {"shape": (2, 3, 5)}),
    "FeedForward/narrow": (widened, {"shape": (3, 4, 1)}),
    "FeedForward/wide": (widened, {"shape": (1, 2, 8)}),
    "FeedForward/alone": (widened, {"shape": (3,)}),
    "TransformerBlock/batch": (blocked, {"shape": (2, 4, 5)}),
    "TransformerBlock/square": (blocked, {"shape": (3, 3, 3)}),
    "TransformerBlock/single": (blocked, {"shape": (2, 1, 6)}),
    "GPTModel/one_layer": (modelled, {"rows": 2, "tokens": 4, "n_layers": 1}),
    "GPTModel/three_layers": (
        modelled,
        {"rows": 2, "tokens": 3, "emb_dim": 4, "n_layers": 3, "vocab_size": 9},
    ),
    "GPTModel/whole_context": (
        modelled,
        {"rows": 1, "tokens": 5, "context_length": 5, "n_layers": 2, "n_heads": 3},
    ),
    "GPTModel/biased": (modelled, {"rows": 2, "tokens": 2, "n_layers": 1, "qkv_bias": True}),
    "GPTModel/single": (modelled, {"rows": 3, "tokens": 1, "n_layers": 2, "n_heads": 1}),
    "model_size/small": (sized, {"bytes_per_number": 2, "emb_dim": 6, "n_layers": 3}),
    "model_size/biased": (
        sized,
        {"bytes_per_number": 4, "emb_dim": 8, "n_layers": 1, "n_heads": 4, "qkv_bias": True},
    ),
    "model_size/large": (
        sized,
        {"bytes_per_number": 4, "vocab_size": 50257, "context_length": 1024}
        | {"emb_dim": 1280, "n_heads": 20, "n_layers": 36},
    ),
    "model_size/tied": (sized, {"bytes_per_number": 8, "tied": True, "vocab_size": 29}),
    "generate/batch": (continued, {"rows": 3, "prompt": 2, "new": 4, "context_length": 8}),
    "generate/one_token": (continued, {"rows": 1, "prompt": 1, "new": 5, "context_length": 7}),
    "generate/crossing": (continued, {"rows": 2, "prompt": 3, "new": 6, "context_length": 5}),
    "generate/long_prompt": (continued, {"rows": 2, "prompt": 8, "new": 3, "context_length": 4}),
    "generate/nothing_new": (continued, {"rows": 2, "prompt": 3, "new": 0, "context_length": 4}),
    "cached_attention/first": (cached, {"past": 0, "new": 5, "width": 3, "out": 4}),
    "cached_attention/square": (cached, {"past": 0, "new": 4, "width": 4, "out": 4}),
    "cached_attention/steps": (cached, {"past": 2, "new": 4, "width": 5, "out": 3}),
    "cached_attention/chunk": (cached, {"past": 3, "new": 3, "width": 3, "out": 2}),
    "cached_attention/long_chunk": (cached, {"past": 1, "new": 5, "width": 4, "out": 6}),
    "tokens_processed/short": (processed, {"prompt": (4, 12), "pairs": (1, 2), "odd": 0}),
    "tokens_processed/long": (processed, {"prompt": (5, 20), "pairs": (4, 14), "odd": 1}),
    "tokens_processed/one": (processed, {"prompt": (1, 9), "pairs": (0, 0), "odd": 1}),
    "tokens_processed/none": (processed, {"prompt": (6, 6), "pairs": (0, 0), "odd": 0}),
}
