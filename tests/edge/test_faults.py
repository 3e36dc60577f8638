"""Faults of the grader's own: said as such, tried again where that is right, never a mark."""

import errno
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from unittest.mock import Mock

import psutil
import pytest

from autograder.authoring.specimens import solution
from autograder.checks.suite import Oracle
from autograder.core.errors import GraderFault
from autograder.core.model import Examined, Graded, Report
from autograder.grading import session
from autograder.grading.judging import specimen_results
from autograder.grading.pool import grade_all
from autograder.notebook.read import Code
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host
from autograder.sandbox.worker_process import LossCause, WorkerLost
from tests.cells import above
from tests.courses import edit, until


def fragile(submission: Submission) -> Examined:
    """An empty report and a mark; or the death of the process: each time, or before the mark."""
    time.sleep(0.02)
    kind, _, mark = submission.data.decode().partition(" ")
    if kind == "deadly" or (kind == "once" and not Path(mark).exists()):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "full":
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    Path(mark).touch()
    return Examined(Report("a", "en", "", "", ()), b"")


def graded(room: Path, jobs: int, *names: str) -> Iterator[Graded]:
    """What comes of submissions of these names, each of which has a mark of that name."""
    files = {name: Submission.of(name, f"{name} {room / name}".encode()) for name in names}
    return grade_all(fragile, files, jobs)


QUIET = [f"quiet-{n}" for n in range(10)]


def test_no_more_processes_are_forked_than_there_are_submissions(tmp_path, monkeypatch):
    made = Mock(side_effect=ProcessPoolExecutor)
    monkeypatch.setattr("autograder.grading.pool.ProcessPoolExecutor", made)
    assert len([*graded(tmp_path, 50, *QUIET[:3])]) == made.call_args.args[0] == 3


def test_a_dying_pool_process_and_a_full_disk_cost_nobody_else(tmp_path):
    names = ["quiet", "deadly", "full", *QUIET, "once"]
    results = {result.student: result for result in graded(tmp_path, 3, *names)}
    assert results.keys() == {*names}
    faults = {id_: str(result.problem) for id_, result in results.items() if result.report is None}
    assert faults.keys() == {"deadly", "full"}
    assert all(fault.startswith("grader's fault: ") for fault in faults.values())
    assert "No space left" in faults["full"]


def test_submissions_are_graded_while_whoever_takes_the_results_is_busy(tmp_path):
    """The process does not wait for a batch to be recorded."""
    results = graded(tmp_path, 1, *QUIET[:4])
    next(results)
    until(lambda: len([*tmp_path.iterdir()]) == 4)
    assert len(list(results)) == 3


def workers() -> set[psutil.Process]:
    return {*psutil.Process().children(recursive=True)}


def test_a_worker_killed_by_the_kernel_costs_no_points(grader, solved):
    """As for want of memory, half a second after it has begun."""
    slow, before = above(solved, "import time\ntime.sleep(1.5)").bytes(), workers()
    with ThreadPoolExecutor(1) as pool:
        reported, begun = pool.submit(grader.report, slow), []
        while not begun:
            assert not reported.done()
            new = workers() - before
            begun = [process for process in new if time.time() - process.create_time() > 0.5]
        begun[0].kill()
    report = reported.result()
    assert report.points == 100
    assert not any("process crashed" in str(note.error) for note in report.cells)


def killing(host: Host, number: int) -> Host:
    """The host; of the workers that it makes the one of this number is killed at once."""
    count = itertools.count()

    def spawn(**how):
        before, worker = workers(), host.spawn(**how)
        if next(count) == number:
            while not (new := workers() - before):
                pass
            new.pop().kill()
        return worker

    return SimpleNamespace(spawn=spawn)


def test_a_specimen_that_the_kernel_kills_is_no_mark_of_a_students(assignment, host):
    part, oracle = "softmax_naive", Oracle(assignment)
    code = (Code(0, solution(assignment, part)),)
    with pytest.raises(GraderFault, match="killed"):
        specimen_results(oracle, killing(host, 0), assignment.limits, code, part, 0)


def test_no_mark_hangs_on_a_worker_that_was_ended_for_want_of_memory(
    grader_of, host, solved, monkeypatch
):
    """Not on the second one either, which finds out why a check failed."""
    grader = grader_of(host=killing(host, 1))
    monkeypatch.setattr(session, "oom_kill_line", itertools.count().__next__)
    wrong = solved.answered({"softmax_naive": "def softmax_naive(x):\n    return x"})
    with pytest.raises(GraderFault, match="ran out of memory"):
        grader.report(wrong.bytes())


def test_no_mark_hangs_on_a_worker_that_gets_no_processor(grader_of, host, solved):
    """Not on those either that find out why a check failed: something else would be told."""
    count = itertools.count()

    def spawn(**how):
        worker = host.spawn(**how)

        def starved(*_):
            worker.close()
            raise WorkerLost(LossCause.STARVED)

        if next(count) in (1, 2):
            worker.ask = worker.perform = starved
        return worker

    wrong = solved.answered({"softmax_naive": "def softmax_naive(x):\n    return x"})
    with pytest.raises(GraderFault, match=r"^the machine is too busy"):
        grader_of(host=SimpleNamespace(spawn=spawn)).report(wrong.bytes())


def test_a_right_notebook_takes_a_worker_and_one_without_the_library(grader_of, host, solved):
    """For what definitions alone give no other cell is run again."""
    bare: list[bool] = []

    def spawn(**how):
        bare.append(how["bare"])
        return host.spawn(**how)

    assert grader_of(host=SimpleNamespace(spawn=spawn)).report(solved.bytes()).points == 100
    assert bare == [False, True]


KILLS = """import os
def softmax_naive(x):
    if getattr(torch, 'soft' + 'max')(torch.ones(2), 0).isnan().any(): os.kill(os.getpid(), 9)
    return torch.exp(x) / torch.exp(x).sum()
"""


def test_a_part_that_kills_its_second_process_alone_costs_that_part_alone(grader, solved):
    """Where the library gives no softmax, a right answer of part 1 is looked at once more."""
    report = grader.report(solved.answered({"softmax_naive": KILLS}).bytes())
    assert [part.id for part in report.parts if part.points < part.max_points] == ["softmax_naive"]


@pytest.fixture
def small_class(ready, solved, submit) -> Path:
    submit(ready, "ada", solved.bytes())
    submit(ready, "bob", solved.bytes())
    return ready


def refused(course: Path, run: Callable, scores: Callable) -> str:
    """What is said where grading ends in a fault of the grader's: no traceback, and no mark."""
    done = run(course, "autograder", "grade", "attention")
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    assert all(set(points.values()) == {None} for points in scores(course).values())
    return done.stderr


def test_a_broken_hidden_check_is_the_graders_fault(small_class, run, scores):
    suite = small_class / "assignments/attention/hidden/test_causal_mask.py"
    before = "    unchanged(student"
    edit(suite, before, f'    raise KeyError("ours")\n{before}')
    assert "grader's fault" in refused(small_class, run, scores)


@pytest.fixture
def small_disk(small_class, tmp_path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    options = ["-t", "tmpfs", "-o", "size=64m", "tmpfs", str(disk)]
    done = subprocess.run(["mount", *options], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this user may not mount a disk")
    try:
        yield copytree(small_class, disk / "course")
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_full_disk_is_said_and_the_next_run_records(
    small_disk, run, succeeds, scores, assignment
):
    ballast = small_disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    refused(small_disk, run, scores)
    ballast.unlink()
    succeeds(small_disk, "autograder", "grade", "attention")
    points = {f"test_{part.id}": part.points for part in assignment.parts}
    assert scores(small_disk) == {"ada": points, "bob": points}


REFUSING = """
import sys
from autograder.cli import main
def refuse(event, arguments):
    if event == "socket.bind" and isinstance(arguments[1], tuple) and arguments[1][1]:
        raise SystemExit(f"bound {arguments[1]}")
sys.addaudithook(refuse)
sys.argv[1:] = ["grade", "attention"]
main()
"""


def test_grading_a_class_needs_no_port(ready, solved, submit, succeeds):
    submit(ready, "ada", solved.bytes())
    done = succeeds(ready, Path(sys.executable).name, "-c", REFUSING)
    assert "bound" not in done.stderr
