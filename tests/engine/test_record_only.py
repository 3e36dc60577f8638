"""A class of the notebook that for a while only records what it is made with."""

from functools import partial

import pytest
import torch
from torch import nn

from autograder.wire import messages
from autograder.worker.stubs import CallRecorder, Recording


class Real(nn.Module):
    """What the contract asks for."""

    def __init__(self, d_in: int, d_out: int, rate: float, bias: bool = False) -> None:
        super().__init__()
        self.layer = nn.Linear(d_in, d_out, bias=bias)
        self.dropout = nn.Dropout(rate)


DEMANDS = messages.Demands(["d_in", "d_out", "rate"], ["d_in", "d_out"], ["rate"])
stand_in = partial(Recording, "Real", ["d_in", "d_out", "rate", "bias"], DEMANDS)


@pytest.mark.parametrize("hollow", [False, True], ids=["stand-in", "hollow"])
@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((3,), {}), ((), {"rate": 0.1}), ((3, 1.0, 0.1), {}), ((3, 4, 12), {}), ((3, 4, -0.1), {}),
     ((3, -4, 0.1), {}), (("3", 4, 0.1), {}), ((3, 4, None), {})],
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
