"""Faults of the grader's own: said as such, tried again where that is right, never a mark."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copytree

import psutil
import pytest

from autograder.core.model import Examined, Report
from autograder.grading.pool import grade_all
from autograder.notebook.submission import Submission
from tests.cells import above
from tests.courses import edit

EMPTY = Report("a", "en", "", "", ())


def fragile(submission: Submission) -> Examined:
    """An empty report, or the death of the process: each time, or the first time only."""
    time.sleep(0.02)
    data = submission.data
    if data == b"deadly" or (data.startswith(b"once ") and _first(data)):
        os.kill(os.getpid(), signal.SIGKILL)
    if data == b"no room":
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return Examined(EMPTY, b"")


def _first(data: bytes) -> bool:
    mark = Path(data.removeprefix(b"once ").decode())
    if mark.exists():
        return False
    mark.touch()
    return True


def test_a_dying_pool_process_costs_nobody_else(tmp_path):
    texts = {"quiet": b"quiet", "deadly": b"deadly"} | {f"quiet-{n}": b"quiet" for n in range(10)}
    texts["once"] = b"once " + str(tmp_path / "mark").encode()
    files = {name: Submission.of(name, text) for name, text in texts.items()}
    results = {r.student: r for r in grade_all(fragile, files, 3)}

    assert set(results) == set(texts)
    assert [name for name, result in results.items() if result.report is None] == ["deadly"]
    assert str(results["deadly"].problem).startswith("grader's fault: ")


def read(files: dict[str, Path]) -> dict[str, Submission]:
    return {name: Submission.read(name, path) for name, path in files.items()}


def marking(submission: Submission) -> Examined:
    """An empty report, and a mark at the place that the submission names."""
    Path(submission.data.decode()).touch()
    return Examined(EMPTY, b"")


def test_submissions_are_graded_while_whoever_takes_the_results_is_busy(tmp_path):
    """The process does not wait for a batch to be recorded."""
    files = {f"student-{n}": tmp_path / f"student-{n}" for n in range(4)}
    marks = [tmp_path / f"mark-{n}" for n in range(4)]
    for file, mark in zip(files.values(), marks, strict=True):
        file.write_text(str(mark))
    results = grade_all(marking, read(files), 1)
    next(results)
    until = time.monotonic() + 60
    while not all(mark.exists() for mark in marks) and time.monotonic() < until:
        time.sleep(0.01)
    assert all(mark.exists() for mark in marks)
    assert len(list(results)) == 3


def test_a_disk_that_fills_while_grading_is_nobodys_notebook(tmp_path):
    files = {name: tmp_path / name for name in ("quiet", "no room")}
    for name, path in files.items():
        path.write_bytes(name.encode())
    results = {r.student: r for r in grade_all(fragile, read(files), 2)}
    assert results["quiet"].report
    assert str(results["no room"].problem).startswith("grader's fault: ")
    assert "No space left" in str(results["no room"].problem)


@pytest.fixture
def killer() -> Iterator[Callable[..., None]]:
    """Kill the workers below this process as they appear, as the kernel does for want of memory."""
    stop = threading.Event()

    def hunt(times: int) -> None:
        known = {child.pid for child in psutil.Process().children(recursive=True)}

        def watch() -> None:
            left = times
            while left and not stop.wait(0.005):
                for child in psutil.Process().children(recursive=True):
                    with suppress(psutil.Error):
                        if (
                            left
                            and child.pid not in known
                            and time.time() - child.create_time() > 0.5
                        ):
                            known.add(child.pid)
                            child.kill()
                            left -= 1

        threading.Thread(target=watch, daemon=True).start()

    yield hunt
    stop.set()


def test_a_worker_killed_by_the_kernel_costs_no_points(grader, solved, killer):
    killer(times=1)
    report = grader.report(above(solved, "import time\ntime.sleep(1.5)").bytes())
    assert report.points == 100
    assert not any("process crashed" in str(note.error) for note in report.cells)


def test_a_part_that_kills_its_second_process_alone_costs_that_part_alone(grader, solved):
    """Where the library gives no softmax, a right answer of part 1 is looked at once more."""
    source = (
        "import os\n"
        "def softmax_naive(x):\n"
        "    if getattr(torch, 'soft' + 'max')(torch.ones(2), 0).isnan().any():\n"
        "        os.kill(os.getpid(), 9)\n"
        "    return torch.exp(x) / torch.exp(x).sum()\n"
    )
    report = grader.report(solved.answered({"softmax_naive": source}).bytes())
    assert [part.id for part in report.parts if part.points < part.max_points] == ["softmax_naive"]


@pytest.fixture
def small_class(ready, solved, submit) -> Path:
    submit(ready, "ada", solved.bytes())
    submit(ready, "bob", solved.bytes())
    return ready


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """What a command said that ended in a fault of the grader's; never a traceback."""
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr


def unrecorded(scores: Callable, course: Path) -> bool:
    return all(set(found.values()) == {None} for found in scores(course).values())


def test_a_broken_hidden_check_is_the_graders_fault(small_class, run, scores):
    suite = small_class / "assignments/attention/hidden/test_causal_mask.py"
    before = "    unchanged(student"
    edit(suite, before, f'    raise KeyError("ours")\n{before}')
    assert "grader's fault" in refused(run(small_class, "autograder", "grade", "attention"))
    assert unrecorded(scores, small_class)


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


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_a_full_disk_is_said_and_the_next_run_records(
    small_disk, run, succeeds, scores, assignment
):
    ballast = small_disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    refused(run(small_disk, "autograder", "grade", "attention"))
    ballast.unlink()
    assert unrecorded(scores, small_disk)
    succeeds(small_disk, "autograder", "grade", "attention")
    wanted = {f"test_{part.id}": part.points for part in assignment.parts}
    assert scores(small_disk) == {"ada": wanted, "bob": wanted}


REFUSING = """
import socket, sys

def refuse(event, arguments):
    if event == "socket.bind" and isinstance(arguments[1], tuple) and arguments[1][1]:
        raise SystemExit(f"bound {arguments[1]}")

sys.addaudithook(refuse)
"""
GRADE = "import sys; from autograder.cli import main; sys.argv[1:] = ['grade', 'attention']; main()"


def test_grading_a_class_needs_no_port(ready, solved, submit, succeeds):
    submit(ready, "ada", solved.bytes())
    done = succeeds(ready, Path(sys.executable).name, "-c", REFUSING + GRADE)
    assert "bound" not in done.stderr
