"""Makes the hidden reference cases: drawn from a salt, answered by slow and obvious formulas.

Expected values never come from the reference solution. They are computed in float64, one token
at a time, from the float32 numbers that the student's code is given, and stored as float32.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

Values = dict[str, Any]
QKV = ("W_query", "W_key", "W_value")
ATTEMPTS = 1000
SPREAD = (0.5, 2.5)
"""Bounds for the standard deviation of what enters a softmax: neither uniform nor saturated."""
LOUD = (40.0, 55.0)
"""By how much the loudest hidden score exceeds all that a token may see: a mask that only lowers
scores lets it through, and exponentials without a mask do not lose the rest to rounding."""
BEARABLE = 75.0
"""The largest score whose exponential float32 holds beside others."""
VISIBLE = 2e-5
"""What rounding to four decimals must change somewhere, so that the tolerance sees it."""
LARGEST = 4.0
"""The largest number of an answer. What rounding does to larger ones is often a tenth of the
tolerance, and whatever comes so near to it is judged by every set of numbers."""


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
    return value.detach().float() if isinstance(value, Tensor) else value


# The formulas: one token, one head, one sequence at a time.


def softmax(scores: Sequence[Tensor]) -> list[Tensor]:
    """Exponentials over their sum."""
    exponentials = [torch.exp(score) for score in scores]
    return [exponential / sum(exponentials) for exponential in exponentials]


def weights_of(query: Tensor, keys: Sequence[Tensor], scale: float) -> list[Tensor]:
    """The attention weights of one query over the keys that it may see."""
    return softmax([(query * key).sum() / scale for key in keys])


def attend(queries: Tensor, keys: Tensor, values: Tensor, *, causal: bool) -> Tensor:
    """The context vectors of one head for one sequence, `(T, width)`."""
    contexts = []
    for token, query in enumerate(queries):
        seen = token + 1 if causal else len(keys)
        weights = weights_of(query, keys[:seen], math.sqrt(len(query)))
        contexts.append(sum(w * value for w, value in zip(weights, values[:seen], strict=True)))
    return torch.stack(contexts)


def project(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """What a linear layer does to each token; `weight` is `(out, in)`."""
    rows = [torch.stack([(row * token).sum() for row in weight]) for token in x]
    return torch.stack([row if bias is None else row + bias for row in rows])


# The draws.


def _normal(generator: torch.Generator, *shape: int, size: float = 1.0) -> Tensor:
    return size * torch.randn(*shape, generator=generator)


def _sound(*scores: Tensor) -> None:
    """Refuse scores that are so alike or so far apart that mistakes would not show."""
    for each in scores:
        if each.numel() > 1 and not SPREAD[0] <= float(each.std()) <= SPREAD[1]:
            raise Degenerate


def _visible(expected: Tensor) -> Tensor:
    """Refuse an answer of large numbers, or one that rounding to four decimals would leave within
    the tolerance.
    """
    if float(expected.abs().max()) > LARGEST:
        raise Degenerate
    alone = expected.numel() == 1 and float(expected) == 1.0
    if not alone and float((expected - expected.round(decimals=4)).abs().max()) < VISIBLE:
        raise Degenerate
    return expected


def _projected_scores(case: Values, x: Tensor) -> Tensor:
    queries, keys = (
        project(x, case[f"{name}.weight"].double(), case.get(f"{name}.bias")) for name in QKV[:2]
    )
    return queries @ keys.T / math.sqrt(queries.shape[1])


def _layers(
    generator: torch.Generator, d_in: int, d_out: int, bias: bool = False, prefix: str = ""
) -> Values:
    """Weights as linear layers keep them, sized so that scores come out near 1."""
    size = 1.3 / math.sqrt(d_in)
    case: Values = {
        f"{prefix}{name}.weight": _normal(generator, d_out, d_in, size=size) for name in QKV
    }
    if bias:
        case |= {f"{prefix}{name}.bias": _normal(generator, d_out, size=0.5) for name in QKV}
    return case


def _with_gradients(
    case: Values, paths: Sequence[str], contexts: Callable[[Values], Tensor], upstream: Tensor
) -> Values:
    """The case with its context vectors, and the gradient of each path from `upstream`."""
    exact = {path: case[path].double().requires_grad_() for path in paths}
    answer = contexts(exact)
    found = {"upstream": upstream, "contexts": _visible(answer.detach())}
    answer.backward(upstream.double())
    return case | found | {f"{path}.grad": exact[path].grad for path in paths}


# The cases of each part.


NEAR_ZERO = 0.7


LOW, LOW_SUM = -7.0, (0.006, 0.02)
"""Scores so low that a millionth added to the sum of their exponentials shows, and what 1 + expm1
loses to rounding does not.
"""


def scores(generator: torch.Generator, n: int, around: float = 0.0) -> Values:
    """1-D scores and their weights; a single one is near 0, so that in every set of numbers what is
    added to the sum moves the weight as far.
    """
    x = around + _normal(generator, n, size=1.3)
    _sound(x)
    if n == 1 and float(x.abs()) > NEAR_ZERO:
        raise Degenerate
    if around and not LOW_SUM[0] < float(x.exp().sum()) < LOW_SUM[1]:
        raise Degenerate
    return {"x": x, "weights": _visible(torch.stack(softmax(list(x.double()))))}


def _tokens(generator: torch.Generator, tokens: int, d: int) -> Tensor:
    """Tokens whose dot products lie near 1, whatever their width."""
    x = _normal(generator, tokens, d, size=d**-0.25)
    _sound((x @ x.T)[~torch.eye(tokens, dtype=torch.bool)])
    return x


def one_context(generator: torch.Generator, tokens: int, d: int, query_index: int) -> Values:
    """One token's attention without trainable weights."""
    inputs = _tokens(generator, tokens, d)
    exact = inputs.double()
    weights = weights_of(exact[query_index], exact, 1.0)
    context = sum(weight * token for weight, token in zip(weights, exact, strict=True))
    return {"inputs": inputs, "query_index": query_index, "context": _visible(context)}


def all_contexts(generator: torch.Generator, tokens: int, d: int) -> Values:
    """Every token's attention without trainable weights."""
    inputs = _tokens(generator, tokens, d)
    exact = inputs.double()
    weights = [weights_of(query, exact, 1.0) for query in exact]
    contexts = [sum(w * token for w, token in zip(row, exact, strict=True)) for row in weights]
    return {
        "inputs": inputs,
        "weights": _visible(torch.stack([torch.stack(row) for row in weights])),
        "contexts": _visible(torch.stack(contexts)),
    }


def scaled(generator: torch.Generator, tokens: int, d_k: int) -> Values:
    """One query over keys, scaled by the root of their width."""
    query, keys = _normal(generator, d_k, size=1.2), _normal(generator, tokens, d_k, size=1.2)
    _sound(keys @ query / math.sqrt(d_k))
    weights = weights_of(query.double(), keys.double(), math.sqrt(d_k))
    return {"query": query, "keys": keys, "weights": _visible(torch.stack(weights))}


def sequence(
    generator: torch.Generator, tokens: int, d_in: int, d_out: int, bias: bool = False
) -> Values:
    """One sequence through self-attention; the weights are those of linear layers."""
    x = _normal(generator, tokens, d_in)
    case = _layers(generator, d_in, d_out, bias)
    _sound(_projected_scores(case, x.double()))

    def contexts(exact: Values) -> Tensor:
        projected = [
            project(x.double(), exact[f"{name}.weight"], exact.get(f"{name}.bias")) for name in QKV
        ]
        return attend(*projected, causal=False)

    upstream = _normal(generator, tokens, d_out)
    done = _with_gradients(case, tuple(case), contexts, upstream)
    return done | {"x": x, "d_in": d_in, "d_out": d_out}


def parameters(generator: torch.Generator, tokens: int, d_in: int, d_out: int) -> Values:
    """The same with weights as bare parameters, `(d_in, d_out)`."""
    case = sequence(generator, tokens, d_in, d_out)
    for name in QKV:
        case[name] = case.pop(f"{name}.weight").T.contiguous()
        case[f"{name}.grad"] = case.pop(f"{name}.weight.grad").T.contiguous()
    return case


def transfer(generator: torch.Generator, d_in: int, d_out: int) -> Values:
    """Two sets of weights; `.new` is what the second must become."""
    case: Values = {}
    for name in QKV:
        weight = _normal(generator, d_out, d_in)
        columns = [[float(weight[o, i]) for o in range(d_out)] for i in range(d_in)]
        case |= {
            f"{name}.v2": weight,
            f"{name}.v1": _normal(generator, d_in, d_out),
            f"{name}.new": torch.tensor(columns),
        }
    return case


def mask(generator: torch.Generator, least: int, most: int) -> Values:
    """1 where a token would look at a later one; another course has other sizes."""
    num_tokens = int(torch.randint(least, most + 1, (), generator=generator))
    rows = [[float(key > query) for key in range(num_tokens)] for query in range(num_tokens)]
    return {"num_tokens": num_tokens, "hidden": torch.tensor(rows)}


def _lower(rows: Sequence[Sequence[Tensor]]) -> Tensor:
    """Rows of growing length as a square matrix with zeros above the diagonal."""
    square = torch.zeros(len(rows), len(rows), dtype=torch.float64)
    for query, row in enumerate(rows):
        for key, value in enumerate(row):
            square[query, key] = value
    return square


def renormalized(generator: torch.Generator, tokens: int) -> Values:
    """Finished weights, and what is left of them without the future."""
    raw = _normal(generator, tokens, tokens, size=1.3)
    _sound(raw)
    given = torch.stack([torch.stack(softmax(list(row))) for row in raw.double()]).float()
    rows = [
        [weight / sum(row[: query + 1]) for weight in row[: query + 1]]
        for query, row in enumerate(given.double())
    ]
    # What a token may see is next to nothing beside what it may not; but rows add up to 1.
    future = given[:-1].triu(1) / given[:-1].triu(1).sum(dim=-1, keepdim=True)
    loud = torch.cat([given[:-1].tril() * 1e-15 + future, given[-1:]])
    return {"attn_weights": given, "loud": loud, "weights": _visible(_lower(rows))}


def masked(generator: torch.Generator, tokens: int, d_k: int) -> Values:
    """Raw scores, and the weights of a causal softmax over them."""
    attn_scores = _normal(generator, tokens, tokens, size=1.2 * math.sqrt(d_k))
    _sound(attn_scores / math.sqrt(d_k))
    # A score of 0 that may be seen, on the diagonal and below it, is a score like any other.
    attn_scores[2:, 1:3] = 0.0
    exact = attn_scores.double() / math.sqrt(d_k)
    rows = [softmax(list(row[: query + 1])) for query, row in enumerate(exact)]
    loud = attn_scores + LOUD[0] * math.sqrt(d_k) * torch.ones(tokens, tokens).triu(1)
    found = {"attn_scores": attn_scores, "loud": loud, "d_k": d_k}
    return found | {"weights": _visible(_lower(rows))}


def _later(generator: torch.Generator, case: Values, x: Tensor, kept: int, heads: int) -> Values:
    """The same batch with other tokens from number `kept` on, to which earlier ones are drawn."""
    for _ in range(ATTEMPTS):
        changed = x.clone()
        changed[:, kept:] = 2 * _normal(generator, *x[:, kept:].shape)
        changed[:, -1] *= 8
        if LOUD[0] < _loudest(case, changed, kept, heads) < LOUD[1]:
            return {"kept": kept, "x_later": changed}
    raise Degenerate


def _loudest(case: Values, x: Tensor, kept: int, heads: int) -> float:
    """By how much a hidden score exceeds all seen ones of its row, at most over kept rows.

    Infinite if another row or a seen score is louder than float32 exponentials can bear.
    """
    queries, keys = (
        (x @ case[f"{name}.weight"].T).unflatten(-1, (heads, -1)).transpose(1, 2)
        for name in QKV[:2]
    )
    scores = queries @ keys.transpose(-2, -1) / math.sqrt(queries.shape[-1])
    future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    seen = scores.masked_fill(future, -torch.inf).amax(dim=-1)
    excess = scores.masked_fill(~future, -torch.inf).amax(dim=-1) - seen
    if max(float(scores.max()), float(excess.max())) > BEARABLE:
        return math.inf
    return float(excess[..., :kept].max())


def batch(
    generator: torch.Generator,
    rows: int,
    tokens: int,
    d_in: int,
    d_out: int,
    context_length: int,
    num_heads: int = 1,
    bias: bool = False,
    projection: bool = False,
    padded: bool = False,
) -> Values:
    """A batch through causal heads of width `d_out / num_heads`, joined in order.

    With `padded` a token among the others is zero, and so are its scores.
    """
    x = _normal(generator, rows, tokens, d_in)
    if padded:
        x[0, 2] = 0.0
    case = _layers(generator, d_in, d_out, bias)
    _sound(*(_projected_scores(case, row.double()) for row in x))
    if projection:
        case["out_proj.weight"] = _normal(generator, d_out, d_out, size=1 / math.sqrt(d_out))
    paths = tuple(case)
    width = d_out // num_heads

    def contexts(exact: Values) -> Tensor:
        answers = []
        for row in x.double():
            q, k, v = (
                project(row, exact[f"{name}.weight"], exact.get(f"{name}.bias")) for name in QKV
            )
            heads = [slice(width * head, width * (head + 1)) for head in range(num_heads)]
            joined = [attend(q[:, own], k[:, own], v[:, own], causal=True) for own in heads]
            answer = torch.cat(joined, dim=1)
            answers.append(project(answer, exact["out_proj.weight"]) if projection else answer)
        return torch.stack(answers)

    done = _with_gradients(case, paths, contexts, _normal(generator, rows, tokens, d_out))
    if projection:
        done |= {"out_proj.bias": _normal(generator, d_out, size=0.5), "num_heads": num_heads}
    if tokens > 1:
        done |= _later(generator, case, x, tokens // 2, num_heads)
    sizes = {"d_in": d_in, "d_out": d_out, "context_length": context_length, "dropout": 0.0}
    return done | sizes | {"x": x}


def dropped(generator: torch.Generator, tokens: int, dropout: float, num_heads: int = 1) -> Values:
    """One-hot values, so that the output is the attention weights; every weight stands twice.

    A key holds its ones in two places, so that dropout anywhere but on the weights would show. The
    queries are drawn, and so are the scores.
    """
    width = 2 * tokens * num_heads
    one_hot = torch.zeros(width, tokens)
    for row in range(width):
        one_hot[row, row % tokens] = 1.0
    queries = _normal(generator, width, tokens)
    # What the last token's query gives in each of its head's numbers, over those of a key.
    scores = queries[:, -1].double().reshape(num_heads, 2, tokens).sum(dim=1)
    scores = scores / math.sqrt(2 * tokens)
    _sound(*scores)
    heads = [softmax(list(row)) for row in scores]
    last = _visible(torch.stack([weight for head in heads for weight in (*head, *head)])[None])
    return {
        "x": torch.eye(tokens)[None],
        "W_query.weight": queries,
        "W_key.weight": one_hot,
        "W_value.weight": one_hot.clone(),
        "out_proj.weight": torch.eye(width),
        "out_proj.bias": torch.zeros(width),
        "d_in": tokens,
        "d_out": width,
        "context_length": tokens,
        "dropout": dropout,
        "num_heads": num_heads,
        "tokens": tokens,
        "seed": int(torch.randint(1 << 30, (), generator=generator)),
        "last": last,
        "last_kept": last / (1.0 - dropout),
    }


def side_by_side(
    generator: torch.Generator, rows: int, tokens: int, d_in: int, d_out: int, num_heads: int
) -> Values:
    """A batch through heads of width `d_out`: real ones, and stand-ins that only multiply."""
    x = _normal(generator, rows, tokens, d_in)
    case: Values = {}
    for head in range(num_heads):
        layers = _layers(generator, d_in, d_out)
        _sound(*(_projected_scores(layers, row.double()) for row in x))
        case |= {f"heads.{head}.{path}": weight for path, weight in layers.items()}
    stand_ins: Values = {
        f"heads.{head}.weight": _normal(generator, d_in, d_out, size=1 / math.sqrt(d_in))
        for head in range(num_heads)
    }

    def real(exact: Values) -> Tensor:
        answers = []
        for row in x.double():
            heads = [
                [project(row, exact[f"heads.{head}.{name}.weight"]) for name in QKV]
                for head in range(num_heads)
            ]
            answers.append(torch.cat([attend(*head, causal=True) for head in heads], dim=1))
        return torch.stack(answers)

    def stood_in(exact: Values) -> Tensor:
        heads = [exact[f"heads.{head}.weight"].T for head in range(num_heads)]
        joined = [[project(row, weight) for weight in heads] for row in x.double()]
        return torch.stack([torch.cat(row, dim=1) for row in joined])

    upstream = _normal(generator, rows, tokens, d_out * num_heads)
    done = _with_gradients(case, tuple(case), real, upstream)
    multiplied = _with_gradients(stand_ins, tuple(stand_ins), stood_in, upstream)
    done |= {"stood_in_contexts": multiplied.pop("contexts")} | multiplied
    sizes = {"d_in": d_in, "d_out": d_out, "context_length": tokens + 2, "num_heads": num_heads}
    return done | sizes | {"x": x}


def two_dimensional(generator: torch.Generator, tokens: int, d_in: int) -> Values:
    """Two heads of width 1 with as many tokens as they can take, for a wrapper that is real."""
    case = side_by_side(generator, 2, tokens, d_in, d_out=1, num_heads=2)
    weights = [f"heads.{head}.{name}.weight" for head in range(2) for name in QKV]
    kept = {key: case[key] for key in (*weights, "x", "contexts", "d_in")}
    return kept | {"context_length": tokens}


def wide(
    generator: torch.Generator, tokens: int, width: int, context_length: int, num_heads: int
) -> Values:
    """Tokens for a module that is real, and by what its queries are its tokens, number by number:
    a matrix would be half a million numbers.
    """
    sizes = {"d_in": width, "d_out": width, "context_length": context_length}
    x, query = _normal(generator, 1, tokens, width), _normal(generator, width)
    return sizes | {"num_heads": num_heads, "x": x, "query": query}


CASES: dict[str, tuple[Callable[..., Values], Values]] = {
    "softmax_naive/short": (scores, {"n": 5}),
    "softmax_naive/long": (scores, {"n": 11}),
    "softmax_naive/low": (scores, {"n": 6, "around": LOW}),
    "softmax_naive/single": (scores, {"n": 1}),
    "context_vector/first": (one_context, {"tokens": 4, "d": 7, "query_index": 0}),
    "context_vector/middle": (one_context, {"tokens": 7, "d": 4, "query_index": 3}),
    "context_vector/last": (one_context, {"tokens": 5, "d": 5, "query_index": 4}),
    "context_vector/single": (one_context, {"tokens": 1, "d": 3, "query_index": 0}),
    "simple_self_attention/tall": (all_contexts, {"tokens": 7, "d": 4}),
    "simple_self_attention/wide": (all_contexts, {"tokens": 3, "d": 6}),
    "simple_self_attention/square": (all_contexts, {"tokens": 5, "d": 5}),
    "simple_self_attention/single": (all_contexts, {"tokens": 1, "d": 4}),
    "scaled_attention_weights/narrow": (scaled, {"tokens": 5, "d_k": 2}),
    "scaled_attention_weights/wide": (scaled, {"tokens": 4, "d_k": 9}),
    "scaled_attention_weights/square": (scaled, {"tokens": 6, "d_k": 6}),
    "scaled_attention_weights/single": (scaled, {"tokens": 1, "d_k": 3}),
    "SelfAttention_v1/narrow": (parameters, {"tokens": 4, "d_in": 5, "d_out": 2}),
    "SelfAttention_v1/wide": (parameters, {"tokens": 6, "d_in": 3, "d_out": 8}),
    "SelfAttention_v1/square": (parameters, {"tokens": 5, "d_in": 4, "d_out": 4}),
    "SelfAttention_v1/single": (parameters, {"tokens": 1, "d_in": 3, "d_out": 4}),
    "SelfAttention_v2/narrow": (sequence, {"tokens": 4, "d_in": 5, "d_out": 2}),
    "SelfAttention_v2/wide": (sequence, {"tokens": 6, "d_in": 3, "d_out": 8}),
    "SelfAttention_v2/square": (sequence, {"tokens": 5, "d_in": 4, "d_out": 4}),
    "SelfAttention_v2/single": (sequence, {"tokens": 1, "d_in": 3, "d_out": 4}),
    "SelfAttention_v2/biased": (sequence, {"tokens": 3, "d_in": 4, "d_out": 5, "bias": True}),
    "exercise_3_1/wide": (transfer, {"d_in": 3, "d_out": 4}),
    "exercise_3_1/square": (transfer, {"d_in": 4, "d_out": 4}),
    "causal_mask/single": (mask, {"least": 1, "most": 1}),
    "causal_mask/few": (mask, {"least": 3, "most": 12}),
    "causal_mask/many": (mask, {"least": 13, "most": 60}),
    "renormalized_causal_weights/few": (renormalized, {"tokens": 4}),
    "renormalized_causal_weights/many": (renormalized, {"tokens": 7}),
    "renormalized_causal_weights/single": (renormalized, {"tokens": 1}),
    "causal_attention_weights/narrow": (masked, {"tokens": 5, "d_k": 2}),
    "causal_attention_weights/wide": (masked, {"tokens": 4, "d_k": 9}),
    "causal_attention_weights/square": (masked, {"tokens": 6, "d_k": 6}),
    "causal_attention_weights/single": (masked, {"tokens": 1, "d_k": 3}),
    "CausalAttention/narrow": (
        batch,
        {"rows": 2, "tokens": 5, "d_in": 6, "d_out": 2, "context_length": 5},
    ),
    "CausalAttention/wide": (
        batch,
        {"rows": 3, "tokens": 4, "d_in": 3, "d_out": 5, "context_length": 4},
    ),
    "CausalAttention/square": (
        batch,
        {"rows": 2, "tokens": 8, "d_in": 4, "d_out": 4, "context_length": 8, "padded": True},
    ),
    "CausalAttention/below": (
        batch,
        {"rows": 2, "tokens": 4, "d_in": 3, "d_out": 4, "context_length": 5},
    ),
    "CausalAttention/far_below": (
        batch,
        {"rows": 3, "tokens": 2, "d_in": 4, "d_out": 3, "context_length": 16},
    ),
    "CausalAttention/single": (
        batch,
        {"rows": 2, "tokens": 1, "d_in": 3, "d_out": 4, "context_length": 4},
    ),
    "CausalAttention/biased": (
        batch,
        {"rows": 2, "tokens": 3, "d_in": 4, "d_out": 5, "context_length": 3, "bias": True},
    ),
    "CausalAttention/half": (dropped, {"tokens": 3, "dropout": 0.5}),
    "CausalAttention/often": (dropped, {"tokens": 2, "dropout": 0.4}),
    "MultiHeadAttentionWrapper/one_head": (
        side_by_side,
        {"rows": 2, "tokens": 3, "d_in": 5, "d_out": 2, "num_heads": 1},
    ),
    "MultiHeadAttentionWrapper/two_heads": (
        side_by_side,
        {"rows": 3, "tokens": 4, "d_in": 3, "d_out": 4, "num_heads": 2},
    ),
    "MultiHeadAttentionWrapper/four_heads": (
        side_by_side,
        {"rows": 2, "tokens": 5, "d_in": 4, "d_out": 4, "num_heads": 4},
    ),
    "MultiHeadAttentionWrapper/single": (
        side_by_side,
        {"rows": 2, "tokens": 1, "d_in": 3, "d_out": 4, "num_heads": 2},
    ),
    "exercise_3_2/small": (two_dimensional, {"tokens": 4, "d_in": 5}),
    "exercise_3_2/large": (two_dimensional, {"tokens": 11, "d_in": 8}),
    "MultiHeadAttention/one_head": (
        batch,
        {"rows": 2, "tokens": 4, "d_in": 5, "d_out": 3, "context_length": 4, "num_heads": 1}
        | {"projection": True},
    ),
    "MultiHeadAttention/two_heads": (
        batch,
        {"rows": 3, "tokens": 5, "d_in": 3, "d_out": 8, "context_length": 5, "num_heads": 2}
        | {"projection": True},
    ),
    "MultiHeadAttention/four_heads": (
        batch,
        {"rows": 2, "tokens": 3, "d_in": 10, "d_out": 8, "context_length": 3, "num_heads": 4}
        | {"projection": True},
    ),
    "MultiHeadAttention/square": (
        batch,
        {"rows": 2, "tokens": 8, "d_in": 6, "d_out": 6, "context_length": 8, "num_heads": 2}
        | {"projection": True, "padded": True},
    ),
    "MultiHeadAttention/below": (
        batch,
        {"rows": 2, "tokens": 4, "d_in": 3, "d_out": 4, "context_length": 5, "num_heads": 2}
        | {"projection": True},
    ),
    "MultiHeadAttention/far_below": (
        batch,
        {"rows": 3, "tokens": 2, "d_in": 4, "d_out": 6, "context_length": 16, "num_heads": 2}
        | {"projection": True},
    ),
    "MultiHeadAttention/single": (
        batch,
        {"rows": 2, "tokens": 1, "d_in": 3, "d_out": 4, "context_length": 4, "num_heads": 2}
        | {"projection": True},
    ),
    "MultiHeadAttention/biased": (
        batch,
        {"rows": 2, "tokens": 3, "d_in": 4, "d_out": 6, "context_length": 3, "num_heads": 3}
        | {"projection": True, "bias": True},
    ),
    "MultiHeadAttention/half": (dropped, {"tokens": 3, "dropout": 0.5, "num_heads": 2}),
    "MultiHeadAttention/often": (dropped, {"tokens": 2, "dropout": 0.4, "num_heads": 2}),
    "exercise_3_3/gpt2": (
        wide,
        {"tokens": 4, "width": 768, "context_length": 1024, "num_heads": 12},
    ),
}
