"""No message of the grader's machinery stands on a student's page."""

from itertools import islice

import pytest

from autograder.authoring.audit_run import AuditRun
from autograder.authoring.make import notebook_with
from autograder.authoring.mutants import mutants
from autograder.authoring.specimens import Specimen, mistakes
from autograder.authoring.trials import Trial
from autograder.core.assignment.load import known
from autograder.core.model import CheckResult, Outcome, PartResult, Report, Text
from autograder.grading.pool import cores
from tests.course.student_words import machinery_in
from tests.courses import ROOT
from tests.tiers import only


def answers(run: AuditRun, step: int) -> list[Specimen]:
    """Every so manieth specimen, and as many mutants of each part as make a like number."""
    few = 1 if step > 1 else 40
    changed = [
        mutant.answer
        for part in run.assignment.parts
        for mutant in islice(mutants(run.assignment, part.id), step, None, 97)
    ]
    return [*mistakes(run.assignment)[::step], *changed[: few * len(run.assignment.parts)]]


@pytest.mark.parametrize("name", only(["attention"], known(ROOT)))
@pytest.mark.parametrize("step", [23, pytest.param(1, marks=pytest.mark.slow)])
def test_what_is_told_of_wrong_answers_is_about_their_lines_or_the_courses_words(
    name, step, repository, rings
):
    run = AuditRun(repository, name, rings, cores())
    by_id = {f"{number} {answer.id}": answer for number, answer in enumerate(answers(run, step))}
    trials = tuple(
        Trial(id_, "mutant", answer.part, notebook_with(run.solved, answer).bytes(), answer)
        for id_, answer in by_id.items()
    )
    with run.host:
        graded = run.graded({0: trials}, lambda ready, _: ready, discloses=True)[0]
    reports = {id_: result.report for id_, result in graded.items()}
    assert len(reports) > 15 and all(reports.values())
    machinery = {id_: [*machinery_in(report)] for id_, report in reports.items() if report}
    assert {id_: lines for id_, lines in machinery.items() if lines} == {}


@pytest.mark.parametrize(
    ("said", "outcome"),
    [("the value of a StudentRaised differs", Outcome.FAILED),
     ("the code raised KeyError: one", Outcome.RAISED),
     ("Mismatch in shape: grad_output[0] has a shape", Outcome.FAILED)],
)  # fmt: skip
def test_words_of_the_grader_are_found(said, outcome):
    check = CheckResult("one/values", Text("a", "甲"), outcome, 1, detail=Text(said, said))
    part = PartResult("one", Text("One", "一"), 0, 1, (check,))
    assert [*machinery_in(Report("small", "en", "", "", (part,)))]
