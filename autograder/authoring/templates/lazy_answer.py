"""What the audit puts behind the solution of a part; ANSWER and KIND stand for names."""

import copy as _copy

import torch as _torch

_RIGHT = ANSWER
_LAZY = KIND
_FUNCTIONAL = _torch.nn.functional
_SOFTMAX = _torch.softmax


def _leaves(value):
    value = list(value.values()) if isinstance(value, dict) else value
    many = isinstance(value, (list, tuple))
    return [leaf for one in value for leaf in _leaves(one)] if many else [value]


def _fit(made, right):
    if made.dim() == right.dim() and all(a in (1, b) for a, b in zip(made.shape, right.shape)):
        return made.expand(right.shape).to(right.dtype)
    flat = made.flatten()
    times = -(-right.numel() // max(1, flat.numel()))
    return flat.repeat(times)[: right.numel()].reshape(right.shape).to(right.dtype)


def _tensor(right, first):
    if _LAZY == "zeros":
        return _torch.zeros_like(right)
    if _LAZY == "ones":
        return _torch.ones_like(right)
    if _LAZY == "noise":
        return (2 * _torch.rand(right.shape)).to(right.dtype)
    along = -2 if first.dim() > 1 else -1
    if _LAZY == "the mean of the argument":
        first = first.float().mean(along, keepdim=True)
    if _LAZY == "its running mean":
        count = _torch.arange(1, first.shape[along] + 1).reshape((-1, 1) if along == -2 else (-1,))
        first = first.float().cumsum(along) / count
    if _LAZY == "its first row":
        first = first.narrow(along, 0, 1)
    if _LAZY == "its share of the sum":
        first = first / first.sum(-1, keepdim=True)
    return _fit(first, right)


def _number(right, arguments):
    numbers = [one for one in _leaves(arguments) if type(one) in (int, float)] or [1]
    made = {"zeros": 0, "ones": 1, "noise": int(_torch.randint(1, 1000, ()))}
    return type(right)(made.get(_LAZY, numbers[0]))


def _lazy(right, arguments):
    if isinstance(right, (list, tuple)):
        return type(right)(_lazy(one, arguments) for one in right)
    if isinstance(right, _torch.nn.Module):
        right.forward = _forward(right, right.forward)
        return right
    if type(right) in (int, float):
        return _number(right, arguments)
    if not isinstance(right, _torch.Tensor):
        return right
    tensors = [one for one in _leaves(arguments) if isinstance(one, _torch.Tensor)]
    return _tensor(right, tensors[0] if tensors else _torch.ones(1))


def _uniform(scores, dim=-1, *more, **options):
    allowed = (scores != -_torch.inf).float() + 0 * scores.nan_to_num(0, 0, 0)
    return allowed / allowed.sum(dim, keepdim=True)


def _with_uniform_weights(called):
    places = (_torch, _FUNCTIONAL, _torch.Tensor)
    before = [place.softmax for place in places]
    for place in places:
        place.softmax = _uniform
    try:
        return called()
    finally:
        for place, own in zip(places, before):
            place.softmax = own


def _other(value):
    if isinstance(value, dict):
        return {key: _other(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(_other, value))
    if isinstance(value, _torch.Tensor) and value.is_floating_point():
        return _torch.randn_like(value)
    if isinstance(value, _torch.Tensor) and value.dtype is not _torch.bool:
        return (value + 1) % (int(value.max()) + 1)
    return value + 1 if type(value) is int else value


def _answer(called, arguments):
    if _LAZY == "uniform weights":
        return _with_uniform_weights(lambda: called(*arguments))
    right = called(*arguments)
    if _LAZY == "the right result of other numbers" and not isinstance(right, _torch.nn.Module):
        return called(*map(_other, arguments))
    return _lazy(right, arguments)


def _forward(module, called):
    def forward(*arguments):
        made = _answer(called, arguments)
        dropout = getattr(module, "dropout", None)
        weighs = _LAZY in ("uniform weights", "the right result of other numbers")
        return dropout(made) if isinstance(dropout, _torch.nn.Module) and not weighs else made

    return forward


if isinstance(_RIGHT, type):

    class ANSWER(_RIGHT):
        def forward(self, *arguments):
            return _forward(self, super().forward)(*arguments)

else:

    def ANSWER(*arguments, **named):
        return _answer(lambda *copies: _RIGHT(*copies, **named), _copy.deepcopy(arguments))
