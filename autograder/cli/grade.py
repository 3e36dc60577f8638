"""`autograder grade`: a class graded on all cores, recorded as nbgrader records."""

import sys
from dataclasses import replace
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import track

from autograder import course
from autograder.assignment import Assignment as Plan
from autograder.assignment import Edition, find
from autograder.classroom import figures
from autograder.classroom.gather import Gathering
from autograder.cli.options import HERE, Assignment, Course, Jobs, Weaker
from autograder.cli.table import class_table, in_short
from autograder.grading.grader import Grader, warm_host
from autograder.grading.kept import KeptReports
from autograder.grading.pool import Graded, cores, grade_all
from autograder.model import Text
from autograder.sandbox.rings import choose

NO_NOTEBOOK = "unreadable: the folder holds no notebook, or several that could be meant"


def grade(
    assignment: Assignment,
    course_dir: Course = HERE,
    jobs: Jobs = 0,
    accept_weaker_isolation: Weaker = False,
) -> None:
    """Grade every submission of ASSIGNMENT and record the results in nbgrader's gradebook."""
    from autograder.nbgrader_edge.record import record_all

    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    results = _graded(root, plan, edition, jobs or cores(), accept_weaker_isolation)
    record_all(root, edition.id, [result.student for result in results if result.report])
    _show(root, plan, edition, results)
    problems = [result for result in results if result.problem]
    for result in problems:
        print(f"{result.student}: {result.problem}", file=sys.stderr)
    if problems:
        raise typer.Exit(1)


def _show(root: Path, plan: Plan, edition: Edition, results: list[Graded]) -> None:
    """The table and the figures in short, as `autograder report` would compute them now."""
    from autograder.nbgrader_edge.gradebook import recorded

    problems = {result.student: result.problem for result in results if result.problem}
    entries = [
        replace(entry, problem=Text(problem, problem)) if problem else entry
        for entry in Gathering(root, plan, edition, recorded(root, edition.id)).entries()
        for problem in [problems.get(entry.student)]
    ]
    found = figures(plan, entries, edition.id)
    console = Console()
    console.print(class_table(found))
    for line in in_short(found):
        console.print(line, markup=False, highlight=False)


def _graded(root: Path, plan: Plan, edition: Edition, jobs: int, weaker: bool) -> list[Graded]:
    submitted = course.submissions(root, plan, edition)
    files = {student: path for student, path in submitted.items() if path}
    frame = course.released(root, plan, edition).read_bytes()
    kept = KeptReports(root, plan, edition, frame)
    results = [Graded(s, None, NO_NOTEBOOK) for s, path in submitted.items() if path is None]
    with warm_host(plan, choose(accept_weaker=weaker)) as host:
        ready = grade_all(lambda: Grader(plan, edition, frame, host), files, jobs)
        for result in track(ready, "Grading", total=len(files), console=Console(stderr=True)):
            if result.report:
                kept.put(files[result.student].read_bytes(), result.report)
            results.append(result)
    return sorted(results, key=lambda result: result.student)
