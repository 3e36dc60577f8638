"""The visible checks: they go with the notebook to the student, and give no points.

They use the numbers of the text and say what is not right yet. `speak("zh")` changes the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import nn

from .desk import LIBRARY, _plain_torch, _say, speak
from .looks import (
    FORBIDDEN,
    PARTS,
    RESULT,
    Look,
    Names,
    _call,
    _drawn,
    _unfinished,
    check,
    progress,
)

__all__ = ["check", "depth", "progress", "recite", "speak"]

# ---------------------------------------------------------------- the numbers of the text

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


def _loaded(module: nn.Module, shapes: dict[str, tuple[int, ...]]) -> nn.Module:
    """The module with drawn weights in its parameters of these names and shapes."""
    held = dict(module.named_parameters(remove_duplicate=False))
    for seed, (path, shape) in enumerate(shapes.items()):
        if path not in held:
            raise AssertionError(_say((f"there is no parameter {path}", f"没有参数 {path}")))
        if tuple(held[path].shape) != shape:
            found = tuple(held[path].shape)
            raise AssertionError(_say((f"{path} has shape {found}, expected {shape}",
                                       f"{path} 的形状是 {found}，应为 {shape}")))  # fmt: skip
        with torch.no_grad():
            held[path].copy_(_drawn(shape, seed))
    return module


# ---------------------------------------------------------------- section 1


def depth() -> None:
    """Print how large numbers become in a stack of layers, without normalisation and with it."""
    generator = torch.Generator().manual_seed(3)
    plain = kept = X
    print(_say(("layers   without   with", "层数      没有      有归一化")))
    for layer in range(1, 21):
        weight = torch.randn(4, 4, generator=generator)
        plain = plain @ weight
        kept = nn.functional.layer_norm(kept @ weight, (4,))
        if layer in (1, 5, 10, 20):
            print(f"{layer:6d} {float(plain.std()):9.1f} {float(kept.std()):6.1f}")


def _norm(names: Names) -> Iterator[Look]:
    make = names["LayerNorm"]
    by_hand = torch.tensor([-0.9258, -0.4629, 1.3887])
    yield ("(1, 2, 6)", "(1, 2, 6)"), lambda: _call(make(3), torch.tensor([1.0, 2.0, 6.0])), by_hand
    wanted = nn.functional.layer_norm(X, (4,))
    yield RESULT, lambda: _call(make(4), X), wanted
    shapes = {"weight": (4,), "bias": (4,)}
    weight, bias = (_drawn((4,), seed) for seed in range(2))
    yield (
        ("result with another weight and bias", "换了 weight 和 bias 之后的结果"),
        lambda: _call(_loaded(make(4), shapes), X),
        wanted * weight + bias,
    )
    equal = torch.full((1, 4), 2.0)
    said = ("a token of equal numbers", "由相同的数组成的词元")
    yield said, lambda: _call(make(4), equal), torch.zeros(1, 4)


def _gelu(names: Names) -> Iterator[Look]:
    numbers = torch.tensor([1.0, -1.0, 0.0])
    by_hand = torch.tensor([0.8412, -0.1588, 0.0])
    yield ("gelu(1), gelu(-1), gelu(0)",) * 2, lambda: _call(names["gelu"], numbers), by_hand
    wanted = nn.functional.gelu(X, approximate="tanh")
    yield RESULT, lambda: _call(names["gelu"], X), wanted


def _feed_forward(names: Names) -> Iterator[Look]:
    make = names["FeedForward"]

    def by_hand() -> Any:
        module = make(CFG | {"emb_dim": 1})
        with torch.no_grad():
            for path, values in module.named_parameters():
                values.fill_(float("weight" in path))
        return module(torch.ones(1, 1))

    shapes = _ff_shapes()
    wanted = _widened(X, _all_drawn(shapes))
    yield RESULT, lambda: _call(_loaded(make(dict(CFG)), shapes), X), wanted
    said = ("the example by hand", "手算的例子")
    yield said, by_hand, torch.tensor([[3.3648]])


def _ff_shapes(prefix: str = "") -> dict[str, tuple[int, ...]]:
    sizes = {"expand": (16, 4), "contract": (4, 16)}
    weights = {f"{prefix}{name}.weight": shape for name, shape in sizes.items()}
    return weights | {f"{prefix}{name}.bias": shape[:1] for name, shape in sizes.items()}


def _all_drawn(shapes: dict[str, tuple[int, ...]]) -> dict[str, torch.Tensor]:
    return {path: _drawn(shape, seed) for seed, (path, shape) in enumerate(shapes.items())}


def _widened(x: torch.Tensor, held: dict[str, torch.Tensor], prefix: str = "") -> torch.Tensor:
    """What a feed-forward network makes of x."""
    for name in ("expand", "contract"):
        weight, bias = held[f"{prefix}{name}.weight"], held[f"{prefix}{name}.bias"]
        x = nn.functional.linear(x, weight, bias)
        x = nn.functional.gelu(x, approximate="tanh") if name == "expand" else x
    return x


# ---------------------------------------------------------------- section 2

IDS = torch.tensor([[1, 5, 2], [7, 0, 10]])


class _Averages(nn.Module):
    """In the place of attention: the mean of all tokens up to each, times a weight."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.cumsum(dim=-2) / torch.arange(1, x.shape[-2] + 1)[:, None] * self.weight


def _block_shapes(prefix: str = "") -> dict[str, tuple[int, ...]]:
    norms = {f"{prefix}norm{n}.{name}": (4,) for n in (1, 2) for name in ("weight", "bias")}
    return norms | _ff_shapes(f"{prefix}ff.")


def _normed(x: torch.Tensor, held: dict[str, torch.Tensor], name: str) -> torch.Tensor:
    weight, bias = held[f"{name}.weight"], held[f"{name}.bias"]
    return nn.functional.layer_norm(x, (x.shape[-1],), weight, bias)


def _through(
    x: torch.Tensor, held: dict[str, torch.Tensor], prefix: str, attention: Callable[..., Any]
) -> torch.Tensor:
    """What a block makes of x."""
    x = x + attention(_normed(x, held, f"{prefix}norm1"))
    return x + _widened(_normed(x, held, f"{prefix}norm2"), held, f"{prefix}ff.")


def _count(module: nn.Module) -> int:
    return sum(one.numel() for one in module.parameters())


def _transformer_block(names: Names) -> Iterator[Look]:
    make = names["TransformerBlock"]
    shapes = _block_shapes() | {"attention.weight": (4,)}
    drawn = _all_drawn(shapes)
    averages = _Averages()
    averages.weight.data.copy_(drawn["attention.weight"])
    with torch.no_grad():
        wanted = _through(X, drawn, "", averages)
    numbers = sum(one.numel() for one in drawn.values())
    said = ("numbers to train", "可训练的数的个数")
    yield said, lambda: _count(make(dict(CFG), _Averages())), numbers
    yield RESULT, lambda: _call(_loaded(make(dict(CFG), _Averages()), shapes), X), wanted


def _model(names: Names) -> Iterator[Look]:
    make, attention = names["GPTModel"], names["CausalSelfAttention"]
    shapes: dict[str, tuple[int, ...]] = {"tok_emb.weight": (11, 4), "pos_emb.weight": (6, 4)}
    for layer in range(2):
        prefix = f"blocks.{layer}."
        shapes |= _block_shapes(prefix)
        given = attention(CFG).named_parameters()
        shapes |= {f"{prefix}attention.{path}": tuple(one.shape) for path, one in given}
    shapes |= {"final_norm.weight": (4,), "final_norm.bias": (4,), "out_head.weight": (11, 4)}
    drawn = _all_drawn(shapes)
    wanted = _logits(IDS, drawn, attention)
    numbers = sum(one.numel() for one in drawn.values())
    said = ("numbers to train", "可训练的数的个数")
    yield said, lambda: _count(make(dict(CFG))), numbers
    yield ("logits",) * 2, lambda: _call(_loaded(make(dict(CFG)), shapes), IDS), wanted


def _logits(
    ids: torch.Tensor, held: dict[str, torch.Tensor], attention: Callable[..., Any]
) -> torch.Tensor:
    x = held["tok_emb.weight"][ids] + held["pos_emb.weight"][: ids.shape[1]]
    with torch.no_grad():
        for layer in range(2):
            prefix, own = f"blocks.{layer}.", attention(CFG)
            for path, one in own.named_parameters():
                one.copy_(held[f"{prefix}attention.{path}"])
            x = _through(x, held, prefix, own)
    return _normed(x, held, "final_norm") @ held["out_head.weight"].T


def _model_size(names: Names) -> Iterator[Look]:
    large = CFG | {"vocab_size": 50257, "context_length": 1024, "emb_dim": 768, "n_layers": 12}
    said = ("the toy model: numbers", "玩具模型：个数"), ("GPT-2: numbers", "GPT-2：个数")

    def size(cfg: dict[str, Any], tied: bool = False) -> Any:
        return names["model_size"](dict(cfg), 4, tied)

    yield said[0], lambda: size(CFG)[0], 584
    yield said[1], lambda: size(large)[0], 163009536
    yield ("GPT-2, tied", "GPT-2，共用"), lambda: size(large, tied=True)[0], 124412160
    mebibytes = ("GPT-2: mebibytes", "GPT-2：MiB 数")
    yield mebibytes, lambda: round(float(size(large)[1]), 2), 621.83


# ---------------------------------------------------------------- section 3


class _Counting(nn.Module):
    """Predicts the number after the last one; in it, places from 0 to 4."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[int] = []

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        self.seen.append(ids.shape[1])
        if ids.shape[1] > 5:
            said = "the model takes 5 tokens at most", "模型最多接受 5 个词元"
            raise ValueError(_say(said))
        return nn.functional.one_hot((ids + 1) % 11, 11).float()


def _generate(names: Names) -> Iterator[Look]:
    def text(prompt: list[list[int]], new: int) -> Any:
        return _call(names["generate"], _Counting(), torch.tensor(prompt), new, 5)

    def seen(prompt: list[list[int]], new: int) -> list[int]:
        model = _Counting()
        names["generate"](model, torch.tensor(prompt), new, 5)
        return model.seen

    three = torch.tensor([[3, 4, 5, 6]])
    yield ("(3), three more", "(3)，再来三个"), lambda: text([[3]], 3), three
    both = torch.tensor([[1, 2, 3, 4], [7, 6, 7, 8]])
    yield ("two sequences", "两个序列"), lambda: text([[1, 2], [7, 6]], 2), both
    long = torch.tensor([[0, 1, 2, 3, 4, 5, 6, 7]])
    yield ("beyond the context", "超出上下文"), lambda: text([[0, 1, 2, 3]], 4), long
    yield ("nothing new", "没有新词元"), lambda: text([[4, 2]], 0), torch.tensor([[4, 2]])
    yield ("calls of the model", "模型被调用的次数"), lambda: len(seen([[1, 2]], 3)), 3
    said = ("tokens that the model sees", "模型每次看到的词元数")
    yield said, lambda: seen([[0, 1, 2, 3]], 4), [4, 5, 5, 5]


def _cached_attention(names: Names) -> Iterator[Look]:
    keys, values, queries = X[0], X[1], X[1].flip(0)
    scores = queries @ keys.T / 2
    future = torch.ones(3, 3, dtype=torch.bool).triu(1)
    wanted = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values

    def hand() -> Any:
        zero = torch.zeros(1, 1)
        return names["cached_attention"](zero, zero, torch.full((1, 1), 4.0), (zero, zero + 2))[0]

    def stepped(sizes: tuple[int, ...]) -> Any:
        cache, found, at = None, [], 0
        for size in sizes:
            new = (one[at : at + size] for one in (queries, keys, values))
            contexts, cache = _call(names["cached_attention"], *new, cache)
            found.append(contexts)
            at += size
        return torch.cat(found), cache

    yield ("the example by hand", "手算的例子"), hand, torch.tensor([[3.0]])
    yield ("without a cache", "没有缓存"), lambda: stepped((3,))[0], wanted
    yield ("one token at a time", "逐个词元"), lambda: stepped((1, 1, 1))[0], wanted
    yield ("one token, then two", "先一个，再两个"), lambda: stepped((1, 2))[0], wanted
    yield ("keys in the cache", "缓存里的键"), lambda: stepped((1, 2))[1][0], keys
    yield ("values in the cache", "缓存里的值"), lambda: stepped((1, 2))[1][1], values
    yield ("items of the cache", "缓存的项数"), lambda: len(stepped((1, 2))[1]), 2


def _tokens_processed(names: Names) -> Iterator[Look]:
    count = names["tokens_processed"]
    yield ("4 and 3, without a cache", "4 和 3，没有缓存"), lambda: count(4, 3, False), 15
    yield ("4 and 3, with a cache", "4 和 3，有缓存"), lambda: count(4, 3, True), 6
    yield ("nothing new, without", "没有新词元，没有缓存"), lambda: count(4, 0, False), 0
    yield ("nothing new, with a cache", "没有新词元，有缓存"), lambda: count(4, 0, True), 0


RHYME = "twinkle, twinkle, little star, how i wonder what you are. "
LETTERS = sorted(set(RHYME))
SMALL = CFG | {"vocab_size": len(LETTERS), "context_length": 16, "emb_dim": 32}
STEPS = 150


def recite(names: Names) -> None:
    """Train the student's model on a rhyme, and let it continue the beginning, before and after."""
    others = ("model_size", "cached_attention", "tokens_processed")
    if _unfinished(names, *(part for part in PARTS if part not in others)):
        return
    with _plain_torch():
        torch.default_generator.manual_seed(1)
        model, length = names["GPTModel"](SMALL), SMALL["context_length"]
        letters = torch.tensor([LETTERS.index(letter) for letter in RHYME * 2])
        starts = torch.arange(len(RHYME))[:, None] + torch.arange(length + 1)
        windows = letters[starts]
        print(_say(("before:", "训练前：")), _continued(names, model))
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.005)
        for step in range(STEPS):
            logits = model(windows[:, :-1])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 50 == 0:
                print(
                    _say((f"step {step}: loss", f"第 {step} 步：损失")),
                    f"{float(loss.detach()):.2f}",
                )
        print(_say(("after:", "训练后：")), _continued(names, model))


def _continued(names: Names, model: nn.Module) -> str:
    prompt = torch.tensor([[LETTERS.index(letter) for letter in "twinkle, "]])
    ids = names["generate"](model, prompt, 50, SMALL["context_length"])[0].tolist()
    return "".join(LETTERS[one] for one in ids)


PARTS.update(
    LayerNorm=_norm,
    gelu=_gelu,
    FeedForward=_feed_forward,
    TransformerBlock=_transformer_block,
    GPTModel=_model,
    model_size=_model_size,
    generate=_generate,
    cached_attention=_cached_attention,
    tokens_processed=_tokens_processed,
)
NORMS = ("layer_norm", "group_norm", "batch_norm", "instance_norm", "rms_norm")
FORBIDDEN.update(LayerNorm=NORMS, gelu=("gelu",), cached_attention=LIBRARY)
