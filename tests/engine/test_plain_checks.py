"""Facts as values: what stays unchanged, what is trained, what moves, whatever a class claims."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import get_args

import pytest
import torch
from torch import nn

from autograder.checks import Handle, Student, multiplies, shaped, trainable, unchanged
from autograder.checks.facts import CheckFailed
from autograder.checks.provided import Provided
from autograder.checks.results import CaseResult
from autograder.checks.worker_client import Conversation, MemoryBudget
from autograder.core.model import Outcome
from autograder.grading.judging import _joined
from autograder.wire import messages
from autograder.worker.answers import METHODS, Answers, restore_torch
from autograder.worker.cells import Notebook
from autograder.worker.stubs import CallRecorder, Recording
from tests.engine.far_end import Port

X = torch.tensor([1.0, -2.0, 3.0])
WEIGHTS = {"layer.weight": torch.arange(6.0).reshape(3, 2)}

ALONE = {
    "a draw": "return x + torch.rand(3)",
    "a copy that is changed": "y = x.clone(); y.add_(1); return y",
    "a generator of one's own": "return torch.rand(3, generator=torch.Generator().manual_seed(1))",
    "gradients off for a while": "with torch.no_grad():\n        return x * 2",
}
CHANGED = {
    "in place": "x.add_(1)",
    "in place and back the next time": "CALLS.append(1); x.mul_(-1)",
    "only the second time": "CALLS.append(1)\n    if len(CALLS) > 1:\n        x[0] = 7",
    "a fixed seed": "torch.manual_seed(0)",
    "the seed that there was": "torch.manual_seed(torch.initial_seed())",
    "a seed made of the argument": "torch.manual_seed(int(x.sum()))",
    "the state that there was": "s = torch.get_rng_state(); torch.rand(3); torch.set_rng_state(s)\n"
    "    torch.manual_seed(5)",
    "gradients off": "torch.set_grad_enabled(False)",
    "another type": "torch.set_default_dtype(torch.float64)",
    "another precision": "torch.set_float32_matmul_precision('medium')",
    "printing": "torch.set_printoptions(precision=8)",
    "denormals": "torch.set_flush_denormal(True)",
    "autocast": "torch.set_autocast_enabled('cpu', True)",
    "what autocast makes": "torch.set_autocast_dtype('cpu', torch.float16)",
    "autocast's cache": "torch.set_autocast_cache_enabled(False)",
    "warnings": "torch.set_warn_always(True)",
    "kernels": "torch.backends.mkldnn.enabled = False",
    "validation": "torch.distributions.Distribution.set_default_validate_args(False)",
    "sparse checks": "torch.sparse.check_sparse_tensor_invariants.enable()",
}
HEAD = """
import torch
from torch import nn
CALLS = []
"""
MODULE = """
class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 3, bias=False)
        {setup}

    def forward(self, x):
        return {result}

    {methods}
"""
HIDDEN = (
    "self.kept = [self.__dict__['_modules'].pop('layer')]; self.__dict__['layer'] = self.kept[0]"
)
CLAIMS = (
    "",
    "def parameters(self, recurse=True): yield from self.kept[0].parameters()",
    "def named_parameters(self, *args, **named): yield 'layer.weight', self.kept[0].weight",
    "def named_modules(self, *args, **named): yield from [('', self), ('layer', self.kept[0])]",
    "def children(self): yield self.kept[0]",
    "def state_dict(self, *args, **named): return {'layer.weight': self.kept[0].weight}",
)
STAYS = (
    "", "def to(self, *args, **named): return nn.Identity()",
    "def _apply(self, *args, **named): return nn.Identity()", "def __call__(self, x): return x",
    "def _call_impl(self, x): return x", "def _wrapped_call_impl(self, x): return x",
)  # fmt: skip


class Here(Port):
    """A worker's answers in this process."""

    def __init__(self) -> None:
        files = SimpleNamespace(cells_run=lambda: None, restore=lambda: None)
        self.answers = Answers(Notebook(1 << 16), lambda name, args: None, files)

    def ask(self, *requests: messages.Request) -> messages.Reply:
        return [self.answers.answer(request) for request in requests][-1]


@pytest.fixture
def run(assignment) -> Iterator[Callable[[str], Student]]:
    """Gives the student whose notebook has this cell; puts back what a notebook takes."""
    kept = sys.stdout, sys.stderr, sys.modules["__main__"]

    def student_of(source: str) -> Student:
        port = Here()
        reply = port.ask(messages.RunCell(0, HEAD + source, 5.0))
        assert isinstance(reply, messages.CellRan) and reply.error is None, reply
        return Student(Conversation(port, {}, 5.0, MemoryBudget()), {}, (), Provided())

    yield student_of
    sys.stdout, sys.stderr, sys.modules["__main__"] = kept
    restore_torch()


@pytest.fixture
def made(run) -> Callable[..., Handle]:
    """Makes a module of the student's class, with these changes of it."""

    def module_of(setup: str = "pass", result: str = "self.layer(x)", methods: str = "") -> Handle:
        module = run(MODULE.format(setup=setup, result=result, methods=methods))["Own"]()
        assert isinstance(module, Handle)
        return module

    return module_of


def test_every_request_has_its_answer():
    """Of one without, the error would be told as the student's own."""
    assert {*METHODS} == {*get_args(messages.Request)}


@pytest.mark.parametrize("body", ALONE.values(), ids=ALONE)
def test_what_changes_nothing_is_left_alone(run, body):
    student = run(f"def f(x):\n    {body}\n")
    unchanged(student, student.f, X)


@pytest.mark.parametrize("body", CHANGED.values(), ids=CHANGED)
def test_every_change_is_seen(run, body):
    student = run(f"def f(x):\n    {body}\n    return x + 0\n")
    with pytest.raises(CheckFailed):
        unchanged(student, student.f, X)


@pytest.mark.parametrize("body", [body for body in CHANGED.values() if "seed" not in body])
def test_no_change_of_torch_reaches_the_next_check(run, body):
    student = run(f"def f(x):\n    {body}\n    return x + 0\n")
    before = student.state().settings
    student.f(X)
    restore_torch()
    assert student.state().settings == before


def test_a_layer_of_the_module_is_trained_unless_it_is_frozen(made):
    trainable(made(), WEIGHTS)
    with pytest.raises(CheckFailed):
        trainable(made("self.layer.requires_grad_(False)"), WEIGHTS)


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ("del self.layer.weight", "there is no layer.weight"),
        ("self.layer.weight = None", "there is no layer.weight"),
        ("self.layer = nn.Linear(5, 3)", r"layer.weight has shape \(3, 5\)"),
    ],
)
def test_what_a_module_lacks_is_not_told_as_a_shape(made, setup, says):
    shapes = {path: tuple(weight.shape) for path, weight in WEIGHTS.items()}
    shaped(made(), shapes)
    with pytest.raises(CheckFailed, match=says):
        shaped(made(setup), shapes)


def test_a_value_in_the_place_of_a_method_fails_the_check(made):
    """And is no error of the check's own."""
    with pytest.raises(CheckFailed, match="no method"):
        made("self.merge = 5").method("merge")


@pytest.mark.parametrize("methods", CLAIMS)
def test_a_class_that_overrides_torchs_methods_registers_nothing_by_it(made, methods):
    module = made(HIDDEN, methods=methods)
    assert module.parameter_count() == 0
    assert not module.parameter("layer.weight").registered
    with pytest.raises(CheckFailed):
        trainable(module, WEIGHTS)


@pytest.mark.parametrize("methods", STAYS)
def test_a_class_that_overrides_torchs_methods_moves_nothing_by_it(made, methods):
    masked = "self.layer(x) * self.mask"
    assert made("self.mask = torch.ones(3)", masked, methods).travel((1, 2)).mixed


def test_indices_may_stay_where_they_were(made):
    """torch takes them on the CPU for a tensor on any device."""
    stays = "def at(self, x):\n        x[:, torch.tensor([0])] = 0.0\n        return x"
    moved = made("pass", "self.at(self.layer(x))[:, torch.tensor([0, 0])]", stays).travel((1, 2))
    assert (moved.mixed, moved.error, moved.idle) == (False, None, False)


def test_a_layer_without_part_in_the_result_is_seen(made):
    assert made("self.other = nn.Linear(2, 3)").travel((1, 2)).idle


@pytest.mark.parametrize(
    ("result", "unknown", "error"),
    [("x / (x * 2.0).max().item()", True, ""), ("self.layer(x) + x", False, "broadcast")],
    ids=["numbers are read", "sizes that do not fit"],
)
def test_what_is_not_known_without_numbers_is_told_from_an_error(made, result, unknown, error):
    """On the meta device there are shapes alone."""
    moved = made("pass", result).travel((1, 2))
    assert moved.unknown is unknown
    assert error in str(moved.error)


MULTIPLIES = {
    "zeros": ("self.weight = nn.Parameter(torch.zeros(2, 3))", "x @ self.weight", True),
    "other numbers": ("self.weight = nn.Parameter(torch.rand(2, 3))", "x @ self.weight", False),
    "another width": ("self.weight = nn.Parameter(torch.zeros(2, 4))", "x @ self.weight", False),
    "a bias": ("self.bias = nn.Parameter(torch.zeros(3))", "x[..., :1] * 0 + self.bias * 2", False),
    "nothing trained": ("pass", "torch.zeros(*x.shape[:-1], 3)", False),
}


@pytest.mark.parametrize(("setup", "result", "does"), MULTIPLIES.values(), ids=MULTIPLIES)
def test_only_what_multiplies_by_zeros_that_are_trained_is_a_stand_in(made, setup, result, does):
    assert multiplies(made(setup, result), {"d_in": 2, "d_out": 3}) is does


@pytest.mark.parametrize("width", [True, 0, -1, 2.0, "2", 1 << 40])
def test_a_width_that_no_module_has_is_not_tried(made, width):
    module = made()
    assert not multiplies(module, {"d_in": 2, "d_out": width})
    assert not multiplies(module, {"d_in": width, "d_out": 2})


def test_what_goes_wrong_in_the_grader_without_the_library_is_no_mark():
    right, fault = (
        CaseResult("p/values", "one", outcome, None)
        for outcome in (Outcome.PASSED, Outcome.GRADER_FAULT)
    )
    assert _joined(right, fault) is fault


def test_provided_code_that_uses_a_part_is_given_to_no_check(assignment):
    first = assignment.parts[0]
    code = Provided({"Pair": ""}, {"Pair": frozenset({"Pair", first.name})})
    line = Conversation(Here(), [first.name], 1.0, MemoryBudget())
    student = Student(line, {first.name: first}, (), code)
    with pytest.raises(LookupError, match=f"'Pair' .* uses {first.name}, which is a part"):
        student.provided("Pair")


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
    recorder = CallRecorder(names, "Real", stand_in(), hollow)
    try:
        with pytest.raises(type(real.value)) as refused:
            (Real if hollow else names["Real"])(*args, **kwargs)
    finally:
        recorder.restore()
    # Where a size stands among its layer's sizes is a layer's own affair.
    assert str(refused.value)[:25] == str(real.value)[:25]


def test_what_the_real_class_takes_its_stand_in_takes():
    recorded = stand_in()
    recorded.type(3, 4, 1)
    recorded.type(d_out=torch.tensor(4), d_in=3, rate=0.0, bias=True)
    assert len(recorded.made) == 2
