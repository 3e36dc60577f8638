"""`autograder grade --scheduler`: the same gradebook from a Dask cluster as from one machine."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from autograder.cluster.assignment_bundle import AssignmentBundle
from autograder.cluster.run import _equipped
from autograder.course import load_assignment
from tests.courses import until
from tests.edge.gradebook import rows

ROOT = Path(__file__).parents[2]
STUDENTS = 4
DASK = (sys.executable, "-m", "dask")
pytestmark = pytest.mark.cluster


@dataclass(frozen=True)
class Cluster:
    address: str
    folder: Path

    @contextmanager
    def workers(self, count: int, package: Path = ROOT, *options: str) -> Iterator[Client]:
        """So many worker processes that import the package from a folder."""
        with Client(self.address, set_as_default=False) as client:
            command = [*DASK, "worker", self.address, "--nthreads=1", "--no-dashboard", *options]
            before = len(client.nthreads())
            started = [_started(self.folder, package, *command) for _ in range(count)]
            try:
                client.wait_for_workers(before + count, timeout=180)
                yield client
            finally:
                _end(*started)
                until(lambda: len(client.nthreads()) == before)


def _started(folder: Path, package: Path, *command: str) -> "subprocess.Popen[bytes]":
    env = {**os.environ, "PYTHONPATH": str(package), "OMP_NUM_THREADS": "1"}
    # A worker may die once, not three times, under a submission before Dask gives it up.
    env["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "1"
    with (folder / "dask.log").open("ab") as log:
        return subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log)


def _end(*processes: "subprocess.Popen[bytes]") -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=60)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    command = [*DASK, "scheduler", "--host", address, "--no-dashboard"]
    process = _started(folder, ROOT, *command)
    try:
        yield Cluster(address, folder)
    finally:
        _end(process)


@pytest.fixture(scope="module")
def small_class(tmp_path_factory, new_class) -> Path:
    return new_class(tmp_path_factory.mktemp("class") / "course", STUDENTS)


@pytest.fixture
def course(small_class, tmp_path) -> Path:
    return shutil.copytree(small_class, tmp_path / "course")


@pytest.fixture(scope="module")
def wanted(small_class, tmp_path_factory, run) -> Any:
    """What one core of one machine makes of the class."""
    course = shutil.copytree(small_class, tmp_path_factory.mktemp("one-core") / "course")
    run(course, "autograder", "grade", "attention", "--jobs", "1")
    assert len(rows(course)) > STUDENTS * 30
    return rows(course)


def _grade(course: Path, *more: str) -> "subprocess.Popen[str]":
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", "from autograder.cli import main; main()", "grade",
               "attention", *more]  # fmt: skip
    return subprocess.Popen(
        command, cwd=course, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def test_a_cluster_leaves_the_same_gradebook_though_a_worker_is_killed_half_way(
    course, cluster, wanted
):
    with cluster.workers(2, ROOT, "--no-nanny") as client:
        pids = client.run(os.getpid)
        grading = _grade(course, "--scheduler", cluster.address)
        reports = course / ".autograder/reports/attention"
        until(lambda: len(list(reports.glob("*.json"))) >= 2 or grading.poll() is not None)
        os.kill(min(pids.values()), signal.SIGKILL)
        output = grading.communicate(timeout=300)[0]
        assert len(client.nthreads()) == 1
        plugins = client.run(lambda dask_worker: [*dask_worker.plugins])
    assert rows(course) == wanted, output
    assert not any("autograder" in name for names in plugins.values() for name in names)


@pytest.mark.slow
def test_a_submission_under_which_every_worker_dies_is_the_graders_fault(
    course, cluster, wanted, tmp_path
):
    student, *others = "s0001-right", "s0002-alternative", "s0003-mistaken"
    deadly = course / f"submitted/{student}/attention/attention.ipynb"
    deadly.write_text(deadly.read_text() + MARK)
    (tmp_path / "deadly.py").write_text(DEADLY)
    with cluster.workers(1, ROOT, "--preload", str(tmp_path / "deadly.py")):
        options = [word for name in (student, *others) for word in ("--student", name)]
        grading = _grade(course, "--scheduler", cluster.address, *options)
        output = grading.communicate(timeout=300)[0]
    assert f"{student}: grader's fault: the workers that graded it died" in output
    assert rows(course) == [row for row in wanted if row[0] in others]


MARK = "\n\n\n"
DEADLY = f"""
import os
from autograder.grading.grader import SubmissionGrader
# Dask runs this file twice in a process.
SubmissionGrader.examine = lambda self, one, examine=SubmissionGrader.examine: (
    os._exit(1) if one.data.endswith({MARK.encode()!r}) else examine(self, one)
)
"""
"""A worker that ends when it grades what ends in the mark; the package itself is unchanged."""


def _refused(course: Path, address: str) -> str:
    """What is said where nothing may be graded or recorded."""
    grading = _grade(course, "--scheduler", address)
    output = grading.communicate(timeout=120)[0]
    assert grading.returncode == 1
    assert not (course / ".autograder/reports").exists()
    assert not (course / "autograded").exists()
    bar, sentence = output.splitlines()
    assert bar.startswith("Grading") and sentence.startswith("autograder: ")
    return sentence


def test_a_scheduler_that_does_not_answer_is_one_sentence(course):
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
    assert f"no Dask scheduler answers at {address}" in _refused(course, address)


@pytest.mark.slow
def test_a_cluster_without_workers_is_one_sentence(course, cluster):
    assert "has no workers" in _refused(course, cluster.address)


def test_a_worker_with_another_version_is_named(course, cluster, tmp_path):
    shutil.copytree(ROOT / "autograder", tmp_path / "edited/autograder")
    with (tmp_path / "edited/autograder/core/model.py").open("a") as file:
        file.write("# edited\n")
    with cluster.workers(1), cluster.workers(1, tmp_path / "edited", "--name=edited") as client:
        names = client.run(lambda dask_worker: dask_worker.name)
        (edited,) = [address for address, name in names.items() if name == "edited"]
        sentence = _refused(course, cluster.address)
    assert f"the worker {edited} has engine " in sentence
    assert "install the same versions everywhere" in sentence


def test_two_runs_on_one_cluster_have_each_a_grader_of_their_own(course, cluster):
    """Dask replaces a plugin by another of its name: one would be judged by the other's numbers."""
    bundle = AssignmentBundle(load_assignment(course, "attention"))
    with (
        cluster.workers(1, ROOT, "--no-nanny") as client,
        _equipped(client, bundle) as first,
        _equipped(client, bundle) as second,
    ):
        (plugins,) = client.run(lambda dask_worker: [*dask_worker.plugins]).values()
        assert first != second and {first, second} <= {*plugins}
