"""The visible checks: they go with the notebook to the student, and give no points.

They use the numbers of the text and say what is not right yet. `speak("zh")` changes the language.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

from .desk import LIBRARY, SOFTMAX, Words, _plain_torch, _say, speak
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

__all__ = ["check", "costs", "distances", "progress", "recall", "seen", "sizes", "speak"]

# ---------------------------------------------------------------- the numbers of the text

QUERIES = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 1.0], [2.0, 0.0], [0.0, -2.0]])
KEYS = torch.tensor([[0.0, 1.0], [1.0, 1.0], [2.0, -1.0], [0.0, 0.5], [-1.0, 0.0], [1.0, 2.0]])
VALUES = torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0], [4.0, 0.0, 0.0],
                       [0.0, 1.0, 5.0], [2.0, 2.0, 0.0], [1.0, 0.0, 6.0]])  # fmt: skip
BY_HAND: Words = ("the example by hand", "手算的例子")


def _zeros(count: int) -> torch.Tensor:
    return torch.zeros(count, 1)


def _column(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers)[:, None]


GIVEN = (QUERIES, KEYS, VALUES)


def _all_at_once(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, hidden: Any = None
) -> torch.Tensor:
    """Attention as the textbook has it, from all scores."""
    scores = queries @ keys.mT / math.sqrt(keys.shape[-1])
    if hidden is not None:
        scores = scores.masked_fill(hidden, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


def _hidden(tokens: int, window: int | None = None) -> torch.Tensor:
    """The future of each row, and what is not in its window."""
    every = torch.ones(tokens, tokens, dtype=torch.bool)
    return every.triu(1) | every.tril(-(window or tokens))


# ---------------------------------------------------------------- section 1


def sizes() -> None:
    """Print what the scores of one head take, beside its queries, keys and values."""
    print(_say(("  tokens   all scores   queries, keys, values (d = 64)",
                "  词元数     全部分数   查询、键、值（d = 64）")))  # fmt: skip
    for tokens in (1_000, 10_000, 100_000, 1_000_000):
        scores, rows = tokens * tokens * 4 / 1e6, 3 * tokens * 64 * 4 / 1e6
        print(f"{tokens:8,d} {scores:9,.0f} MB {rows:9,.1f} MB")


def _softmax(names: Names) -> Iterator[Look]:
    softmax = names["stable_softmax"]
    high = torch.tensor([1000.0, 1001.0])
    yield BY_HAND, lambda: _call(softmax, high), torch.tensor([0.2689, 0.7311])
    scores = QUERIES @ KEYS.T
    yield RESULT, lambda: _call(softmax, scores), torch.softmax(scores, dim=-1)
    deep = torch.stack([scores, 2 * scores])
    said = ("scores of three dimensions", "三个维度的分数")
    yield said, lambda: _call(softmax, deep), torch.softmax(deep, dim=-1)
    apart = torch.tensor([[1.0, 2.0], [-400.0, -401.0]])
    said = ("rows that lie far apart", "相差很远的两行")
    yield said, lambda: _call(softmax, apart), torch.softmax(apart, dim=-1)
    hidden = torch.tensor([[0.0, -torch.inf, 1.0]])
    said = ("a hidden place", "被遮住的位置")
    yield said, lambda: _call(softmax, hidden), torch.softmax(hidden, dim=-1)


HALVES = (
    (_column(2.0), _column(1.3679), _column(23.6788)),
    (_column(4.0), _column(1.0), _column(40.0)),
)
JOINED = (_column(4.0), _column(1.1851), _column(43.2046))
THREE: tuple[Words, ...] = (("largest", "最大"), ("total", "总和"), ("weighted", "加权"))


def _three(
    join: Callable[..., Any], first: Any, second: Any, wanted: Any, what: Words
) -> Iterator[Look]:
    """The three things that come of two halves."""
    for place, words in enumerate(THREE):
        said = f"{what[0]}: {words[0]}", f"{what[1]}：{words[1]}"
        joined = partial(_call, lambda *six: join(six[:3], six[3:]), *first, *second)
        yield said, lambda joined=joined, place=place: joined()[place], wanted[place]


def _join(names: Names) -> Iterator[Look]:
    join = names["join"]
    yield from _three(join, *HALVES, JOINED, BY_HAND)
    yield from _three(join, *HALVES[::-1], JOINED, ("the halves exchanged", "两半对调"))
    empty = (torch.full((1, 1), -torch.inf), _zeros(1), _zeros(1))
    yield from _three(join, empty, HALVES[0], HALVES[0], ("an empty half", "空的一半"))
    far = tuple(one + 300 if place == 0 else one for place, one in enumerate(HALVES[0]))
    yield from _three(join, HALVES[1], far, far, ("halves far apart", "相差很远的两半"))
    both = tuple(torch.cat(pair) for pair in zip(HALVES[0], far))  # noqa: B905
    other = tuple(torch.cat([one, one]) for one in HALVES[1])
    wanted = tuple(torch.cat(pair) for pair in zip(JOINED, far))  # noqa: B905
    yield from _three(join, both, other, wanted, ("two rows", "两行"))


def _in_blocks(attend: Callable[..., Any], hidden: Any = None) -> Iterator[Look]:
    for block in (2, 4, 1, 9):
        said = f"result in blocks of {block}", f"每块 {block} 个的结果"
        yield said, partial(_call, attend, *GIVEN, block), _all_at_once(*GIVEN, hidden)
    far = (60 * QUERIES, KEYS, VALUES)
    said = ("large scores", "很大的分数")
    yield said, partial(_call, attend, *far, 2), _all_at_once(*far, hidden)


def _blockwise(names: Names) -> Iterator[Look]:
    attend = names["blockwise_attention"]
    values = _column(3.0, 6.0, 9.0)
    yield BY_HAND, lambda: attend(_zeros(1), _zeros(3), values, 2), _column(6.0)
    yield from _in_blocks(attend)
    few = (QUERIES[:2], KEYS, VALUES)
    said = ("fewer queries than keys", "查询比键少")
    yield said, partial(_call, attend, *few, 4), _all_at_once(*few)


def _blockwise_causal(names: Names) -> Iterator[Look]:
    attend = names["blockwise_causal_attention"]
    values = _column(3.0, 6.0, 9.0)
    by_hand = _column(3.0, 4.5, 6.0)
    yield BY_HAND, lambda: attend(_zeros(3), _zeros(3), values, 2), by_hand
    yield from _in_blocks(attend, _hidden(6))
    unwritten = [one.clone() for one in (KEYS, VALUES)]
    for one in unwritten:
        one[4:] = torch.nan
    said = ("the rows before a block of nan", "nan 块之前的各行")
    wanted = _all_at_once(*GIVEN, _hidden(6))[:4]
    yield said, lambda: _call(attend, QUERIES, *unwritten, 2)[:4], wanted


def seen(names: Names, part: str, size: int, tokens: int = 12) -> None:
    """Draw which keys have a part in which row of an answer; `size` is its block or its window.

    In blocks it is found out by a nan in the place of a key and its value, which no row gets rid of
    that was computed with it; in a window by the weights.
    """
    if _unfinished(names, part):
        return
    rows = torch.zeros(tokens, 2)
    columns = []
    for at in range(tokens):
        keys, values = rows.clone(), rows.clone()
        values[at] = 1.0
        if part == "blockwise_causal_attention":
            keys[at] = values[at] = torch.nan
        columns.append(names[part](rows.clone(), keys, values, size)[:, 0] != 0)
    print(_say((f"{part}(..., {size}): a row for each query, a column for each key",
                f"{part}(..., {size})：每行一个查询，每列一个键")))  # fmt: skip
    for row in torch.stack(columns, dim=1).tolist():
        print("  " + " ".join("■" if one else "·" for one in row))


class _Largest(TorchFunctionMode):
    """Notes the largest tensor that an operation makes, in bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        made = func(*args, **(kwargs or {}))
        for one in made if isinstance(made, (tuple, list)) else [made]:
            if isinstance(one, torch.Tensor):
                self.bytes = max(self.bytes, one.untyped_storage().nbytes())
        return made


def costs(names: Names) -> None:
    """Draw the largest tensor and the seconds of causal attention against a text's length."""
    if _unfinished(names, "blockwise_causal_attention"):
        return
    at_once = lambda *given: _all_at_once(*given[:3], _hidden(len(given[0])))  # noqa: E731
    ways = (
        (_say(("all scores at once", "一次算出全部分数")), at_once),
        (_say(("yours, blocks of 256", "你的，每块 256 个")), names["blockwise_causal_attention"]),
    )
    for what, attend in ways:
        print(what)
        for tokens in (512, 1024, 2048, 4096):
            source = torch.Generator().manual_seed(tokens)
            given = [torch.randn(tokens, 64, generator=source) for _ in range(3)]
            began, largest = time.perf_counter(), _Largest()
            with largest, torch.no_grad():
                attend(*given, 256)
            seconds, size = time.perf_counter() - began, largest.bytes / 2**20
            print(f"{tokens:6d} {size:6.1f} MiB {seconds:6.2f} s {'█' * max(1, round(size))}")


# ---------------------------------------------------------------- section 2

ROWS = torch.cat([QUERIES, VALUES], dim=1)
"""Six rows of five numbers for a layer."""
PROJECTIONS = ("W_query", "W_key", "W_value")


def _layer(names: Names, weights: list[torch.Tensor]) -> nn.Module:
    """A layer with these weights in its three projections, and nothing else to train."""
    made: nn.Module = names["CachedAttention"](weights[0].shape[1], weights[0].shape[0])
    held = dict(made.named_parameters())
    paths = [f"{name}.weight" for name in PROJECTIONS]
    if sorted(held) != sorted(paths):
        found = ", ".join(held)
        raise AssertionError(_say((f"the parameters are {found}, expected {', '.join(paths)}",
                                   f"参数是 {found}，应为 {'、'.join(paths)}")))  # fmt: skip
    with torch.no_grad():
        for path, weight in zip(paths, weights):  # noqa: B905
            held[path].copy_(weight)
    return made


def _stepped(layer: nn.Module, rows: torch.Tensor) -> torch.Tensor:
    return torch.cat([_call(layer, row[None]) for row in rows])


def _whole(weights: list[torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
    return _all_at_once(*(rows @ weight.T for weight in weights), _hidden(len(rows)))


def _cached(names: Names) -> Iterator[Look]:
    ones = [torch.zeros(1, 1), torch.ones(1, 1), torch.ones(1, 1)]
    three = _column(2.0, 4.0, 9.0)
    yield BY_HAND, lambda: _stepped(_layer(names, ones), three), _column(2.0, 3.0, 5.0)
    weights = [_drawn((4, 5), seed) for seed in range(3)]
    wanted = _whole(weights, ROWS)
    said = ("six rows, step by step", "六行，逐步计算")
    yield said, lambda: _stepped(_layer(names, weights), ROWS), wanted

    def again() -> torch.Tensor:
        layer = _layer(names, weights)
        _stepped(layer, ROWS[:3])
        layer.reset()
        return _stepped(layer, ROWS[2:])

    yield ("after reset()", "reset() 之后"), again, _whole(weights, ROWS[2:])

    def apart() -> torch.Tensor:
        layer, other = _layer(names, weights), _layer(names, weights)
        found = [(layer(row[None]), other(row.flip(0)[None]))[0] for row in ROWS]
        return torch.cat(found)

    yield ("two layers in turn", "两个层轮流计算"), apart, wanted


def _grouped(names: Names) -> Iterator[Look]:
    attend = names["grouped_query_attention"]

    def marked() -> Any:
        """With all scores equal, the first token of a head is the value of its head of keys."""
        values = torch.tensor([10.0, 20.0])[:, None, None]
        return attend(torch.zeros(6, 1, 1), torch.zeros(2, 1, 1), values)[:, 0, 0]

    yield BY_HAND, marked, torch.tensor([10.0, 10.0, 10.0, 20.0, 20.0, 20.0])
    for heads, groups in ((4, 2), (3, 3), (3, 1)):
        queries, keys = _drawn((heads, 5, 2), 1) * 2, _drawn((groups, 5, 2), 2) * 2
        values = _drawn((groups, 5, 3), 3)
        own = [head * groups // heads for head in range(heads)]
        wanted = _all_at_once(queries, keys[own], values[own], _hidden(5))
        said = f"{heads} heads of queries, {groups} of keys", f"{heads} 个查询头，{groups} 个键的头"
        yield said, partial(_call, attend, queries, keys, values), wanted


def _bytes(names: Names) -> Iterator[Look]:
    count = names["cache_bytes"]
    yield BY_HAND, lambda: count(3, 2, 1, 4, 2, None), 96
    yield ("with a window of 2", "窗口为 2"), lambda: count(3, 2, 1, 4, 2, 2), 64
    yield ("with a window of 5", "窗口为 5"), lambda: count(3, 2, 1, 4, 2, 5), 96
    model = (131_072, 32, 32, 128, 2)
    yield ("32 heads of keys", "32 个键的头"), lambda: count(*model, None), 64 * 2**30
    few = (131_072, 32, 8, 128, 2)
    yield ("8 heads of keys", "8 个键的头"), lambda: count(*few, None), 16 * 2**30
    said = ("8 heads, a window of 4,096", "8 个头，窗口 4,096")
    yield said, lambda: count(*few, 4096), 2**29


# ---------------------------------------------------------------- section 3


def _sliding(names: Names) -> Iterator[Look]:
    attend = names["sliding_window_attention"]
    values, by_hand = _column(3.0, 6.0, 9.0, 12.0), _column(3.0, 4.5, 7.5, 10.5)
    yield BY_HAND, lambda: attend(_zeros(4), _zeros(4), values, 2), by_hand
    for window in (3, 1, 9):
        said = f"result with a window of {window}", f"窗口为 {window} 的结果"
        wanted = _all_at_once(*GIVEN, _hidden(6, window))
        yield said, partial(_call, attend, *GIVEN, window), wanted


def _turned(x: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """Every pair as a complex number."""
    half = x.shape[-1] // 2
    angles = positions[:, None].double() * 10000.0 ** (-torch.arange(half).double() / half)
    points = torch.complex(x[..., :half].double(), x[..., half:].double())
    points = points * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([points.real, points.imag], dim=-1).float()


def _rotate(names: Names) -> Iterator[Look]:
    rotate = names["rotate"]
    row = torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    by_hand = torch.tensor([[1.0, 0.0], [0.5403, 0.8415]])
    yield BY_HAND, partial(_call, rotate, row, torch.arange(2)), by_hand
    x, positions = _drawn((3, 6), 4), torch.tensor([0, 1, 5])
    said = ("three rows of six numbers", "三行，每行六个数")
    yield said, partial(_call, rotate, x, positions), _turned(x, positions)
    alone, late = _drawn((1, 4), 5), torch.tensor([100])
    said = ("a single row at the position 100", "位置 100 的单独一行")
    yield said, partial(_call, rotate, alone, late), _turned(alone, late)
    heads = _drawn((2, 3, 4), 6)
    said = ("rows of two heads", "两个头的各行")
    yield said, partial(_call, rotate, heads, positions), _turned(heads, positions)


def distances(names: Names) -> None:
    """Print the products of a query and a key, turned, at places as far apart and further on."""
    if _unfinished(names, "rotate"):
        return
    query, key = _drawn((1, 8), 7) * 2, _drawn((1, 8), 8) * 2
    print(_say(("place of the query:", "查询的位置：")), "      10     100    1000   10000")
    for back in (0, 1, 2, 5, 9):
        found = []
        for at in (10, 100, 1000, 10000):
            turned = [names["rotate"](one, torch.tensor([place]))
                      for one, place in ((query, at), (key, at - back))]  # fmt: skip
            found.append(float((turned[0] * turned[1]).sum()))
        said = _say((f"key {back} before it:   ", f"键在它前面 {back} 个："))
        print(said, " ".join(f"{one:7.3f}" for one in found))


# ---------------------------------------------------------------- ten thousand tokens back

LETTERS = "abcdefghijklmnopqrstuvwxyz .,;!?"
SENTENCE = "what was read ten thousand words ago is not forgotten."
NAME, LETTER, WIDTH = 32, 5, 48
"""Signs in the name of a token, signs in a letter, numbers in a key."""
TOKENS, SHORT, STEPS = 10_000, (32, 64, 128, 256, 512), 100


def recall(names: Names) -> None:
    """Train the student's layer on short texts; then it reads a long one and is asked about it."""
    if _unfinished(names, "CachedAttention"):
        return
    with _plain_torch():
        torch.default_generator.manual_seed(5)
        layer = names["CachedAttention"](2 * NAME + NAME + LETTER, WIDTH)
        reads = nn.Linear(WIDTH, NAME + LETTER)
        _train(layer, reads)
        with torch.no_grad():
            _read_and_ask(layer, reads, *_long_text())


def _signs(*shape: int) -> torch.Tensor:
    return 2.0 * torch.randint(2, shape) - 1


def _rows(asked: torch.Tensor, named: torch.Tensor, held: torch.Tensor) -> torch.Tensor:
    """What a token asks for, what it is called, and what it holds: a name and a letter."""
    return torch.cat([asked, named, held], dim=-1)


def _train(layer: nn.Module, reads: nn.Module) -> None:
    """On texts that become longer, whose tokens hold something; each is asked for one of them."""
    optimizer = torch.optim.Adam([*layer.parameters(), *reads.parameters()], lr=0.003)
    for tokens in SHORT:
        for _ in range(STEPS):
            loss = _loss(layer, reads, tokens)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(_say((f"texts of {tokens} tokens: loss", f"{tokens} 个词元的文本：损失")),
              f"{float(loss.detach()):.4f}")  # fmt: skip


def _loss(layer: nn.Module, reads: nn.Module, tokens: int) -> torch.Tensor:
    texts = 4096 // tokens
    every, pick = torch.arange(texts), torch.randint(tokens, (texts,))
    named, held = _signs(texts, tokens, NAME), _signs(texts, tokens, NAME + LETTER)
    rows = _rows(torch.zeros_like(named), named, held)
    questions = torch.zeros(texts, rows.shape[-1])
    questions[:, :NAME] = named[every, pick]
    query, (key, value) = layer.W_query(questions), (layer.W_key(rows), layer.W_value(rows))
    scores = (key @ query[:, :, None])[:, :, 0] / math.sqrt(WIDTH)
    context = (torch.softmax(scores, dim=1)[:, None] @ value)[:, 0]
    wanted = (held[every, pick] + 1) / 2
    return nn.functional.binary_cross_entropy_with_logits(reads(context), wanted)


def _long_text() -> tuple[torch.Tensor, torch.Tensor]:
    """A text in which each letter of the sentence holds the name of the next; the first name."""
    named, held = _signs(TOKENS, NAME), _signs(TOKENS, NAME + LETTER)
    places = torch.randperm(TOKENS)[: len(SENTENCE)]
    for at, letter in enumerate(SENTENCE):
        here = places[at]
        bits = torch.tensor([LETTERS.index(letter) >> bit & 1 for bit in range(LETTER)])
        held[here, NAME:] = 2.0 * bits - 1
        if at + 1 < len(SENTENCE):
            held[here, :NAME] = named[places[at + 1]]
    return _rows(torch.zeros_like(named), named, held), named[places[0]]


def _read_and_ask(
    layer: nn.Module, reads: nn.Module, text: torch.Tensor, name: torch.Tensor
) -> None:
    began = time.perf_counter()
    layer.reset()
    # Among more tokens than in training, what is asked has to be sharper to stand out.
    layer.W_query.weight.mul_(math.log(TOKENS) / math.log(SHORT[-1]))
    for row in text:
        layer(row[None])
    seconds = time.perf_counter() - began
    cache, scores = 2 * TOKENS * WIDTH * 4 / 2**20, TOKENS * TOKENS * 4 / 2**20
    print(_say((f"{TOKENS:,} tokens read in {seconds:.1f} s; the cache holds {cache:.1f} MiB "
                f"(all scores at once: {scores:.0f} MiB)",
                f"读完 {TOKENS:,} 个词元用了 {seconds:.1f} 秒；缓存占 {cache:.1f} MiB"
                f"（一次算出全部分数：{scores:.0f} MiB）")))  # fmt: skip
    found = ""
    for _ in SENTENCE:
        question = torch.zeros(1, text.shape[1])
        question[0, :NAME] = name
        signs = reads(layer(question))[0] > 0
        name = 2.0 * signs[:NAME] - 1
        found += LETTERS[sum(int(sign) << bit for bit, sign in enumerate(signs[NAME:]))]
    print(_say(("it remembers:", "它记得：")), found)


PARTS.update(
    stable_softmax=_softmax,
    join=_join,
    blockwise_attention=_blockwise,
    blockwise_causal_attention=_blockwise_causal,
    CachedAttention=_cached,
    grouped_query_attention=_grouped,
    cache_bytes=_bytes,
    sliding_window_attention=_sliding,
    rotate=_rotate,
)
FORBIDDEN.update(dict.fromkeys(PARTS, LIBRARY), stable_softmax=SOFTMAX + LIBRARY)
