"""What is lent to an answer: small values of known functions, to nobody who was not lent them."""

import time
from typing import Any

import pytest
import torch

from autograder.checks.lending import MAX_SIZE, MOST, Lender
from autograder.checks.provided import callables, provided
from autograder.core.errors import CourseError
from autograder.sandbox.worker_process import LENDING_FACTOR, LossCause
from autograder.wire import messages
from autograder.wire.tensors import pack, unpack
from autograder.wire.values import Items, Ref, TensorData, Value
from tests.engine.far_end import hosted, losing


def halved(x: torch.Tensor) -> torch.Tensor:
    return x / 2


LENDER = Lender({"halved": halved})


def asked(*args: Value, name: str = "halved", lender: Lender = LENDER) -> torch.Tensor | None:
    """What is given; None if that is refused."""
    given = lender(messages.Wanted(name, list(args)))
    return None if isinstance(given, messages.Refused) else unpack(given.value)


@pytest.mark.parametrize(
    "args",
    [
        (), (1, 2, 3), (None,), (MAX_SIZE + 1,), (float("nan"),), (Items([1.0, 2.0]),),
        (Ref(1, "Linear"),), (pack(torch.zeros(MOST + 1)),), (pack(torch.zeros(MAX_SIZE + 1, 2)),),
        (pack(torch.zeros(900, 900, 0)),), (TensorData("float32", [3], b""),),
    ],
    ids=lambda args: repr(args)[:40],
)  # fmt: skip
def test_whatever_else_is_sent_is_refused(args):
    """Nothing that takes long, no object, and never an exception in the grader."""
    assert asked(*args) is None


def test_a_result_that_would_not_fit_into_a_frame_is_refused():
    lender = Lender({"square": lambda n: torch.zeros(n, n)})
    assert asked(MAX_SIZE, name="square", lender=lender) is None
    assert asked(8, name="square", lender=lender) is not None


def test_a_function_that_was_not_lent_is_refused(tmp_path):
    """Without a reference solution that is each of them."""
    assert asked(pack(torch.ones(1)), name="pack") is None
    assert callables(tmp_path / "reference.py") == {}


@pytest.mark.parametrize("name", ["reference", "provided"])
@pytest.mark.parametrize("code", ["import nothing_of_that_name", "def torn("])
def test_code_of_the_authors_that_cannot_be_run_is_named(tmp_path, name, code):
    file = tmp_path / f"{name}.py"
    file.write_text(code)
    with pytest.raises(CourseError, match=rf"{name}\.py cannot be run: (ModuleNotF|Syntax)"):
        provided(tmp_path) if name == "provided" else callables(file)


CODE = """
import math
from torch import nn
FACTOR = 2
class Norm(nn.Module): ...
def bent(x):
    return x * FACTOR
bent.name = "bent"
class Block:
    def __init__(self):
        self.norm = Norm()
"""


def test_a_worker_gets_what_one_provided_name_needs_and_nothing_else(tmp_path):
    assert provided(tmp_path).names == frozenset()
    (tmp_path / "provided.py").write_text(CODE)
    code = provided(tmp_path, ("Norm", "Block"))
    assert code.names == {"Norm", "bent", "Block"}
    assert "Block" not in code.sources["Norm"] + code.sources["bent"]
    assert "Norm" in code.sources["Block"]
    namespace: dict[str, Any] = {}
    exec(code.sources["bent"], namespace)
    assert (namespace["bent"](3), namespace["bent"].name) == (6, "bent")


def test_provided_code_that_uses_a_later_part_is_refused(tmp_path):
    (tmp_path / "provided.py").write_text(CODE)
    with pytest.raises(CourseError, match="Block uses Norm, which is a later part"):
        provided(tmp_path, ("Block", "Norm"))


WANTED = messages.Wanted("halved", [pack(torch.tensor([2.0]))])


def test_who_was_lent_nothing_and_asks_for_it_speaks_out_of_turn():
    worker, _ = hosted(WANTED)
    with losing(LossCause.PROTOCOL_ERROR):
        worker.ask([messages.State()], 5)


def test_who_asks_for_what_is_lent_without_end_is_stopped():
    """Each of its questions comes soon, and all of them together are one answer."""
    worker, _ = hosted(messages.Returned(None), *[WANTED] * 100_000)
    worker.lend([("halved", ["x"])], LENDER, 5)
    with losing(LossCause.LATE):
        worker.ask([messages.State()], 0.02)


def test_what_a_lent_function_computes_counts_for_the_answer():
    """Asked without end, a slow one would keep the grader for hours, the worker for seconds."""
    calls = []

    def slow(_: torch.Tensor) -> int:
        calls.append(time.thread_time())
        while time.thread_time() < calls[-1] + 0.01:
            pass
        return 1

    worker, _ = hosted(messages.Returned(None), *[WANTED] * 10_000)
    worker.lend([("halved", ["x"])], Lender({"halved": slow}), 5)
    with losing(LossCause.LATE):
        worker.ask([messages.State()], 0.1)
    assert len(calls) <= LENDING_FACTOR * 0.1 / 0.01 + 1
