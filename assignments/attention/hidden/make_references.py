"""The seeded reference tensors: inputs and weights by a salt, results by formulas read off a page.

Nothing here shares code with reference.py: sums over tokens are written out in float64.
"""

import hashlib
import math
from collections.abc import Iterator

import torch
from torch import Tensor

Values = dict[str, object]


def make(salt: str) -> dict[str, Values]:
    """Every case by "part/case": tensors in float32, settings as plain numbers."""
    return {name: _single(values) for name, values in _cases(salt)}


def _single(values: Values) -> Values:
    return {
        key: value.detach().float() if isinstance(value, Tensor) else value
        for key, value in values.items()
    }


class Draw:
    """Numbers that depend on the salt and the case's name alone."""

    def __init__(self, salt: str, name: str) -> None:
        digest = hashlib.sha256(f"{salt}:{name}".encode()).digest()
        self._generator = torch.Generator().manual_seed(int.from_bytes(digest[:7], "big"))

    def normal(self, *shape: int) -> Tensor:
        """Standard normal numbers, exactly representable in float32."""
        numbers = torch.randn(shape, generator=self._generator, dtype=torch.float32)
        return numbers.double()


def _cases(salt: str) -> Iterator[tuple[str, Values]]:
    for name, size in (("short", 3), ("long", 11), ("one", 1)):
        x = Draw(salt, f"softmax_naive/{name}").normal(size) * 2
        yield f"softmax_naive/{name}", {"x": x, "weights": softmax(x)}
    yield from _simplified(salt)
    yield from _scaled(salt)
    yield from _single_sequence(salt)
    yield from _masked(salt)
    yield from _batched(salt)


def softmax(x: Tensor) -> Tensor:
    """Each exponential over the sum of all."""
    total = sum(math.exp(float(score)) for score in x)
    return torch.tensor([math.exp(float(score)) / total for score in x], dtype=torch.float64)


def _simplified(salt: str) -> Iterator[tuple[str, Values]]:
    sizes = {"wide": (4, 6, 2), "tall": (8, 3, 7), "square": (5, 5, 0), "one": (1, 4, 0)}
    for name, (tokens, width, index) in sizes.items():
        x = Draw(salt, f"simple/{name}").normal(tokens, width) * 0.7
        weights = torch.stack([softmax(torch.stack([(a * b).sum() for b in x])) for a in x])
        context = torch.stack([sum(w * b for w, b in zip(row, x, strict=True)) for row in weights])
        yield f"context_vector/{name}", {"x": x, "index": index, "context": context[index]}
        yield f"simple_self_attention/{name}", {"x": x, "weights": weights, "context": context}


def _scaled(salt: str) -> Iterator[tuple[str, Values]]:
    for name, (tokens, width) in {"wide": (4, 9), "tall": (7, 3), "one": (1, 5)}.items():
        draw = Draw(salt, f"scaled/{name}")
        query, keys = draw.normal(width), draw.normal(tokens, width)
        scores = torch.stack([(query * key).sum() / math.sqrt(width) for key in keys])
        values = {"query": query, "keys": keys, "weights": softmax(scores)}
        yield f"scaled_attention_weights/{name}", values


def attend(q: Tensor, k: Tensor, v: Tensor, *, causal: bool) -> Tensor:
    """Attention of one head on one sequence, token by token; differentiable."""
    rows = []
    for i in range(len(q)):
        last = i + 1 if causal else len(k)
        scores = torch.stack([(q[i] * k[j]).sum() / math.sqrt(q.shape[1]) for j in range(last)])
        exponentials = scores.exp()
        weights = exponentials / exponentials.sum()
        rows.append(sum(weights[j] * v[j] for j in range(last)))
    return torch.stack(rows)


def _single_sequence(salt: str) -> Iterator[tuple[str, Values]]:
    sizes = {"widen": (4, 3, 5), "narrow": (7, 6, 2), "square": (5, 4, 4), "one": (1, 3, 2)}
    for name, (tokens, d_in, d_out) in sizes.items():
        draw = Draw(salt, f"self_attention/{name}")
        x, w = draw.normal(tokens, d_in), [draw.normal(d_in, d_out) * 0.6 for _ in range(3)]
        bias = [draw.normal(d_out) for _ in range(3)]
        upstream = draw.normal(tokens, d_out)
        plain = _differentiated(
            lambda a, x=x: attend(*(x @ m for m in a), causal=False), w, upstream
        )
        biased = attend(*(x @ m + b for m, b in zip(w, bias, strict=True)), causal=False)
        shared: Values = {"x": x, "d_in": d_in, "d_out": d_out, "upstream": upstream}
        shared |= {"out": plain[0], **_named("w", w), **_named("grad", plain[1])}
        yield f"SelfAttention_v1/{name}", dict(shared)
        shared |= {"biased": biased, **_named("b", bias)}
        yield f"SelfAttention_v2/{name}", shared
        yield f"exercise_3_1/{name}", {"x": x, **_named("w", w), **_spare(draw, d_in, d_out)}


def _spare(draw: Draw, d_in: int, d_out: int) -> Values:
    """What the module that receives the weights holds before."""
    return _named("old", [draw.normal(d_in, d_out) for _ in range(3)])


def _named(prefix: str, three: list[Tensor]) -> Values:
    return dict(zip((f"{prefix}_query", f"{prefix}_key", f"{prefix}_value"), three, strict=True))


def _differentiated(function, weights, upstream):  # type: ignore[no-untyped-def]
    """The function's value at `weights` and its gradients for `upstream`."""
    leaves = [weight.clone().requires_grad_() for weight in weights]
    value = function(leaves)
    return value, list(torch.autograd.grad(value, leaves, upstream))


def _masked(salt: str) -> Iterator[tuple[str, Values]]:
    for name, (tokens, width) in {"small": (3, 9), "large": (7, 2), "one": (1, 4)}.items():
        draw = Draw(salt, f"masked/{name}")
        scores = draw.normal(tokens, tokens) * 2
        full = torch.stack([softmax(row) for row in scores])
        kept = torch.zeros_like(full)
        causal = torch.zeros_like(full)
        for i in range(tokens):
            kept[i, : i + 1] = full[i, : i + 1] / full[i, : i + 1].sum()
            causal[i, : i + 1] = softmax(scores[i, : i + 1] / math.sqrt(width))
        yield f"renormalized_causal_weights/{name}", {"full": full, "weights": kept}
        values: Values = {"scores": scores, "d_k": width, "weights": causal}
        yield f"causal_attention_weights/{name}", values


BATCHES = {
    "full": (2, 6, 3, 4, 6, 2),
    "square": (3, 4, 4, 4, 7, 4),
    "short": (2, 3, 5, 8, 16, 2),
    "one": (3, 1, 6, 4, 5, 1),
}
"""By case: batch, tokens, width in, width out, context length, heads."""


def _batched(salt: str) -> Iterator[tuple[str, Values]]:
    for name, (batch, tokens, d_in, d_out, context, heads) in BATCHES.items():
        draw = Draw(salt, f"batched/{name}")
        x = draw.normal(batch, tokens, d_in)
        w = [draw.normal(d_in, d_out) * 0.6 for _ in range(3)]
        bias = [draw.normal(d_out) * 0.5 for _ in range(3)]
        upstream = draw.normal(batch, tokens, d_out)
        later = draw.normal(batch, tokens, d_in)
        shared: Values = {"x": x, "d_in": d_in, "d_out": d_out, "context": context,
                          "upstream": upstream, "later": later}  # fmt: skip
        shared |= _named("w", w) | _named("b", bias)
        yield f"CausalAttention/{name}", shared | _causal(x, w, bias, upstream)
        merged = _merged(draw, x, w, bias, upstream, heads)
        yield f"MultiHeadAttention/{name}", shared | merged | {"heads": heads}
        yield f"MultiHeadAttentionWrapper/{name}", _wrapped(draw, x, d_in, d_out, context, heads)


def _causal(x: Tensor, w: list[Tensor], bias: list[Tensor], upstream: Tensor) -> Values:
    def plain(leaves: list[Tensor]) -> Tensor:
        return torch.stack([attend(*(row @ m for m in leaves), causal=True) for row in x])

    out, grads = _differentiated(plain, w, upstream)
    both = [attend(*(row @ m + b for m, b in zip(w, bias, strict=True)), causal=True) for row in x]
    return {"out": out, "biased": torch.stack(both), **_named("grad", grads)}


def _merged(
    draw: Draw, x: Tensor, w: list[Tensor], bias: list[Tensor], upstream: Tensor, heads: int
) -> Values:
    width = w[0].shape[1]
    projection, offset = draw.normal(width, width) * 0.6, draw.normal(width) * 0.5

    def split(leaves: list[Tensor], offsets: list[Tensor] | None) -> Tensor:
        rows = []
        for row in x:
            q, k, v = (row @ m for m in leaves[:3])
            if offsets:
                q, k, v = q + offsets[0], k + offsets[1], v + offsets[2]
            size = width // heads
            parts = [slice(h * size, (h + 1) * size) for h in range(heads)]
            columns = [attend(q[:, p], k[:, p], v[:, p], causal=True) for p in parts]
            rows.append(torch.cat(columns, dim=1) @ leaves[3].T)
        return torch.stack(rows)

    out, grads = _differentiated(lambda leaves: split(leaves, None), [*w, projection], upstream)
    return {
        "out": out,
        "biased": split([*w, projection], bias),
        "w_out": projection,
        "b_out": offset,
        "grad_out": grads[3],
        **_named("grad", grads[:3]),
    }


def _wrapped(draw: Draw, x: Tensor, d_in: int, d_out: int, context: int, heads: int) -> Values:
    values: Values = {"x": x, "d_in": d_in, "d_out": d_out, "context": context, "heads": heads}
    bare, real = [], []
    for head in range(heads):
        w = [draw.normal(d_in, d_out) * 0.6 for _ in range(4)]
        values |= {f"h{head}_{key}": value for key, value in _named("w", w[:3]).items()}
        values[f"h{head}_weight"] = w[3]
        bare.append(x @ w[3])
        real.append(torch.stack([attend(*(row @ m for m in w[:3]), causal=True) for row in x]))
    values |= {"bare": torch.cat(bare, dim=-1), "out": torch.cat(real, dim=-1)}
    return values | {"upstream": draw.normal(*values["bare"].shape)}  # type: ignore[attr-defined]
