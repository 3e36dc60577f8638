"""A warm grader for the course's own assignment, and reports on whole sets of notebooks."""

import functools
import json
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from autograder.authoring.audit_run import AuditRun, page
from autograder.authoring.visible import Sights, sights
from autograder.core.assignment import Assignment, find, sets
from autograder.core.model import Graded
from autograder.grading.grader import Grader
from autograder.grading.pool import cores, grade_all
from autograder.notebook.submission import Submission
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import Rings

Run = Callable[..., subprocess.CompletedProcess[str]]
GradeMany = Callable[..., dict[str, Graded]]


@pytest.fixture(scope="session")
def grade_many(repository: Path) -> GradeMany:
    """Grade many notebooks on all cores; results by name."""

    def graded(notebooks: Mapping[str, bytes], rings: Rings) -> dict[str, Graded]:
        plan, edition = find(repository, "attention")
        released = (repository / "release/attention/attention.ipynb").read_bytes()
        files = {name: Submission.of(name, data) for name, data in notebooks.items()}
        with warm_host(plan, rings) as host:
            ready = grade_all(Grader(plan, edition, released, host).examine, files, cores())
            return {result.student: result for result in ready}

    assert os.environ.get("OMP_NUM_THREADS", "1") == "1"
    return graded


@pytest.fixture(scope="session")
def sights_of(repository: Path) -> Callable[[str], Sights]:
    """What the visible checks of an assignment say of every specimen."""
    return functools.cache(lambda name: sights(find(repository, name)[0]))


@pytest.fixture(scope="session")
def packed(
    new_course: Callable[[Path], Path], rings: Rings, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Any]:
    """The figures of an assignment's quick audit by the first set of numbers, and its page."""

    @functools.cache
    def figures(name: str) -> Any:
        course = new_course(tmp_path_factory.mktemp("packed") / "course")
        hidden = course / "assignments" / name / "hidden"
        every = sets.read(hidden)
        msgspec.structs.replace(every, sets=every.sets[:1]).write(hidden)
        found = AuditRun(course, name, rings, cores()).quick_audit(lambda ready, _: ready)
        return json.loads(json.dumps(asdict(found))) | {"name": name, "page": page(found, name)}

    return figures


@pytest.fixture(scope="session")
def whole(
    repository: Path, run: Run, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Any]:
    """The figures of `autograder audit NAME`, and its page."""

    @functools.cache
    def figures(name: str) -> Any:
        html = tmp_path_factory.mktemp("audit") / "matrix.html"
        done = run(repository, "autograder", "audit", name, "--json", "--html", str(html))
        assert done.stdout, done.stderr
        more = {"name": name, "page": html.read_text("utf-8"), "code": done.returncode}
        return json.loads(done.stdout) | more

    return figures


@pytest.fixture(scope="session", params=["packed", pytest.param("whole", marks=pytest.mark.slow)])
def audit(request: pytest.FixtureRequest, assignment: str) -> Any:
    """The figures of either audit."""
    return request.getfixturevalue(request.param)(assignment)


@pytest.fixture(scope="session", params=["attention", "gpt"])
def assignment(request: pytest.FixtureRequest) -> str:
    """Each assignment of the package."""
    return str(request.param)


def part_points(assignment: Assignment, graded: Graded) -> dict[str, float]:
    assert graded.report is not None, graded.problem
    return {part.id: part.points for part in graded.report.parts}
