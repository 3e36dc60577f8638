"""A class of the notebook that for a while only records what it is made with."""

from functools import partial

import pytest
import torch
from torch import nn

from autograder.wire import messages
from autograder.worker.stubs import CallRecorder, recording

SIGNATURE = ["width", "bias"]


class Own(nn.Module):
    def __init__(self, width: int, bias: bool = False) -> None:
        super().__init__()
        self.layer = nn.Linear(width, width, bias=bias)


class Heir(Own):
    """One that inherits how it is made."""


class Plain:
    def __init__(self, width: int) -> None:
        self.width = width


def recorder(*, hollow: bool = True, **names: object) -> CallRecorder:
    """A recording class in the place of `Own`."""
    return CallRecorder(names, "Own", recording("Own", SIGNATURE), hollow)


def test_a_hollow_class_records_and_sets_up_nothing():
    at_work = recorder(Own=Own)
    module = Own(3, bias=True)
    made, own = at_work.restore()
    assert isinstance(module, Own)
    assert list(module.parameters()) == []
    assert (made, own) == ([], [{"width": 3, "bias": True}])


def test_afterwards_it_is_as_it_was():
    for kind in (Own, Heir):
        before = dict(vars(kind))
        at_work = recorder(Own=kind)
        kind(3)
        at_work.restore()
        assert dict(vars(kind)) == before
        assert kind(3).layer(torch.zeros(3)).shape == (3,)


def test_the_name_itself_still_gives_a_recording_class():
    names: dict[str, object] = {"Own": Own, "Other": Own}
    at_work = CallRecorder(names, "Own", recording("Own", SIGNATURE), True)
    for name in names.values():
        name(2)
    assert at_work.restore() == ([{"width": 2}, {"width": 2}], [])
    assert names == {"Own": Own, "Other": Own}


def test_without_being_hollow_a_kept_class_is_made_as_ever():
    at_work = recorder(Own=Own, hollow=False)
    assert Own(2).layer.in_features == 2
    assert at_work.restore() == ([], [])


def test_what_is_no_module_is_left_alone():
    for own in (Plain, Plain(1), None, len):
        at_work = recorder(Own=own)
        assert Plain(4).width == 4
        assert at_work.restore() == ([], [])


class Real(nn.Module):
    """What the contract asks for."""

    def __init__(self, d_in: int, d_out: int, rate: float, bias: bool = False) -> None:
        super().__init__()
        self.layer = nn.Linear(d_in, d_out, bias=bias)
        self.dropout = nn.Dropout(rate)


DEMANDS = messages.Demands(["d_in", "d_out", "rate"], ["d_in", "d_out"], ["rate"])
stand_in = partial(recording, "Real", ["d_in", "d_out", "rate", "bias"], DEMANDS)


@pytest.mark.parametrize("hollow", [False, True], ids=["stand-in", "hollow"])
@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((3, 4), {}), ((3,), {}), ((), {"rate": 0.1}), ((3, 1.0, 0.1), {}), ((3, 2 / 1, 0.1), {}),
     ((3, 4, 12), {}), ((3, 4, -0.1), {}), ((3, -4, 0.1), {}), (("3", 4, 0.1), {}),
     ((3, 4, None), {})],
)  # fmt: skip
def test_what_the_real_class_refuses_its_stand_in_refuses_with_the_same_error(hollow, args, kwargs):
    with pytest.raises((TypeError, ValueError, RuntimeError)) as real:
        Real(*args, **kwargs)
    names = {"Real": Real}
    at_work = CallRecorder(names, "Real", stand_in(), hollow)
    try:
        with pytest.raises(type(real.value)) as refused:
            (Real if hollow else names["Real"])(*args, **kwargs)
    finally:
        at_work.restore()
    # Where a size stands among its layer's sizes is a layer's own affair.
    assert str(refused.value)[:25] == str(real.value)[:25]


def test_what_the_real_class_takes_its_stand_in_takes():
    recorded = stand_in()
    recorded.type(3, 4, 1)
    recorded.type(d_out=torch.tensor(4), d_in=3, rate=0.0, bias=True)
    assert len(recorded.made) == 2
