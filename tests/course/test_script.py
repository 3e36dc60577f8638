"""A script is only a faster way to ask: what it is, and that no verdict depends on it."""

from collections.abc import Callable
from functools import partial
from shutil import copytree

import msgspec
import pytest

from autograder.authoring import trials
from autograder.authoring.make import notebook_with
from autograder.authoring.specimens import alternatives, mistakes, solution
from autograder.checks.request_batch import Groups
from autograder.checks.suite import Oracle
from autograder.core.assignment import sets
from autograder.core.assignment.load import load
from autograder.core.errors import CourseError
from autograder.grading.grader import SubmissionGrader
from autograder.grading.session import Session
from autograder.notebook.submission import Submission
from autograder.wire import messages
from tests.course.reports import lost

Change = Callable[[bytes], bytes]


@pytest.fixture
def grader_by(assignment, grader_of, tmp_path) -> Callable[[Change], SubmissionGrader]:
    """A grader of a copy of the assignment whose script was changed."""

    def grader(change: Change) -> SubmissionGrader:
        folder = copytree(assignment.folder, tmp_path / assignment.id)
        number_sets = sets.read(folder / "hidden")
        scripts = [change(numbers.script) for numbers in number_sets.every]
        number_sets.with_scripts(scripts).write(folder / "hidden")
        return grader_of(load(folder))

    return grader


def exchanged(data: bytes) -> bytes:
    script = msgspec.msgpack.decode(data, type=dict[str, Groups])
    keys = list(script)
    return msgspec.msgpack.encode({key: script[keys[place - 1]] for place, key in enumerate(keys)})


@pytest.fixture(scope="module")
def notebooks(assignment, solved) -> list[bytes]:
    """The solution, mistakes in some parts, and every part right in its own way."""
    wrong, right = (
        [*{one.part: one for one in kind(assignment)}.values()] for kind in (mistakes, alternatives)
    )
    packs = ((), wrong[::4], right)
    return [notebook_with(solved, *pack).bytes() for pack in packs]


@pytest.fixture(scope="module")
def expected(grader, notebooks) -> list[object]:
    """The verdicts by the committed script: all that a student is told of the parts."""
    return [grader.report(data).parts for data in notebooks]


@pytest.mark.parametrize("change", [lambda _: b"", exchanged], ids=["missing", "exchanged"])
def test_no_verdict_depends_on_the_script(grader_by, notebooks, expected, change):
    grader = grader_by(change)
    assert [grader.report(data).parts for data in notebooks] == expected


def test_a_script_that_cannot_be_read_is_named(grader_by):
    with pytest.raises(CourseError, match=r"the requests of a set .*autograder reseed"):
        grader_by(lambda _: b"\xc1")


def test_the_committed_script_is_what_the_checks_ask(assignment, grader_of, solved):
    observe = partial(trials.asked, frozenset())
    for number, numbers in enumerate(sets.read(assignment.folder / "hidden").sets):
        grader = grader_of(observe=observe, chosen=lambda *_, by=number: by)
        assert grader.examine(Submission.of("ada", solved.bytes())).evidence == numbers.script


def test_a_right_answer_is_asked_nothing_but_its_script(grader, solved, monkeypatch):
    questions: list[tuple[messages.Request, ...]] = []

    def ask(self: Session, *requests: messages.Request) -> messages.Reply:
        questions.append(requests)
        raise AssertionError("a question by itself")

    monkeypatch.setattr(Session, "ask", ask)
    assert grader.report(solved.bytes()).points == 100
    assert questions == []


@pytest.fixture(scope="module")
def by_the_first(grader_of) -> SubmissionGrader:
    return grader_of(chosen=lambda *_: 0)


def test_a_check_is_not_run_again_for_the_same_replies(by_the_first, solved, monkeypatch):
    by_the_first.report(solved.bytes())
    run: list[str] = []
    called = Oracle._run_check
    asking = {case.check for case, lines in by_the_first._oracle._cases_by_set[0] if lines}

    def noted(self: Oracle, job: object, one: object, *way: object) -> object:
        # A check that asks nothing has no replies to be known by, and costs nothing.
        run.extend([one.check] if one.check in asking else [])
        return called(self, job, one, *way)

    monkeypatch.setattr(Oracle, "_run_check", noted)
    assert by_the_first.report(solved.bytes()).points == 100
    assert run == []
    wrong = next(one for one in mistakes(by_the_first.assignment) if one.part == "causal_mask")
    by_the_first.report(notebook_with(solved, wrong).bytes())
    assert run
    assert {check.partition("/")[0] for check in run} == {"causal_mask"}


def test_who_is_told_of_a_forbidden_call_is_not_taken_for_who_is_not(by_the_first, solved):
    """The replies are the same, what the source shows is not."""
    assert by_the_first.report(solved.bytes()).points == 100
    source = solution(by_the_first.assignment, "softmax_naive")
    source = source.replace("### BEGIN SOLUTION", "x is None and torch.softmax(x, dim=0)")
    report = by_the_first.report(solved.answered({"softmax_naive": source}).bytes())
    assert lost(report) == {"softmax_naive"}
