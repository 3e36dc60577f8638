"""What can be seen of an answer on the lesson's examples, written without the checks.

These are the published worked example, the cases that the text computes by hand, and the lesson's
own second example of part 14 (d_out = 4, two heads).

`observe(part, names)` looks at one part of a notebook whose names are `names`. A mistake whose
observation is not that of the reference is one that the worked example can reveal; one whose
observation is the same can only be found by other inputs, which is what the hidden suites are for.
"""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import nn

INPUTS = torch.tensor(
    [
        [0.43, 0.15, 0.89],
        [0.55, 0.87, 0.66],
        [0.57, 0.85, 0.64],
        [0.22, 0.58, 0.33],
        [0.77, 0.25, 0.10],
        [0.05, 0.80, 0.55],
    ]
)
SMALL = torch.tensor([[1.0, 0.0], [1.0, 1.0]])
QKV = ("W_query", "W_key", "W_value")
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


def _calls(names: dict[str, Any], name: str, *arguments: Any) -> Seen:
    """A function's result on the example, again, and whether it left its arguments alone."""
    given = [a.clone() if isinstance(a, torch.Tensor) else a for a in arguments]
    yield "result", lambda: names[name](*given)
    yield "arguments", lambda: [a for a in given if isinstance(a, torch.Tensor)]
    yield "again", lambda: names[name](*arguments)


def _softmax(names: dict[str, Any]) -> Seen:
    yield from _calls(names, "softmax_naive", INPUTS @ INPUTS[1])
    yield "by hand", lambda: names["softmax_naive"](torch.tensor([2.0, 1.0, 0.0]))


def _context(names: dict[str, Any]) -> Seen:
    yield from _calls(names, "context_vector", INPUTS, 1)
    yield "every token", lambda: [names["context_vector"](INPUTS.clone(), i) for i in range(6)]
    yield "reversed", lambda: names["context_vector"](INPUTS.flip(0), 4)
    yield "by hand", lambda: names["context_vector"](SMALL.clone(), 1)


def _simple(names: dict[str, Any]) -> Seen:
    yield from _calls(names, "simple_self_attention", INPUTS)
    yield "reversed", lambda: names["simple_self_attention"](INPUTS.flip(0))
    yield "by hand", lambda: names["simple_self_attention"](SMALL.clone())


def _scaled(names: dict[str, Any]) -> Seen:
    weights = _matrices(123)
    query, keys = INPUTS[1] @ weights["W_query"], INPUTS @ weights["W_key"]
    yield from _calls(names, "scaled_attention_weights", query, keys)
    yield "reversed", lambda: names["scaled_attention_weights"](query, keys.flip(0))
    keys_by_hand = torch.stack([torch.ones(4), torch.zeros(4)])
    yield "by hand", lambda: names["scaled_attention_weights"](torch.ones(4), keys_by_hand)


def _matrices(seed: int) -> dict[str, torch.Tensor]:
    torch.manual_seed(seed)
    return {name: torch.rand(3, 2) for name in QKV}


def _linear(seed: int, paths: tuple[str, ...], width: int = 2) -> dict[str, torch.Tensor]:
    torch.manual_seed(seed)
    drawn = {}
    for path in paths:
        out = path == "out_proj"
        layer = nn.Linear(width, width) if out else nn.Linear(3, width, bias=False)
        drawn |= {f"{path}.{name}": value.detach() for name, value in layer.named_parameters()}
    return drawn


def _module(
    make: Callable[..., Any], arguments: tuple[Any, ...], weights: dict[str, torch.Tensor]
) -> Any:
    """A module of the student's with the example's weights copied into its parameters by name."""
    module = make(*arguments)
    held = dict(module.named_parameters(remove_duplicate=False))
    with torch.no_grad():
        for path, values in weights.items():
            if path != "out_proj.bias" or path in held:
                held[path].copy_(values.reshape(held[path].shape))
    return module


def _output(module: Any, x: torch.Tensor) -> torch.Tensor:
    """What the module makes of x, less the bias that out_proj may have or go without."""
    bias = getattr(getattr(module, "out_proj", None), "bias", None)
    result: torch.Tensor = module(x)
    return result if bias is None else result - bias


def _parameters(module: Any, paths: tuple[str, ...]) -> list[Any]:
    """Shape and trainability of the example's weights, and how many numbers are held besides."""
    held = dict(module.named_parameters(remove_duplicate=False))
    seen = [[path, list(held[path].shape), held[path].requires_grad] for path in paths]
    numbers = {id(value): value.numel() for value in held.values()}
    numbers.pop(id(held.get("out_proj.bias")), 0)
    return [*seen, sum(numbers.values()) - sum(held[path].numel() for path in paths)]


def _modules(
    make: Callable[..., Any],
    arguments: tuple[Any, ...],
    weights: dict[str, torch.Tensor],
    examples: dict[str, torch.Tensor],
) -> Seen:
    """The parameters, and the context vectors of each example, in training and in evaluation."""
    paths = tuple(path for path in weights if path != "out_proj.bias")
    yield "parameters", lambda: _parameters(make(*arguments), paths)
    for name, x in examples.items():
        yield name, lambda x=x: _output(_module(make, arguments, weights), x.clone())
    whole = next(iter(examples.values()))
    yield "evaluation", lambda: _output(_module(make, arguments, weights).eval(), whole.clone())
    yield "twice", lambda: _twice(_module(make, arguments, weights), whole)


def _twice(module: Any, x: torch.Tensor) -> Any:
    """Called once more with the same tensor, which is then looked at, too."""
    given = x.clone()
    return [_output(module, given), _output(module, given), given]


def _apart(
    make: Callable[..., Any], arguments: tuple[Any, ...], weights: dict[str, torch.Tensor]
) -> Seen:
    """Two unlike sequences in a batch: the first, and the second less what it gives alone."""
    mixed = torch.stack([INPUTS, INPUTS.flip(0)])

    def apart() -> Any:
        module = _module(make, arguments, weights)
        together = _output(module, mixed.clone())
        return [together[0], together[1] - _output(module, mixed[1:])[0]]

    yield "sequences", apart


def _by_hand(make: Callable[..., Any], arguments: tuple[Any, ...], x: torch.Tensor) -> Seen:
    """The tokens 1 and 2, each one number wide, with weights 1, 1 and 3."""

    def output() -> Any:
        module = make(*arguments)
        held = dict(module.named_parameters(remove_duplicate=False))
        with torch.no_grad():
            for name, value in zip(QKV, (1.0, 1.0, 3.0), strict=True):
                held.get(name, held.get(f"{name}.weight")).fill_(value)
        return module(x.clone())

    yield "by hand", output


HAND = torch.tensor([[1.0], [2.0]])
SEQUENCE = {"example": INPUTS, "reversed": INPUTS.flip(0)}
BATCHES = {
    "example": torch.stack([INPUTS, INPUTS]),
    "three tokens": torch.stack([INPUTS, INPUTS])[:, :3],
    "one token": torch.stack([INPUTS, INPUTS])[:, :1],
    "one sequence": INPUTS[None],
}


def _v1(names: dict[str, Any]) -> Seen:
    yield from _modules(_late(names, "SelfAttention_v1"), (3, 2), _matrices(123), SEQUENCE)
    yield from _by_hand(_late(names, "SelfAttention_v1"), (1, 1), HAND)


def _v2(names: dict[str, Any]) -> Seen:
    yield from _modules(_late(names, "SelfAttention_v2"), (3, 2), _linear(789, QKV), SEQUENCE)
    yield from _by_hand(_late(names, "SelfAttention_v2"), (1, 1), HAND)


def _causal(names: dict[str, Any]) -> Seen:
    make = _late(names, "CausalAttention")
    weights = _linear(123, QKV)
    yield from _modules(make, (3, 2, 6, 0.0), weights, BATCHES)
    yield from _apart(make, (3, 2, 6, 0.0), weights)
    yield from _by_hand(make, (1, 1, 2, 0.0), HAND[None])


def _wrapper(names: dict[str, Any]) -> Seen:
    make = _late(names, "MultiHeadAttentionWrapper")
    paths = tuple(f"heads.{head}.{name}" for head in (0, 1) for name in QKV)
    weights = _linear(123, paths)
    yield from _modules(make, (3, 2, 6, 0.0, 2), weights, BATCHES)
    yield from _apart(make, (3, 2, 6, 0.0, 2), weights)


def _heads(names: dict[str, Any]) -> Seen:
    make = _late(names, "MultiHeadAttention")
    weights = _linear(123, (*QKV, "out_proj"))
    yield from _modules(make, (3, 2, 6, 0.0, 2), weights, BATCHES)
    yield from _apart(make, (3, 2, 6, 0.0, 2), weights)
    wide = _linear(123, (*QKV, "out_proj"), 4)
    example = BATCHES["example"]
    yield "wide", lambda: _output(_module(make, (3, 4, 6, 0.0, 2), wide), example.clone())


def _late(names: dict[str, Any], name: str) -> Callable[..., Any]:
    """The class, looked up when it is made: a missing one is an observation of its own."""
    return lambda *arguments: names[name](*arguments)


class _Sum(nn.Module):
    """Holds weights, and makes of an input something that tells whether they are the same."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weights = [getattr(self, name) for name in QKV]
        made = [one(x) if isinstance(one, nn.Linear) else x @ one for one in weights]
        return torch.stack(made).sum(dim=0)


def _transfer(names: dict[str, Any]) -> Seen:
    sa_v1, sa_v2 = _Sum(), _Sum()
    for name, values in _matrices(123).items():
        setattr(sa_v1, name, nn.Parameter(values))
    for path, values in _linear(789, QKV).items():
        layer = nn.Linear(3, 2, bias=False)
        layer.weight = nn.Parameter(values)
        setattr(sa_v2, path.partition(".")[0], layer)
    yield "call", lambda: names["transfer_weights"](sa_v2, sa_v1) and None
    for module, end in ((sa_v1, ""), (sa_v2, ".weight")):
        paths = tuple(name + end for name in QKV)
        yield f"parameters{end}", lambda module=module, paths=paths: _parameters(module, paths)
        yield (
            f"weights{end}",
            lambda module=module: [p for _, p in sorted(module.named_parameters())],
        )


def _mask(names: dict[str, Any]) -> Seen:
    for size in (6, 3, 1):
        yield str(size), lambda size=size: names["causal_mask"](size).bool()


def _published_scores() -> torch.Tensor:
    weights = _linear(789, QKV)
    return (INPUTS @ weights["W_query.weight"].T) @ (INPUTS @ weights["W_key.weight"].T).T


def _renormalized(names: dict[str, Any]) -> Seen:
    weights = torch.softmax(_published_scores() / 2**0.5, dim=-1)
    yield from _calls(names, "renormalized_causal_weights", weights)


def _causal_weights(names: dict[str, Any]) -> Seen:
    yield from _calls(names, "causal_attention_weights", _published_scores(), 2)


def _two_wide(names: dict[str, Any]) -> Seen:
    make = _late(names, "two_dim_wrapper")
    yield "kind", lambda: isinstance(make(3, 6), names["MultiHeadAttentionWrapper"])
    yield "heads", lambda: len(make(3, 6).heads)
    yield "shape", lambda: list(make(3, 6)(BATCHES["example"]).shape)


def _gpt2(names: dict[str, Any]) -> Seen:
    make = _late(names, "gpt2_small_attention")
    yield "kind", lambda: isinstance(make(), names["MultiHeadAttention"])
    # Part 14 is the course's own here, so its attributes may be looked at.
    yield "heads", lambda: [make().num_heads, list(make().mask.shape)]
    yield "numbers", lambda: sum(p.numel() for p in make().parameters() if p.dim() > 1)
    yield "shape", lambda: list(make()(torch.zeros(1, 6, 768)).shape)


OBSERVERS: dict[str, Callable[[dict[str, Any]], Seen]] = {
    "softmax_naive": _softmax,
    "context_vector": _context,
    "simple_self_attention": _simple,
    "scaled_attention_weights": _scaled,
    "SelfAttention_v1": _v1,
    "SelfAttention_v2": _v2,
    "exercise_3_1": _transfer,
    "causal_mask": _mask,
    "renormalized_causal_weights": _renormalized,
    "causal_attention_weights": _causal_weights,
    "CausalAttention": _causal,
    "MultiHeadAttentionWrapper": _wrapper,
    "exercise_3_2": _two_wide,
    "MultiHeadAttention": _heads,
    "exercise_3_3": _gpt2,
}
