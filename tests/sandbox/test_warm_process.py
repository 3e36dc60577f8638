"""What the warm process does without, so that it is ready soon and its forks are cheap."""

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from autograder.core.assignment.plan import Assignment, Limits
from autograder.core.errors import GraderFault
from autograder.grading.session import Session
from autograder.notebook.read import Code
from autograder.sandbox import bubblewrap
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings, choose
from autograder.wire import messages
from autograder.worker.confine import landlock
from autograder.worker.control import Preload
from tests.prepared import Prepared, prepared

WARM = """
import sys
from autograder.worker import compiler
compiler.replace()
import torch
torch.ones(2, requires_grad=True).exp().sum().backward()
torch.nn.Linear(2, 1).to("meta")(torch.ones(1, 2, device="meta"))
"""
HUGE = "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"
ENVIRONMENT = bubblewrap.ENVIRONMENT | {"PATH": os.environ["PATH"]}


@pytest.fixture(scope="module")
def warm() -> Iterator[Prepared]:
    """An interpreter whose torch has computed, with the substitutes for its compiler."""
    with prepared(WARM, ENVIRONMENT) as python:
        yield python


def test_computing_imports_neither_compiler_nor_algebra(warm):
    """Operations ask for the one, each backward pass for the other, and inspect for every file."""
    program = """
import inspect
inspect.getmodule(compile('1', 'nowhere', 'eval'))
print([m for m in sys.modules if m.startswith(("torch._dynamo.", "sympy."))])
"""
    assert warm.said(program) == "[]"


def test_plain_sizes_are_judged_as_the_algebra_judges_them(warm):
    """What stands in for torch's own functions answers as they do, of their own types."""
    program = """
import importlib, torch
from itertools import product
from autograder.worker.compiler import PLAIN
pairs, sizes = {"sym_and", "sym_or"}, [(1, 2), [1, 2], torch.Size([1, 2]), (2, 1), (1, 2, 3), ()]
whole = {"is_nested_int", "has_guarding_hint", "guard_int"}
asked = [("sym_eq", two) for given in ((0, 1, 2), sizes) for two in product(given, given)]
for name in PLAIN.keys() - {"sym_eq"}:
    given = (0, 3) if name in whole else (True, False)
    asked += [(name, args) for args in product(given, repeat=1 + (name in pairs))]
def answers():
    shapes = importlib.import_module("torch.fx.experimental.symbolic_shapes")
    return [getattr(shapes, name)(*args) for name, args in asked]
plain = answers()
none = [m for m in sys.modules if m.startswith("sympy.")]
del sys.modules["torch.fx.experimental.symbolic_shapes"]
print(none, len(asked) > 20, repr(answers()) == repr(plain), "sympy.core" in sys.modules)
"""
    assert warm.said(program).split() == ["[]", "True", "True", "True"]


def test_to_compare_tensors_in_a_worker_imports_nothing(host):
    cell = """
import sys, torch
before = set(sys.modules)
torch.testing.assert_close(torch.ones(1), torch.ones(1))
print(set(sys.modules) - before)
"""
    assert printed(host, cell) == "set()"


def test_an_answer_may_compile_in_a_worker(host):
    """`compile` and `script` compile nothing, and so does whoever asks the compiler itself."""
    cell = """
import torch
@torch.compile(fullgraph=True)
def twice(x):
    return 2 * x
model = torch.compile(torch.nn.Linear(2, 1), mode="max-autotune")
model.compile()
@torch.jit.script
def thrice(x):
    return 3 * x
print(twice(torch.ones(1)).item(), model(torch.ones(2)).shape, thrice(torch.ones(1)).item())
import torch._dynamo
print(torch._dynamo.optimize("eager")(lambda x: x + 1)(torch.ones(1)).item())
print(torch.func.grad(lambda x: (x * x).sum())(torch.ones(1)).item())
print(torch.func.jacfwd(lambda x: x * x)(torch.ones(1)).item())
import sympy.core
print(isinstance(sympy.symbols("x"), sympy.Basic))
try:
    import torch._inductor.fx_passes
except ImportError:
    print("what compiles is not there")
"""
    lines = printed(host, cell).splitlines()
    numbers = ["2.0 torch.Size([1]) 3.0", "2.0", "2.0", "2.0"]
    assert lines == [*numbers, "True", "what compiles is not there"]


def test_the_installation_may_lie_in_a_folder_of_any_name(warm, tmp_path):
    """The kernel tells the names of mapped files as they are."""
    (tmp_path / "张三").write_bytes(b"code")
    program = f"""
import mmap
from autograder.worker import heap
file = open({str(tmp_path / "张三")!r})
mapped = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
print(heap.collapse())
"""
    assert warm.said(program) == "None"


def test_what_is_drawn_without_a_seed_is_the_same_in_every_warm_process(warm):
    """Else one notebook prints this here and that there."""
    program = """
import random, numpy
from autograder.worker.warmup import settle_chance
for chance in (random, numpy.random, torch): chance.seed()
settle_chance()
print(random.random(), numpy.random.rand(), torch.rand(1).item(), torch.nn.Linear(1, 1).weight)
"""
    assert warm.said(program) == warm.said(program)


def test_a_set_of_words_has_one_order_in_every_warm_process(host):
    """Else a vocabulary made of one earns other points next time."""
    assert printed(host, "import sys; print(sys.flags.hash_randomization)") == "0"


@pytest.mark.skipif(not Path(HUGE).exists(), reason="this kernel has no huge pages")
def test_a_single_submission_does_not_wait_for_what_pays_for_a_class(assignment):
    """The warm process gathers its memory for the forks of many workers behind the second fork."""
    # A kernel whose memory is in pieces may have no huge page to give at the moment.
    assert any(_gathers_behind_the_second_fork(assignment) for _ in range(4))


def _gathers_behind_the_second_fork(assignment: Assignment) -> bool:
    huge = []
    with warm_host(assignment, Rings(None, landlock.abi())) as host:
        for _ in range(3):
            warm = printed(host, "import os; print(os.getppid())")
            rollup = Path(f"/proc/{warm}/smaps_rollup").read_text()
            huge.append(int(re.findall(r"AnonHugePages: *(\d+) kB", rollup)[0]))
    # What is done behind a fork is done before the next; some 20 MB the kernel gives by itself.
    return huge[2] - huge[1] > 60_000 > huge[1] - huge[0]


FILLS = """
held = []
try:
    while True:
        held.append(bytes(60_000))
except MemoryError:
    filled = len(held)
    del held
print(filled * 60_000 >> 20)
"""


def test_no_worker_may_use_less_memory_than_the_first(assignment):
    """Whatever has been done to the warm process's memory in between."""
    with warm_host(assignment, choose()) as host:
        filled = [int(printed(host, FILLS)) for _ in range(3)]
    assert min(filled[1:]) >= filled[0] > 0.9 * assignment.limits.memory_mb


def test_a_host_can_be_started_before_it_is_entered_and_be_left_unused():
    """Again after its end, too; one that nobody needs any more is not waited for, and its scratch
    goes with it. The kernel ends an argument at 128 KiB; visible checks may be longer."""
    host = Host(Limits(), choose(), Preload({"checks": f"TEXT = {'x' * 300_000!r}\n"}))
    host.start()
    for _ in range(2):
        with host:
            assert printed(host, "import checks\nprint(len(checks.TEXT))") == "300000"
    groups = []
    for milliseconds in range(8):
        host.start()
        time.sleep(milliseconds / 1000)
        host.close()
        assert not Path(host._scratch.name).exists()
        groups.append(host._process.pid)
    # What bubblewrap has just forked does not end with it.
    for group in groups:
        with pytest.raises(ProcessLookupError):
            for _ in range(100):
                os.killpg(group, 0)
                time.sleep(0.1)


def test_what_one_worker_fills_its_neighbour_still_has():
    order = messages.RunCell(0, "open('kept', 'wb').write(bytes(900_000))", 30.0)
    host = Host(Limits(scratch_mb=1), choose(), Preload())
    with host, closing(host.spawn()) as one, closing(host.spawn()) as other:
        replies = [worker.ask([order], 60.0) for worker in (one, other)]
    assert replies == [messages.CellRan("", None)] * 2


def test_a_host_that_does_not_start_says_so_and_leaves_nothing(monkeypatch):
    monkeypatch.setattr("autograder.sandbox.host.START_SECONDS", 0.001)
    host = Host(Limits(), Rings(None, landlock.abi()), Preload())
    with pytest.raises(GraderFault, match=r"not ready in 0.001 s; is there enough memory\?"), host:
        pass
    assert not Path(host._scratch.name).exists()


def test_a_worker_that_cannot_be_confined_is_a_fault_of_the_machine():
    """Without a place for its scratch; nothing of the notebook's has run in it."""
    with Host(Limits(), Rings(None, landlock.abi()), Preload()) as host:
        shutil.rmtree(host._scratch.name)
        with pytest.raises(GraderFault, match="could not be confined"):
            Session(host.spawn, (Code(0, "x = 1"),), Limits()).ready_worker()


def printed(host: Host, source: str) -> str:
    with closing(host.spawn()) as worker:
        reply = worker.ask([messages.RunCell(0, source, 30.0, False)], 60.0)
    assert isinstance(reply, messages.CellRan)
    return reply.output.strip()
