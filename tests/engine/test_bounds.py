"""Whatever a notebook holds: it is read in bounded time, depth and memory, or refused."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from html import escape

import pytest

from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Examined, Report
from autograder.grading import pool
from autograder.grading.bounds import Bounds
from autograder.grading.pool import grade_all
from autograder.nbgrader_adapter.autograded.outputs import clean_markdown
from autograder.notebook import repair
from autograder.notebook.answers import recover
from autograder.notebook.calls import Source
from autograder.notebook.read import Code, read
from autograder.notebook.repair import mended
from autograder.notebook.student_code import form
from autograder.notebook.submission import Submission
from autograder.notebook.syntax import (
    BEYOND_BOUNDS,
    MAX_DEPTH,
    MAX_TOKENS,
    parsed,
    tokens_in,
    tree,
)
from tests.cells import notebook, zipped
from tests.fuzz import stages
from tests.tiers import every, only

CPU_SECONDS = 8.0
"""Many times what a linear reader needs; what is not linear took from 29 seconds to hours."""

DEEP = {
    "attributes": lambda n: "x" + ".a" * n,
    "texts": lambda n: '"a"' + '+"a"' * n,
    "lists": lambda n: "[" * n + "]" * n,
    "parentheses": lambda n: "(" * n + "1" + ",)" * n,
    "lambdas": lambda n: "lambda: " * n + "0",
    "branches": lambda n: "if a: pass\n" + "elif a: pass\n" * n,
    "blocks": lambda n: "".join(" " * i + "if a:\n" for i in range(n)) + " " * n + "pass",
    "stored attributes": lambda n: "torch" + ".a" * n + " = 1",
    "magics": lambda n: "%time " * n + "x",
    "cell magics": lambda n: "%%time\n" * n + "x",
    "questions": lambda n: "x?\n" * n,
    "getattr": lambda n: "getattr(" * n + "x" + ", 'a')" * n,
}  # fmt: skip


@pytest.mark.parametrize(
    "n", only([MAX_DEPTH - 20, 100_000], [MAX_DEPTH - 20, 180, 1_500, 9_000, 100_000])
)
@pytest.mark.parametrize("kind", DEEP)
def test_no_depth_of_code_ends_the_reader(kind, n):
    n = min(n, 300 if kind == "blocks" else 400_000 // len(DEEP[kind](1)))
    began = time.process_time()
    assert stages.read_all(notebook(("code", f"y = 1\n{DEEP[kind](n)}\n"))) is not None
    assert time.process_time() - began < CPU_SECONDS


@pytest.mark.parametrize("kind", ["attributes", "texts", "branches"])
def test_a_cell_beyond_the_bounds_is_run_as_it_stands(kind):
    source = f"def softmax_naive(x):\n    return x\n{DEEP[kind](1_500)}"
    setting = stages.setting()
    recovered = recover(read(notebook(("code", source))), setting.released, setting.parts)
    assert source in [code.source for code in recovered.code]
    assert tree(source) is BEYOND_BOUNDS


def test_an_answer_is_found_in_a_cell_beyond_the_bounds():
    part = next(part for part in stages.setting().parts if part.forbids("softmax"))
    source = Source((Code(3, f"y = {DEEP['attributes'](1_500)}\n\ndef {part.name}(x):\n  0\n", 2),))
    assert (source.cell_of(part), source.cells_to_run([part])) == (3, {3})


WIDE = {
    "spaces before a name": lambda n: "x\n" + " " * n + "y",
    "spaces in a loop": lambda n: "for" + " " * n + "x",
    "lines of spaces": lambda n: (" " * 100 + "\n") * (n // 100),
    "words before no equals sign": lambda n: "a, " * (n // 3),
    "defined names": lambda n: "".join(f"n{i} = n{i + 1}\n" for i in range(n // 12)),
    "names in one line": lambda n: "; ".join(f"n{i} = n{i + 1}" for i in range(n // 12)),
    "dotted prefixes": lambda n: ("torch" + ".a" * 90 + "\n") * (n // 186),
    "backticks": lambda n: "`" * n,
    "fences": lambda n: "```\n" * (n // 4),
    "fences of growing length": lambda n: "\n".join("`" * i for i in range(3, int((2 * n) ** 0.5))),
    "a number of many digits": lambda n: "x = 0x" + "F" * n,
    "quotes": lambda n: "'''\\" * (n // 4),
    "assigned shell": lambda n: "x = !ls\n" * (n // 8),
}  # fmt: skip


@pytest.mark.parametrize("kind", only(["code"], ["code", "markdown", "raw"]))
@pytest.mark.parametrize("text", WIDE)
def test_no_length_of_text_takes_more_than_linear_time(text, kind):
    parts = stages.setting().parts
    answers = "".join(f"{part.name} = lambda x: n0\n" for part in parts)
    for n in (2_000, 200_000):
        wide = WIDE[text](n)
        data = notebook(*((kind, source) for source in (wide, answers, answers + wide)))
        began = time.process_time()
        assert stages.read_all(data) is not None
        assert time.process_time() - began < CPU_SECONDS


UNITS = (
    "'''\\", '"\\"', "<<<<<<< a\n", "=======\n", "```\n", "print  ", "&#9", "<pre><", "<!--", "{",
    "[", '{"source": "', '"source": "\\"', "torch ", " ", "\n", "def ", "# %%", "a=%", "a\n",
    ">>> ", "\t", "(", "-", "1.", "not ", "lambda:", "@", "\\", "，", "def f():\n  x=(\n",
)  # fmt: skip
"""Repeated, the food of slow expressions."""


@pytest.mark.parametrize("unit", every(3, UNITS))
@pytest.mark.parametrize("begin", ["{", "def f():\n", "<"], ids=["JSON", "script", "page"])
def test_no_length_of_a_damaged_file_takes_more_than_linear_time(begin, unit):
    began = time.process_time()
    for ending in ("", "x", '"', "\n"):
        stages.read_all(f"{begin}{unit * (16_000 // len(unit))}{ending}".encode())
    assert time.process_time() - began < CPU_SECONDS


def test_chosen_names_do_not_count_in_a_form():
    code = "a, b = x\nfor i in a:\n    c = i == b\n"
    assert form(code) == form("  u,v   =  x\nfor   k   in u:\n w = k == v\n")
    assert form(code) != form("a, b = x\nfor i in a:\n    c = i == x\n")


def test_no_text_is_read_twice_to_mend_a_cell(monkeypatch):
    """Each mend that changed nothing had what the one before it made read anew."""
    texts: list[str] = []

    def noting(source, *read):
        texts.append(source)
        return parsed(source, *read)

    monkeypatch.setattr(repair, "parsed", noting)
    mended("y = （1\n\tz = &lt;2\nno python here\n>>> x ＝ 1）\n\nw = 1\n", 0)
    assert len(texts) > 5
    assert len(set(texts)) == len(texts)


CODE = b'{"cell_type": "code", "metadata": {}, '
LARGE = {
    "empty objects": lambda: b"{}," * 4_000_000 + b"{}]}",
    "outputs": lambda: CODE + b'"source": "x = 1", "outputs": [' + b'{"":{}},' * 1_500_000
    + b'0]}], "nbformat": 4}',
    "lines": lambda: CODE + b'"source": [' + b'"a",' * 3_000_000 + b'"b"]}]}',
    "torn": lambda: b'{"a": [' + b"[]," * 4_000_000,
    "cells": lambda: b'{"cell_type":"","source":""},' * 400_000 + b"{}]}",
    "notes": lambda: b'{"cell_type": "code", "source": "", "metadata": {'
    + b",".join(b'"%d":0' % i for i in range(1_000_000)) + b"}}]}",
}  # fmt: skip


@pytest.mark.parametrize("kind", LARGE)
def test_a_small_archive_takes_no_large_memory(kind):
    """12 MB of empty objects took 295 MB in each process that read them."""
    packed = zipped(b'{"cells": [' + LARGE[kind](), "attention.ipynb")
    assert 0 <= stages.growth(packed) < 200


def test_prose_longer_than_a_person_writes_is_shown_as_it_stands():
    """Rendered, formulas without an end take quadratic time."""
    begun = "\\begin{a}<b>" * 10_000
    assert clean_markdown(begun) == f"<pre>{escape(begun)}</pre>"


def test_a_picture_that_is_not_kept_shows_as_its_text_which_cannot_act():
    """Whether the lesson or a student put it there; the page is shown all the same."""
    shown = clean_markdown(
        "![a <script>x()</script><b onclick=x()>mask</b>][m]\n\n[m]: attachment:m"
    )
    assert "<em>a" in shown
    assert "<script" not in shown and "<b onclick" not in shown


def test_a_pasted_log_of_comments_is_short_but_not_what_looks_like_one_in_an_f_string():
    assert tokens_in("# tensor([[0.43, 0.14, 0.89]])\n" * 5000) == 5000
    assert tokens_in('f"""\n# ' + "{a}" * 30_000 + '\n"""') > MAX_TOKENS


SOON = Bounds(cpu_seconds=1, memory_mb=256)


WAYS = {
    "raises": "raise ZeroDivisionError('of ours')",
    "spins": "while True: sum(range(10_000))",
    # No signal handler of Python's would be called before this is done.
    "spins in C": "(1 << 500_000_000) // (10**200_000 + 1)",
    "fills": "held = []\nwhile True: held.append(bytearray(1 << 20))",
    "nests": "def nests(): nests()\nnests()",
}


def examine(submission: Submission) -> Examined:
    name = submission.data.decode()
    exec(WAYS.get(name, ""), {})
    return Examined(Report("a", "en", name, "", ()), b"")


def test_who_is_too_slow_or_too_large_is_named_and_the_others_are_graded(monkeypatch):
    monkeypatch.setattr(pool, "BOUNDS", SOON)
    names = ("raises", "spins in C", "fills", "nests", "one", "two", "three")
    files = {name: Submission.of(name, name.encode()) for name in names}
    graded = {result.student: result for result in grade_all(examine, files, 2)}
    assert {name for name, result in graded.items() if result.report} == {"one", "two", "three"}
    assert graded["spins in C"].problem == f"unreadable: {SOON.too_slow}"
    assert graded["fills"].problem == "unreadable: it takes more than 256 MB of memory to read"
    assert "could not be graded: ZeroDivisionError: of ours" in str(graded["raises"].problem)
    assert graded["nests"].problem == "unreadable: it is nested too deep to read"


@pytest.mark.parametrize("way", ["spins", "fills", "nests"])
def test_a_process_that_is_to_go_on_is_only_stopped(way):
    """As in a watch, or in nbgrader's own process; and its limits are what they were."""
    with pytest.raises(SubmissionUnreadable), SOON.kept():
        exec(WAYS[way], {})
    with SOON.kept():
        pass
    assert signal.getsignal(signal.SIGPROF) is signal.SIG_DFL


def test_outside_of_a_main_thread_the_process_is_not_ended():
    """A server grades in one of its threads: a signal would end them all."""

    def work() -> object:
        with SOON.kept(ends_process=True):
            return signal.getsignal(signal.SIGPROF)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result() is signal.SIG_DFL
