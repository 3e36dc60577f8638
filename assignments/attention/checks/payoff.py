"""What the finished module can do: trained on a small task, and timed."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from .desk import _attended, _plain_torch, _print, _quiet, _raised, _say
from .parts import PARTS
from .pictures import Gallery, HeatMap, SmallMap, _show
from .sentences import TEXTS
from .verdicts import _examine

LETTERS = "ABCDEFGHIJKL"
TRAINED = {"tokens": 16, "width": 32, "heads": 2, "layers": 2, "batch": 64, "steps": 250}
LONGEST = 20.0  # seconds: below the 30 that programs which run notebooks allow a cell
SHOWN_PERIOD = 6
RACERS = ("scaled_attention_weights", "MultiHeadAttentionWrapper", "MultiHeadAttention")
RACE_LENGTHS, RACE_WIDTH, RACE_HEADS = (64, 128, 256), 64, 4


class _Reader(nn.Module):
    """A small model of letters: embeddings, positions, and layers of the student's attention."""

    def __init__(self, attention: Any) -> None:
        super().__init__()
        width, tokens = TRAINED["width"], TRAINED["tokens"]
        self.letters = nn.Embedding(len(LETTERS), width)
        # Attention knows no order: without positions it could not tell "before" from "after".
        self.positions = nn.Embedding(tokens, width)
        self.layers = nn.ModuleList(
            attention(width, width, tokens, 0.0, TRAINED["heads"]) for _ in range(TRAINED["layers"])
        )
        self.next = nn.Linear(width, len(LETTERS))

    def forward(self, letters: torch.Tensor) -> torch.Tensor:
        return self.next(self.streams(letters)[-1])

    def streams(self, letters: torch.Tensor) -> list[torch.Tensor]:
        """What goes into each layer, and what comes out of the last one."""
        found = [self.letters(letters) + self.positions(torch.arange(letters.shape[1]))]
        for layer in self.layers:
            found.append(found[-1] + layer(found[-1]))
        return found


def _repeats(count: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Sequences that repeat after 4 to 8 letters, and where the next letter is then known."""
    period = torch.randint(4, 9, (count, 1), generator=generator)
    order = torch.rand(count, len(LETTERS), generator=generator).argsort(dim=1)
    places = torch.arange(TRAINED["tokens"])
    return order.gather(1, places % period), places[:-1] >= period


def _accuracy(model: nn.Module) -> float:
    """In percent, on sequences that training does not use."""
    letters, known = _repeats(256, torch.Generator().manual_seed(2))
    with torch.no_grad():
        right = model(letters[:, :-1]).argmax(dim=-1) == letters[:, 1:]
    return 100.0 * float(right[known].double().mean())


def _fit(model: nn.Module) -> float:
    """Train; the seconds that it took."""
    began, generator = time.monotonic(), torch.Generator().manual_seed(1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    for _ in range(TRAINED["steps"]):
        letters, known = _repeats(TRAINED["batch"], generator)
        scores = model(letters[:, :-1])
        loss = nn.functional.cross_entropy(scores[known], letters[:, 1:][known])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if time.monotonic() - began > LONGEST:
            break
    return time.monotonic() - began


def _looks(layer: Any, x: torch.Tensor) -> torch.Tensor:
    """The weights (heads, T, T) of a module that shows its result alone.

    With values that are 1 in a column of their own for each token, and out_proj doing nothing, the
    context vectors are the attention weights.
    """
    count, width = x.shape[0], TRAINED["width"] // TRAINED["heads"]
    seen, marks = copy.deepcopy(layer).eval(), torch.zeros(count, TRAINED["width"])
    for head in range(TRAINED["heads"]):
        marks[:, head * width : head * width + count] = torch.eye(count)
    with torch.no_grad():
        seen.W_value.weight.copy_((torch.linalg.pinv(x.double()) @ marks.double()).float().T)
        seen.out_proj.weight.copy_(torch.eye(TRAINED["width"]))
        if seen.out_proj.bias is not None:
            seen.out_proj.bias.zero_()
        result = seen(x[None])[0]
    return result.reshape(count, TRAINED["heads"], width)[:, :, :count].transpose(0, 1)


def _head_maps(model: _Reader) -> list[SmallMap]:
    letters = torch.arange(TRAINED["tokens"] - 1) % SHOWN_PERIOD
    labels = [LETTERS[letter] for letter in letters.tolist()]
    with torch.no_grad():
        streams = model.streams(letters[None])
    drawn = []
    for depth, layer in enumerate(model.layers):
        for head, weights in enumerate(_looks(layer, streams[depth][0])):
            title = _say(TEXTS["head_map"], layer=depth, head=head, **_habits(weights))
            drawn.append(SmallMap(weights.clamp(0, 1).tolist(), labels, title))
    return drawn


def _habits(weights: torch.Tensor) -> dict[str, float]:
    """In percent: how much goes to the letter before, and to what followed the last time."""
    previous = weights.diagonal(-1).mean()
    copied = weights.diagonal(-(SHOWN_PERIOD - 1))[1:].mean()
    return {"previous": 100.0 * float(previous), "copied": 100.0 * float(copied)}


def _trained(namespace: dict[str, Any]) -> Gallery:
    torch.default_generator.manual_seed(0)
    model = _Reader(namespace["MultiHeadAttention"])
    before = _accuracy(model)
    seconds = _fit(model)
    said = _say(TEXTS["accuracy"], before=before, after=_accuracy(model))
    title = _say(TEXTS["trained"], seconds=seconds)
    return Gallery(title, (_say(TEXTS["task"]), said), tuple(_head_maps(model)))


def _looped(weights_of: Any, parts: torch.Tensor) -> None:
    """Head by head and token by token, each query with the keys up to its own."""
    for queries, keys, values in parts:
        for index in range(len(queries)):
            weights_of(queries[index], keys[: index + 1]) @ values[: index + 1]


def _raced(namespace: dict[str, Any]) -> HeatMap:
    narrow, sizes = RACE_WIDTH // RACE_HEADS, (RACE_WIDTH, RACE_LENGTHS[-1], 0.0, RACE_HEADS)
    weights_of, wrapper, batched = (namespace[PARTS[part].name] for part in RACERS)
    in_a_list = wrapper(RACE_WIDTH, narrow, *sizes[1:])
    split = batched(RACE_WIDTH, *sizes)
    ways: dict[str, Callable[[torch.Tensor, torch.Tensor], object]] = {
        "loop": lambda x, parts: _looped(weights_of, parts),
        "wrapper": lambda x, parts: in_a_list(x),
        "batched": lambda x, parts: split(x),
        "provided": _library,
    }
    names = [_say(TEXTS[way]) for way in ways]
    columns = [f"T = {length}" for length in RACE_LENGTHS]
    values = [_times(run) for run in ways.values()]
    return HeatMap(values, names, columns, _say(TEXTS["raced"]), places=2)


def _library(x: torch.Tensor, parts: torch.Tensor) -> None:
    q, k, v = parts.unbind(1)
    nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True)


def _times(run: Callable[[torch.Tensor, torch.Tensor], object]) -> list[float]:
    """Milliseconds at each length: the best of three, after one to warm up."""
    found = []
    for length in RACE_LENGTHS:
        x = torch.zeros(1, length, RACE_WIDTH)
        parts = torch.zeros(RACE_HEADS, 3, length, RACE_WIDTH // RACE_HEADS)
        spent = []
        with torch.no_grad():
            for _ in range(4):
                began = time.perf_counter()
                run(x, parts)
                spent.append(1000.0 * (time.perf_counter() - began))
        found.append(min(spent[1:]))
    return found


def _afterwards(namespace: dict[str, Any], needs: tuple[str, ...], make: Any) -> None:
    """Show what `make` gives once the parts that it needs pass; else say which does not."""
    if not _attended():
        _print(_say(TEXTS["unattended"]))
        return
    with _quiet():
        verdicts = [_examine(PARTS[part], namespace) for part in needs]
    undone = next((verdict for verdict in verdicts if verdict.miss), None)
    if undone and undone.miss:
        label, sentence = undone.part.label(), undone.miss.sentence
        _print(_say(TEXTS["first"], needs=label, sentence=sentence))
        return
    try:
        with _plain_torch(), _quiet():
            made = make(namespace)
    except (Exception, SystemExit) as error:
        _print(_raised(error))
        return
    _show(made)
