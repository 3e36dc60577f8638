"""A case of a check that allows only so much memory and computing, and who tries to have more."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from autograder.authoring.audit_run import AuditRun
from autograder.checks.allowance import Allowance
from autograder.checks.results import CaseResult
from autograder.checks.suite import Oracle
from autograder.core.assignment.load import load
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.errors import CourseError, GraderFault
from autograder.core.model import Outcome
from autograder.grading.session import Session
from autograder.notebook.read import Code
from autograder.sandbox.host import Host, warm_host
from autograder.sandbox.isolation import Rings
from autograder.wire import messages
from tests.courses import edit
from tests.small import SOLUTION, release, small_assignment

SUITE = '''
import pytest
import torch
from autograder.checks import agree, part


def given(seed, tokens):
    source = torch.Generator().manual_seed(seed)
    return [torch.randn(tokens, 64, generator=source) for _ in range(3)]


def rows(q, k, v, places):
    found = []
    for row in places:
        scores = q[row] @ k[: row + 1].T / 8
        found.append(torch.softmax(scores, dim=-1) @ v[: row + 1])
    return torch.stack(found)


@part("centred", value=True)
def test_short(student):
    """Short texts.

    短文本。
    """
    for seed in (1, 4):
        q, k, v = given(seed, 16)
        agree(student.centred(q, k, v), rows(q, k, v, range(16)))


@pytest.mark.limits(memory="64MiB", of={"en": "8,192 tokens", "zh": "8192 个词元"})
@part("centred", value=True)
def test_long(student):
    """Long texts.

    长文本。
    """
    q, k, v = given(2, 8192)
    places = [0, 255, 256, 5000, 8191]
    agree(student.centred(q, k, v)[places], rows(q, k, v, places), atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize(
    "tokens", [16, pytest.param(512, marks=pytest.mark.limits(computing="0.3s"))]
)
@part("centred")
def test_quick(student, tokens):
    """Quickly.

    很快。
    """
    q, k, v = given(3, tokens)
    agree(student.centred(q, k, v)[:2], rows(q, k, v, [0, 1]), atol=1e-4, rtol=1e-4)
'''
NAIVE = """
def naive(q, k, v):
    scores = q @ k.T / 8
    hidden = torch.ones(len(q), len(q), dtype=torch.bool).triu(1)
    return torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1) @ v
"""
BLOCKS = """
def in_blocks(q, k, v, block=64):
    rows = []
    for begin in range(0, len(q), block):
        scores = q[begin : begin + block] @ k.T / 8
        hidden = torch.arange(len(k)) > torch.arange(begin, begin + len(scores))[:, None]
        rows.append(torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1) @ v)
    return torch.cat(rows)
"""
"""Its results lie between its large tensors; it needs no more than one round does all the same."""
SHORT = f"import torch\n{NAIVE}{BLOCKS}"
MORE = {
    "asks the kernel itself": """
import ctypes, os
def centred(q, k, v):
    libc, most = ctypes.CDLL(None), (ctypes.c_uint64 * 2)(2**64 - 1, 2**64 - 1)
    for pid in (0, os.getpid(), os.getppid()):
        for kind in (2, 9):
            libc.prlimit(pid, kind, most, None)
    libc.prctl(35, 1, 0, 0, 0)
    return naive(q, k, v)
""",
    "keeps a reserve": """
RESERVE = []
try:
    while True:
        RESERVE.append(bytearray(1 << 20))
except MemoryError:
    del RESERVE[-8:]
def centred(q, k, v):
    RESERVE.clear()
    return naive(q, k, v)
""",
}
ELSEWHERE = {
    "shared memory": "return mmap.mmap(-1, size)",
    "a file that is mapped": """
    with open("swap", "wb+") as file:
        file.truncate(size)
        return mmap.mmap(file.fileno(), size)""",
    "a file": 'return open("swap", "wb").write(bytes(1 << 20)) == 1 << 20',
    "a file without a name": """
    import os
    return os.truncate(os.open(".", os.O_TMPFILE | os.O_RDWR), size) is None""",
    "the targets of links": """
    import os
    for number in range(64):
        os.symlink("x" * 4000, f"swap{number}")
    return True""",
    "folders' names": """
    import os
    return not os.mkdir("swap")""",
    "what is free above the heap": "return torch.empty(size // 4).fill_(1)",
    "the files that are given": """
    with open("words.txt", "rb+") as file:
        return mmap.mmap(file.fileno(), 0)""",
}
"""Beside what `tests/sandbox` has refused in every worker: processes, files in memory."""
PROBE = """
import mmap
def elsewhere(size=60 << 20):
    {how}
def centred(q, k, v):
    if len(q) < 8192:
        return in_blocks(q, k, v)
    try:
        if not elsewhere():
            raise OSError
    except (OSError, RuntimeError, ValueError, MemoryError, OverflowError):
        return in_blocks(q, k, v)
    return q
"""
BURNS = """
import time
def burn():
    began = time.thread_time()
    while time.thread_time() - began < {seconds}:
        sum(range(1000))
"""
LONGER = {
    "swallows the alarm": """
    for _ in range(3):
        try:
            burn()
        except BaseException:
            pass""",
    "ignores the alarm": """
    import signal
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_PROF, 0)
    burn()""",
    "computes in the thread of an earlier cell": """
    import signal
    signal.setitimer(signal.ITIMER_PROF, 0)
    BEGIN.set()
    END.wait()""",
}
HELPER = """
import threading
BEGIN, END = threading.Event(), threading.Event()
def helper():
    BEGIN.wait()
    burn()
    END.set()
threading.Thread(target=helper, daemon=True).start()
"""
SLOW = """
def centred(q, k, v):
    if len(q) == 512:
        slow()
    return in_blocks(q, k, v)
"""

MISTAKE = """'''
name = "all scores at once"
name_zh = "一次算出全部分数"
question = "How many scores are there for 8,192 tokens?"
question_zh = "8192 个词元有多少个分数？"
fails = "limits"
'''
"""


def limited(root: Path, suite: str = SUITE) -> Path:
    """A small assignment with a check that has limits."""
    folder = small_assignment(root)
    (folder / "hidden/test_centred.py").write_text(suite, "utf-8")
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Assignment:
    folder = limited(tmp_path_factory.mktemp("limits"))
    (folder / "given").mkdir()
    (folder / "given/words.txt").write_text("words " * 10_000)
    return load(folder)


@pytest.fixture(scope="module")
def warm(small, rings) -> Iterator[Host]:
    with warm_host(small, rings) as host:
        yield host


@pytest.fixture(scope="module")
def judged(small, warm) -> Callable[..., dict[str, CaseResult]]:
    """By check what becomes of these cells; of several cases, what was too dear."""
    oracle = Oracle(small)

    def judge(*cells: str) -> dict[str, CaseResult]:
        code = tuple(Code(index, source) for index, source in enumerate((SHORT, *cells)))
        with closing(Session(warm.spawn, code, small.limits)) as session:
            cases = oracle.judge(session, ("centred",), {}, None, EXAMPLE)
        return {
            case.check.partition("/")[2]: case for case in sorted(cases, key=lambda case: case.dear)
        }

    return judge


@pytest.fixture(scope="module")
def ended(judged) -> Callable[..., dict[str, tuple[Outcome, bool]]]:
    """By check how it ended, and whether by its cost."""
    return lambda *cells: {name: (case.outcome, case.dear) for name, case in judged(*cells).items()}


RIGHT = (Outcome.PASSED, False)
TOO_DEAR = (Outcome.FAILED, True)


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """One on which two programs compute; the other tests are on one that has nothing else to do."""
    program = [sys.executable, "-c", "while True: pass"]
    processes = [subprocess.Popen(program) for _ in range(2)]
    yield
    for process in processes:
        process.kill()
        process.wait()


@pytest.mark.usefixtures("busy_machine")
def test_who_needs_much_memory_fails_and_who_works_in_blocks_passes(ended):
    results = ended("centred = naive")
    assert results == {"short": RIGHT, "long": TOO_DEAR, "quick": RIGHT}
    assert set(ended("centred = in_blocks").values()) == {RIGHT}


@pytest.mark.usefixtures("busy_machine")
def test_who_computes_for_long_fails(ended):
    results = ended(BURNS.format(seconds=2) + "\ndef slow():\n    burn()\n", SLOW)
    assert results == {"short": RIGHT, "long": RIGHT, "quick": TOO_DEAR}


def test_what_costs_much_is_not_tried_where_the_main_check_fails(judged):
    """A class of wrong answers takes no longer than one of right ones; nothing would be earned."""
    result = judged("centred = lambda q, k, v: q")["long"]
    assert (result.outcome, result.dear) == (Outcome.NOT_RUN, False)
    assert result.detail.en == "not run: the main check comes first"


def test_a_failure_says_what_was_allowed(judged):
    detail = judged("centred = naive")["long"].detail
    assert detail.en == (
        "it needs more memory than the 64 MiB that the exercise allows for 8,192 tokens"
    )
    assert detail.zh == "处理 8192 个词元所需的内存超过了练习允许的 64 MiB"


def test_the_sentence_of_a_check_states_its_limits(small):
    sentences = {check.id: check.sentence for check in Oracle(small).checks}
    assert sentences["centred/long"].en == "Long texts. Allowed: 64 MiB of memory for 8,192 tokens."
    assert sentences["centred/long"].zh == "长文本。允许：64 MiB 内存（8192 个词元）。"
    assert sentences["centred/quick"].en == "Quickly."


@pytest.mark.parametrize("how", MORE)
def test_nobody_has_more_memory_than_is_allowed(ended, how):
    assert ended(MORE[how])["long"] != RIGHT


@pytest.mark.parametrize("how", ELSEWHERE)
def test_no_memory_is_had_beside_what_is_counted(ended, how):
    """The answer is right, in blocks, only where it was refused."""
    assert ended(PROBE.format(how=ELSEWHERE[how]))["long"] == RIGHT


@pytest.mark.parametrize("how", LONGER)
def test_nobody_computes_for_longer_than_is_allowed(ended, how):
    slow = f"{BURNS.format(seconds=1.5)}{HELPER}\ndef slow():\n    {LONGER[how]}\n"
    assert ended(slow, SLOW)["quick"] == TOO_DEAR


FAIR = {
    "who tries, and then uses less": ("""
def centred(q, k, v):
    try:
        return naive(q, k, v)
    except (MemoryError, RuntimeError):
        return in_blocks(q, k, v)
""",),
    "what other cells keep": ("TABLE = torch.ones(14_000_000)", "centred = in_blocks"),
    "what other cells import": ("import copy\nT = torch.ones(14_000_000)", "centred = in_blocks"),
    "NumPy's own buffer": ("""
def centred(q, k, v):
    product = q[:512].numpy() @ k[:512].numpy().T
    kept = torch.empty(10 << 20)
    return in_blocks(q, k, v) + 0 * float(product[0, 0])
""",),
    "names to which no definition leads": ("SIZE = 128", """
def centred(q, k, v):
    return in_blocks(q, k, v, globals()["SIZE"])
"""),
}  # fmt: skip


@pytest.mark.parametrize("cells", FAIR.values(), ids=FAIR)
def test_what_is_allowed_is_not_charged(ended, cells):
    assert set(ended(*cells).values()) == {RIGHT}


def test_a_worker_that_cannot_be_held_is_a_fault_of_the_grader(small, warm):
    """No student's code has run by then."""
    no_limit = Allowance(memory=-(1 << 50))
    with (
        closing(Session(warm.spawn, (Code(0, SHORT),), small.limits)) as session,
        pytest.raises(GraderFault, match="cannot be made"),
    ):
        session.within(no_limit, None).ask(messages.Names())


@pytest.mark.parametrize(
    "words", ["", 'memory="32MB"', "memory=32", 'computing="0.0s"', 'size="1MiB"', '"32MiB"']
)
def test_limits_that_are_none_are_named(tmp_path, words):
    folder = limited(tmp_path, SUITE.replace('computing="0.3s"', words))
    with pytest.raises(CourseError, match=r"test_quick\[512\]: write @pytest\.mark\.limits"):
        Oracle(load(folder))


@pytest.fixture
def course(tmp_path) -> Path:
    """A course whose assignment has a part with limits, with a solution and specimens."""
    folder = limited(tmp_path)
    text = (folder / "notebook.py").read_text("utf-8")
    text = text.replace("def centred(x: torch.Tensor)", "def centred(q, k, v)")
    lines = ["### BEGIN SOLUTION", "    block = 64", *BLOCKS.strip().splitlines()[1:]]
    body = "\n".join([*lines, "    ### END SOLUTION"])
    (folder / "notebook.py").write_text(SOLUTION.sub(lambda _: body, text, count=1), "utf-8")
    for old in (folder / "specimens").glob("*/centred/*.py"):
        old.unlink()
    naive = MISTAKE + NAIVE.replace("naive", "centred")
    (folder / "specimens/mistakes/centred/naive.py").write_text(naive, "utf-8")
    small = BLOCKS.replace("in_blocks", "centred").replace("block=64", "block=32")
    small = f"'''\nform = \"blocks of 32\"\n'''\n{small}"
    (folder / "specimens/alternatives/centred/small.py").write_text(small, "utf-8")
    release(tmp_path)
    return tmp_path


def problems(course: Path, rings: Rings) -> str:
    """What the audit of the part with limits finds wrong."""
    run = AuditRun(course, "small", rings, 2)
    audit = run.audit(frozenset({"centred"}), lambda ready, _: ready)
    assert audit.rows[0].named == 1
    ignored = ("is needed by no mistake", "`autograder learn`")
    return "\n".join(line for line in audit.problems if not any(text in line for text in ignored))


def test_the_audit_wants_right_answers_to_do_with_half_and_what_is_only_dear_to_be_right(
    course, rings
):
    assert problems(course, rings) == ""
    small = course / "assignments/small"
    edit(small / "hidden/test_centred.py", "64MiB", "8MiB")
    edit(small / "specimens/mistakes/centred/naive.py", "/ 8", "/ 9")
    text = problems(course, rings)
    assert "with half of what is allowed reference loses points in centred" in text
    assert "with half of what is allowed alternative:centred/small loses points" in text
    assert "mistake:centred/naive fails centred/short otherwise than by what it costs" in text
