"""What is looked at in parts that are modules."""

from __future__ import annotations

from typing import Any

import torch

from .answers import Answer, _attribute, _layer
from .comparing import Miss, _agree, _grid, _recognise, _same_shape, _tensor, _where
from .desk import _say
from .published import _batch, _float, _inputs, _published
from .sentences import TEXTS
from .worked_example import BY_HAND, CONTEXT, EXACT, HAND_TOKENS, HAND_WEIGHTS, QKV, RECIPES, TOKENS


def _layers(answer: Answer) -> None:
    """The layers are there under their names, in the right shapes, and trainable."""
    module, name = answer.module(), answer.part.name
    asked: set[int] = set()
    for path in RECIPES[name].layers:
        layer = _layer(module, path)
        weight = layer if RECIPES[name].matrices else layer.weight
        known = any(weight is parameter for parameter in module.parameters())
        if not (known and weight.requires_grad):
            raise Miss("untrainable", "trainable", path=path)
        asked.update(map(id, [layer] if RECIPES[name].matrices else layer.parameters()))
    for path, parameter in module.named_parameters():
        if id(parameter) not in asked:
            raise Miss("extra", "learned", path=path)


def _biases(answer: Answer) -> None:
    module = answer.target(*RECIPES[answer.part.name].arguments, True)
    for name in QKV:
        if getattr(_layer(module, name), "bias", None) is None:
            raise Miss("no_bias", "bias", path=name)


def _context_shape(answer: Answer) -> None:
    found = _tensor(answer.output(answer.module(), _example(answer)), _say(TEXTS["output"]))
    width = len(CONTEXT[answer.part.name][0])
    _same_shape(answer.part.id, found, (*_example(answer).shape[:-1], width), _say(TEXTS["output"]))


def _example(answer: Answer) -> torch.Tensor:
    return _inputs() if answer.part.name.startswith("Self") else _batch()


def _expected(answer: Answer, module: Any, recipe: str = "") -> torch.Tensor:
    """The example's context vectors; without the bias of out_proj when the student has none."""
    name = recipe or answer.part.name
    wanted = _float(CONTEXT[name])
    output = getattr(module, "out_proj", None)
    if output is not None and getattr(output, "bias", None) is None:
        wanted = wanted - _published(name)["out_proj.bias"]
    return wanted


def _context_values(answer: Answer) -> None:
    module = answer.module()
    wanted = _expected(answer, module)
    if not answer.part.name.startswith("Self"):
        wanted = torch.stack([wanted, wanted])
    found = answer.output(module, _example(answer))
    _agree(answer.part.id, found, wanted, _say(TEXTS["contexts"]))


def _wide_values(answer: Answer) -> None:
    """With d_out = 2 and two heads a head is one number wide, and hides what is wrong with it."""
    module = answer.module("wide")
    wanted = _expected(answer, module, "wide")
    found = answer.output(module, _batch())
    _agree("wide", found, torch.stack([wanted, wanted]), _say(TEXTS["contexts_wide"]))


def _module_by_hand(answer: Answer) -> None:
    arguments, wanted = BY_HAND[answer.part.id]
    module = answer.target(*arguments)
    for name, value in HAND_WEIGHTS.items():
        layer = _layer(module, name)
        with torch.no_grad():
            getattr(layer, "weight", layer).fill_(value)
    x = _float(HAND_TOKENS)
    batched = not answer.part.name.startswith("Self")
    found = module(x[None] if batched else x)
    _agree("", found, [wanted] if batched else wanted, _say(TEXTS["by_hand"]), names=[])


def _context_reversed(answer: Answer) -> None:
    module = answer.module()
    found = _tensor(module(_inputs().flip(0)), _say(TEXTS["contexts"])).flip(0)
    _agree("", found, _expected(answer, module), _say(TEXTS["contexts_reversed"]))


def _no_leak(answer: Answer) -> None:
    module, changed = answer.module(), _batch()
    changed[:, -1] += 1.0
    plain, other = (_tensor(module(x), _say(TEXTS["output"])) for x in (_batch(), changed))
    before, after = plain[:, :-1], other[:, :-1]
    differs = ~torch.isclose(before, after, rtol=0, atol=EXACT) & ~before.isnan()
    if differs.any():
        # A softmax over the queries, or a wrong split, leaks as well as a wrong mask.
        question = _recognise(answer.part.id, plain) or "leak"
        grid, where = _grid(after, differs, TOKENS), _where(differs, TOKENS)
        raise Miss("leak", question, grid=grid, where=where)


def _fewer_tokens(answer: Answer) -> None:
    module = answer.module()
    for size in (3, 1):
        found = module(_batch()[:, :size])
        wanted = _expected(answer, module)[:size].expand(2, -1, -1)
        _agree("", found, wanted, _say(TEXTS["contexts_first"], size=size))


def _own_sequence(answer: Answer) -> None:
    module = answer.module()
    mixed = torch.stack([_inputs(), _inputs().flip(0)])
    found, wanted = _tensor(module(mixed), _say(TEXTS["contexts"])), _expected(answer, module)
    _same_shape(answer.part.id, found, (2, *wanted.shape), _say(TEXTS["contexts"]))
    _agree("", found[0], wanted, _say(TEXTS["contexts_own"]))
    _agree("", module(mixed[1:]), found[1:], _say(TEXTS["contexts_alone"]))


def _two_heads(answer: Answer) -> None:
    wrapper = answer.target(*RECIPES[answer.part.name].arguments)
    heads = _attribute(wrapper, "heads")
    if len(heads) != 2:
        raise Miss("heads", found=len(heads))
    if hasattr(heads, "keys"):
        kind = type(heads).__name__
        raise Miss("kind", "registered", path="heads", kind=kind, expected="nn.ModuleList")
    if not any(True for _ in wrapper.parameters()):
        raise Miss("unregistered", "registered")


def _indivisible(answer: Answer) -> None:
    try:
        answer.target(3, 5, 6, 0.0, 2)
    except Exception:
        return
    raise Miss("no_raise", "divisible")
