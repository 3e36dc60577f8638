"""Which replies are as right as the honest ones: written without a look at how checks compare.

A check may pass on a changed reply only if what it judges is still there. Most judge values:
numbers of the same shape, equal but for rounding. Two checks of each part judge what a call does
and not what it gives back; whether that is right, other checks of the part say.
"""

import torch

from autograder.checks.results import CaseResult, Exchange
from autograder.wire import messages
from autograder.wire.frames import WireError
from autograder.wire.tensors import unpack
from autograder.wire.values import Entries, Fields, Items, Key, Ref, TensorData, Value

ROUNDING = 1e-4
"""The widest tolerance of any check."""
FLOATS = (torch.float32, torch.float64)
EFFECTS = ("leaves_everything_else_alone",)
"""Checks of what a call changes, whatever it gives back."""
RECORDED_ELSEWHERE = (*EFFECTS, "gradients")
"""Checks with a stand-in that judge what it computes, whatever it was made with."""
BEFOREHAND = {
    "CausalAttention/dropout": messages.Gradients,
    "MultiHeadAttention/dropout": messages.Gradients,
    "CausalAttention/fewer_tokens": messages.Call,
    "MultiHeadAttention/fewer_tokens": messages.Call,
}
"""What these ask first must be possible; only what they ask last is judged."""
PROBED = ("MultiHeadAttentionWrapper/outputs_side_by_side", "MultiHeadAttentionWrapper/gradients")
"""Checks that call what was made once, to see whether a call is possible."""
UNJUDGED = ("kind", "trainable", "registered")
"""Facts: the name of a type is only ever shown, and what is trained is seen by values."""
OF_A_PAIR = {"simple_self_attention/weights": 0, "simple_self_attention/contexts": 1}
"""Checks that judge this one of the two values of a pair; the other is another check's."""


def still_right(result: CaseResult, place: int, lie: messages.Reply) -> bool:
    """Whether a check may pass with the lie in this place of an honest worker's replies."""
    honest = result.exchanges[place].reply
    if isinstance(honest, messages.Raised) and isinstance(lie, messages.Raised):
        # An error where one is wanted; its words are the student's own.
        return (honest.missing, honest.timed_out) == (lie.missing, lie.timed_out)
    if not (isinstance(lie, messages.Returned) and isinstance(honest, messages.Returned)):
        return False
    if isinstance(honest.value, Ref):
        return isinstance(lie.value, Ref)
    if isinstance(result.exchanges[place].requests[-1], messages.State):
        return _same_state(result, place, lie.value)
    return _unjudged(result, place, lie) or alike(
        _judged(result.check, honest.value), _judged(result.check, lie.value)
    )


def _judged(check: str, value: Value) -> Value:
    """The value, or the one of a pair that the check is of."""
    pair = isinstance(value, Items | Fields) and len(value.items) == 2
    return value.items[OF_A_PAIR[check]] if pair and check in OF_A_PAIR else value


def _unjudged(result: CaseResult, place: int, lie: messages.Returned) -> bool:
    """Whether the check asks here that something is done, and not for its value."""
    exchange, check = result.exchanges[place], result.check.partition("/")[2]
    request, honest = exchange.requests[-1], exchange.reply
    if isinstance(request, BEFOREHAND.get(result.check, ())) and place < len(result.exchanges) - 1:
        return True
    if isinstance(request, messages.Call) and result.check in PROBED and place == 1:
        return True
    if isinstance(request, messages.StandIn):
        # What was recorded says which module to call; that it changes nothing is asked elsewhere.
        return check in RECORDED_ELSEWHERE
    if not isinstance(request, messages.Call):
        return False
    return check in EFFECTS or (isinstance(honest, messages.Returned) and honest.value is None)


def _same_state(result: CaseResult, place: int, lie: Value) -> bool:
    """The same settings, and draws of which no other state of the check tells."""
    exchanges = result.exchanges
    honest = _state(exchanges[place])
    others = map(_state, (*exchanges[:place], *exchanges[place + 1 :]))
    drawn = honest.pop("drawn")
    if not isinstance(lie, Entries):
        return False
    given = dict(lie.entries)
    claimed = given.pop("drawn", None)
    new = all(claimed != state.get("drawn") for state in others)
    return type(claimed) is type(drawn) and new and _same_facts(honest, given)


def _state(exchange: Exchange) -> dict[Key, Value]:
    """What was told of torch's state, if that was asked."""
    if not isinstance(exchange.requests[-1], messages.State):
        return {}
    assert isinstance(exchange.reply, messages.Returned)
    assert isinstance(exchange.reply.value, Entries)
    return dict(exchange.reply.value.entries)


def alike(honest: Value, given: Value) -> bool:
    """Whether a value is as good as another one to whoever compares them."""
    if isinstance(honest, TensorData):
        return isinstance(given, TensorData) and _same_numbers(honest, given)
    if isinstance(honest, Items | Fields):
        return (
            isinstance(given, Items | Fields)
            and len(honest.items) == len(given.items)
            and all(map(alike, honest.items, given.items))
        )
    if isinstance(honest, Entries):
        return isinstance(given, Entries) and _same_facts(dict(honest.entries), dict(given.entries))
    return type(honest) is type(given) and honest == given


def _same_numbers(honest: TensorData, given: TensorData) -> bool:
    try:
        expected, actual = unpack(honest), unpack(given)
    except WireError:
        return False
    if expected.shape != actual.shape:
        return False
    if expected.dtype is torch.bool:
        return torch.equal(expected, actual.bool())
    if actual.dtype not in FLOATS:
        return False
    # Not `torch.allclose`: its tolerance grows with the values, and nan is near to nothing here.
    return bool(((expected.double() - actual.double()).abs() <= ROUNDING).all())


def _same_facts(honest: dict[Key, Value], given: dict[Key, Value]) -> bool:
    judged = honest.keys() - {*UNJUDGED}
    return all(key in given and alike(honest[key], given[key]) for key in judged)
