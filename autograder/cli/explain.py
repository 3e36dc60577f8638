"""`autograder explain`: why a submission lost points, from the evidence kept at grading."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text as Line

from autograder.cli.evidence_view import evidence_lines
from autograder.cli.explained import Explained
from autograder.cli.options import HERE, All, Assignment, Course, Language, enrolled, spoken
from autograder.core.assignment import sets
from autograder.core.errors import CourseError
from autograder.core.model import SILENT, PartResult, Report, Text
from autograder.course import CourseAssignment
from autograder.grading.course_names import CourseNames
from autograder.grading.report_cache import ReportCache
from autograder.notebook.read import read
from autograder.notebook.submission import Submission
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.report_data import number
from autograder.report.lms.sheets import NOTHING_RECORDED
from autograder.report.phrases import phrase
from autograder.report.plain_text import one_line, plain

Cases = Mapping[str, Mapping[str, Any]]
"""Reference values by case."""


def explain(
    assignment: Assignment,
    student: Annotated[str, typer.Argument(show_default=False)],
    part: Annotated[str, typer.Argument(show_default="those that lost points")] = "",
    language: Language = None,
    everything: All = False,
    root: Course = HERE,
) -> None:
    """Show why STUDENT's submission lost points: its errors, its code, and what was compared.

    It is read from what grading kept: no student's code runs. For instructors only, since it shows
    expected values.
    """
    where = CourseAssignment.find(root, assignment)
    judged = where.assignment
    submission = where.submissions([student], partial(enrolled, where)).of(student)
    kept = ReportCache(*where, where.released())
    report = kept.get(submission)
    if report is None:
        # What can never be graded says so itself.
        read(submission.data)
        raise CourseError(
            f"no report on {student}'s notebook is kept that is true now: it, the checks or the"
            f" release have changed, or it was never graded; run `autograder grade {assignment}`"
        )
    part = judged.part(part).id if part else ""
    speech = spoken(where, language)
    explained = Explained.of(where, report, submission.data, kept.evidence(submission), speech)
    parts = CourseNames.read(judged).on(report).parts
    chosen = [p for p in parts if (p.id == part if part else p.points < p.max_points)]
    print(f"{plain(student, 60)} · {judged.title.in_language(speech)}")
    cases = _known(judged.folder, kept.set_index(submission)) if everything else {}
    show_verdict(explained, chosen, everything, cases)
    # Last: nbgrader takes a second to import, and nobody need wait for it to read the rest.
    sys.stdout.flush()
    texts = _recorded_otherwise(where, submission, report)
    _show(Line(text.in_language(speech)) for text in texts)


def _recorded_otherwise(
    where: CourseAssignment, submission: Submission, report: Report
) -> Iterator[Text]:
    from autograder.nbgrader_adapter.course_settings.gradebook import recorded

    student, stamp = submission.student, submission.found.stamp
    row = recorded(where).get(student, NOTHING_RECORDED)
    entry, stale = Entry(student, recorded=row), Entry(student, report, recorded=row).stale
    changed = {part: score for part, score in row.scores.items() if score.changed}
    if not (changed or row.penalty or entry.waiting or stale):
        return
    most = number(sum(one.points for one in where.assignment.questions))
    key = "recorded_waits" if entry.total is None else "recorded"
    yield phrase(key, total=number(entry.total), most=most)
    if entry.waiting and stamp.unknown:
        yield stamp.unknown
    for part in changed:
        points, checks = number(entry.points[part]), number(entry.checked.get(part))
        yield phrase("recorded_by_hand", part=one_line(part, 80), points=points, checks=checks)
    if row.penalty:
        yield phrase("recorded_late", points=number(row.penalty))
    if stale:
        yield phrase("recorded_before", assignment=where.edition.id)


def show_verdict(
    explained: Explained, parts: Sequence[PartResult], everything: bool, cases: Cases
) -> None:
    """Print these parts in two screens, or `everything`, with the reference values of `cases`."""
    if not everything:
        _show(explained.lines(parts))
        return
    _show(explained.head())
    for part in parts:
        _show((*explained.in_full(part), *_behind(part, explained, cases)))
    _show(explained.tail())


def _show(lines: Iterable[Line]) -> None:
    console = Console()
    for line in lines:
        console.print(line, soft_wrap=True)


def _known(folder: Path, number: int) -> Cases:
    from autograder.checks import references

    cases = references.decode(sets.read(folder / "hidden").sets[number].references)
    return {name: references.plain_contents(case) for name, case in cases.items()}


def _behind(part: PartResult, explained: Explained, cases: Cases) -> Iterator[Line]:
    language = explained.language
    for check in part.checks:
        if item := explained.evidence.get(check.id):
            yield Line(check.sentence.in_language(language), style="bold")
            yield from evidence_lines(item, cases.get(f"{part.id}/{item.case}", {}), language)
            yield Line("")
        elif check.outcome not in SILENT:
            text = phrase("nothing_kept", check=check.id)
            yield Line(text.in_language(language), style="dim")
