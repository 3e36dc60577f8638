"""What is looked at in the three exercises."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from .answers import Answer, _find, _layer, _recorded
from .comparing import Miss, _agree, _same_shape, _tensor
from .contract import ARGUMENTS
from .desk import _say
from .published import _batch, _holders, _inputs, _published
from .sentences import TEXTS
from .worked_example import EXACT, GPT2_SMALL, GPT2_SMALL_PARAMETERS, QKV


def _transfer(answer: Answer) -> tuple[Any, Any]:
    """Call transfer_weights on bare holders, so that other parts do not enter; on real modules if
    it calls them, too.
    """
    sa_v1, sa_v2 = _holders()
    try:
        answer.target(sa_v2, sa_v1)
    except Exception:
        names = ("SelfAttention_v1", "SelfAttention_v2")
        if not all(name in answer.namespace for name in names):
            raise
        sa_v1, sa_v2 = (answer.namespace[name](3, 2) for name in names)
        sa_v1.load_state_dict(_published(names[0]))
        sa_v2.load_state_dict(_published(names[1]))
        answer.target(sa_v2, sa_v1)
    return sa_v2, sa_v1


def _v2_as_it_was(answer: Answer) -> None:
    sa_v2, _ = _transfer(answer)
    for path, values in _published("SelfAttention_v2").items():
        weight = getattr(_layer(sa_v2, path.partition(".")[0]), "weight", None)
        if weight is None or not torch.equal(weight, values):
            raise Miss("v2_changed", "direction", path=path)


def _v1_shapes(answer: Answer) -> None:
    _, sa_v1 = _transfer(answer)
    for name in QKV:
        weight = _layer(sa_v1, name)
        _same_shape(answer.part.id, _tensor(weight, name), (3, 2), f"sa_v1.{name}")
        if not (isinstance(weight, nn.Parameter) and weight.requires_grad):
            raise Miss("untrainable", "trainable", path=name)


def _v1_projects(answer: Answer) -> None:
    sa_v2, sa_v1 = _transfer(answer)
    for name in QKV:
        wanted = _layer(sa_v2, name)(_inputs())
        what = f"inputs @ sa_v1.{name}"
        _agree(answer.part.id, _inputs() @ _layer(sa_v1, name), wanted, what, EXACT)


def _built(answer: Answer, *arguments: Any) -> tuple[Any, dict[str, Any]]:
    """What an exercise builds, and the contract's arguments it was built with (as far as seen)."""
    kind = _find(answer.namespace, answer.part.needs)
    names = ARGUMENTS[answer.part.needs]
    with _recorded(kind) as made:
        module = answer.target(*arguments)
    if not isinstance(module, kind):
        question = "returned" if module is None else ""
        found = type(module).__name__
        raise Miss("instance", question, kind=found, expected=answer.part.needs)
    # Not the last one made: that need not be the one that is returned.
    values = next((values for one, values in made if one is module), [])
    return module, {names[i]: value for i, value in enumerate(values[: len(names)])}


def _wrapper_of_two(answer: Answer) -> None:
    _, settings = _built(answer, 3, 6)
    _settings(settings, {"num_heads": 2})


def _settings(found: dict[str, Any], wanted: dict[str, int]) -> None:
    for name, value in wanted.items():
        if name in found and found[name] != value:
            raise Miss("setting", name=name, found=found[name])


def _two_dimensions(answer: Answer) -> None:
    wrapper, _ = _built(answer, 3, 6)
    found = _tensor(wrapper(_batch()), _say(TEXTS["output"]))
    _same_shape(answer.part.id, found, (2, 6, 2), "two_dim_wrapper(3, 6)(batch)")


def _gpt2_settings(answer: Answer) -> None:
    _settings(_built(answer)[1], GPT2_SMALL)


def _gpt2_parameters(answer: Answer) -> None:
    module, _ = _built(answer)
    found = sum(parameter.numel() for parameter in module.parameters())
    output = getattr(module, "out_proj", None)
    without = 768 if getattr(output, "bias", None) is None else 0
    if found + without not in GPT2_SMALL_PARAMETERS:
        raise Miss("parameters", found=f"{found:,}")


def _gpt2_forward(answer: Answer) -> None:
    module, _ = _built(answer)
    found = _tensor(module(torch.zeros(1, 4, 768)), _say(TEXTS["output"]))
    _same_shape(answer.part.id, found, (1, 4, 768), _say(TEXTS["output"]))
