"""What takes long and several files read: audits, and what the visible checks say."""

import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from autograder.authoring.audit_run import AuditRun
from autograder.authoring.make import notebook_with
from autograder.authoring.specimens import Specimen, alternatives, mistakes, solution
from autograder.authoring.visible import VisibleResults, visible_results
from autograder.core.assignment import sets
from autograder.core.assignment.load import find
from autograder.core.model import PartResult
from autograder.grading.pool import cores
from tests.course.reports import edited, part_of

LONG = pytest.param("long-contexts", marks=pytest.mark.slow)
"""Its rules are those of the others; `test_long_contexts` is quick."""


@pytest.fixture(scope="session", autouse=True)
def one_warm_process(shared) -> Iterator[None]:
    """For all audits and graders of one assignment."""
    with pytest.MonkeyPatch.context() as patch:
        for user in ("autograder.authoring.trial_grading", "tests.small"):
            patch.setattr(f"{user}.warm_host", shared)
        yield


@pytest.fixture(scope="session")
def visible_results_of(repository) -> Callable[[str], VisibleResults]:
    """What the visible checks of an assignment say of every specimen."""
    return functools.cache(lambda name: visible_results(find(repository, name)[0]))


@pytest.fixture(scope="session")
def packed(new_course, rings, tmp_path_factory) -> Callable[[str], Any]:
    """The figures of an assignment's quick audit by the first set of numbers."""

    @functools.cache
    def figures(name: str) -> Any:
        course = new_course(tmp_path_factory.mktemp("packed") / "course")
        hidden = course / "assignments" / name / "hidden"
        numbers = sets.read(hidden)
        msgspec.structs.replace(numbers, sets=numbers.sets[:1]).write(hidden)
        result = AuditRun(course, name, rings, cores()).quick_audit(lambda ready, _: ready)
        return json.loads(json.dumps(asdict(result))) | {"name": name}

    return figures


@pytest.fixture(scope="session")
def whole(repository, run) -> Callable[[str], Any]:
    """The figures of `autograder audit NAME`."""

    @functools.cache
    def figures(name: str) -> Any:
        done = run(repository, "autograder", "audit", name, "--json")
        assert done.stdout, done.stderr
        return json.loads(done.stdout) | {"name": name}

    return figures


@pytest.fixture(scope="session")
def known(assignment) -> dict[str, Specimen]:
    """Mistakes and right answers of `attention`, by their ids."""
    return {answer.id: answer for answer in (*alternatives(assignment), *mistakes(assignment))}


@pytest.fixture(scope="session")
def judge(grader_of, solved) -> Callable[[Specimen], PartResult]:
    """The result of a specimen's part, which alone is judged; all other answers are right."""
    grader = grader_of(judged=lambda part: frozenset({part}))
    return lambda specimen: part_of(
        grader.report(notebook_with(solved, specimen).bytes(), specimen.part), specimen.part
    )


@pytest.fixture(scope="session")
def judged(judge) -> Callable[..., PartResult]:
    """A part's result when these cells are its answer."""
    return lambda part, *cells: judge(Specimen(f"{part}/mine", part, cells, {}, Path()))


@pytest.fixture(scope="session")
def slipped(assignment, judged) -> Callable[..., PartResult]:
    """Grade a part's solution with other text in the place of what is right."""
    return lambda id_, *edits: judged(id_, edited(solution(assignment, id_), edits))


@pytest.fixture(scope="session", params=["packed", pytest.param("whole", marks=pytest.mark.slow)])
def audit(request, assignment_id) -> Any:
    return request.getfixturevalue(request.param)(assignment_id)


@pytest.fixture(scope="session", params=["attention", "gpt", LONG])
def assignment_id(request) -> str:
    return str(request.param)
