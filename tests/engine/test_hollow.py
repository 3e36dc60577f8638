"""A class of the notebook that for a while only records what it is made with."""

import torch
from torch import nn

from autograder.worker.standins import Recorder, recording

SIGNATURE = ["width", "bias"]


class Own(nn.Module):
    """A student's class."""

    def __init__(self, width: int, bias: bool = False) -> None:
        super().__init__()
        self.layer = nn.Linear(width, width, bias=bias)


class Heir(Own):
    """One that inherits how it is made."""


class Plain:
    """One that is no module."""

    def __init__(self, width: int) -> None:
        self.width = width


def recorder(names: dict[str, object], *, hollow: bool) -> Recorder:
    """A recording class in the place of `Own`."""
    return Recorder(names, "Own", recording("Own", SIGNATURE), hollow)


def test_a_hollow_class_records_and_sets_up_nothing() -> None:
    at_work = recorder({"Own": Own}, hollow=True)
    module = Own(3, bias=True)
    made, own = at_work.restore()
    assert isinstance(module, Own)
    assert list(module.parameters()) == []
    assert (made, own) == ([], [{"width": 3, "bias": True}])


def test_afterwards_it_is_as_it_was() -> None:
    for kind in (Own, Heir):
        before = dict(vars(kind))
        at_work = recorder({"Own": kind}, hollow=True)
        kind(3)
        at_work.restore()
        assert dict(vars(kind)) == before
        assert kind(3).layer(torch.zeros(3)).shape == (3,)


def test_the_name_itself_still_gives_a_recording_class() -> None:
    names: dict[str, object] = {"Own": Own, "Other": Own}
    at_work = recorder(names, hollow=True)
    for name in names.values():
        name(2)  # type: ignore[operator]
    made, own = at_work.restore()
    assert (made, own) == ([{"width": 2}, {"width": 2}], [])
    assert names == {"Own": Own, "Other": Own}


def test_without_being_hollow_a_kept_class_is_made_as_ever() -> None:
    at_work = recorder({"Own": Own}, hollow=False)
    assert Own(2).layer.in_features == 2
    assert at_work.restore() == ([], [])


def test_what_is_no_module_is_left_alone() -> None:
    for own in (Plain, Plain(1), None, len):
        at_work = recorder({"Own": own}, hollow=True)
        assert Plain(4).width == 4
        assert at_work.restore() == ([], [])
