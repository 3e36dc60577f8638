"""`autograder explain`: why a submission lost points, from the evidence kept at grading."""

import difflib
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text as Line

from autograder import course
from autograder.cli.evidence_view import evidence_lines
from autograder.cli.explained import Explained
from autograder.cli.options import HERE, All, Assignment, Course, Language, edition_in
from autograder.core.assignment import Assignment as Plan
from autograder.core.assignment import Edition, find, sets
from autograder.core.errors import CourseError
from autograder.core.model import PartResult, Report, Text
from autograder.grading import evidence
from autograder.grading.bounds import BOUNDS
from autograder.grading.report_cache import ReportCache
from autograder.notebook import read, recover
from autograder.notebook.answers import Code
from autograder.report.classroom.formats import number
from autograder.report.classroom.record import NOTHING_RECORDED, Entry
from autograder.report.course_names import CourseNames
from autograder.report.help import Help
from autograder.report.plain_text import one_line, plain

RECORDED = Text("Recorded: {total} of {most}", "成绩册中的总分：{total} / {most}")
WAITS = Text("Recorded: it waits for a person's score", "成绩册中的总分：等待人工评分")
BY_HAND = Text(
    "  {part}: {points} by an instructor (the checks: {checks})",
    "  {part}：教师给分 {points}（检查得分：{checks}）",
)
LATE = Text("  late: −{points}", "  迟交：−{points}")
NOT_KEPT = Text(
    "nothing was kept of its exchange; grading again keeps it", "没有保留往来内容；重新评分时会保留"
)


def explain(
    assignment: Assignment,
    student: Annotated[str, typer.Argument(show_default=False)],
    part: Annotated[str, typer.Argument(show_default="those that lost points")] = "",
    language: Language = None,
    everything: All = False,
    course_dir: Course = HERE,
) -> None:
    """Show why STUDENT's submission lost points: its errors, its code, and what was compared.

    It is read from what grading kept: no student's code runs. For instructors only, since it shows
    expected values.
    """
    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    submission = course.submission(root, plan, edition, student)
    released = course.released(root, plan, edition).read_bytes()
    kept = ReportCache(root, plan, edition, released)
    report = kept.get(submission)
    if report is None:
        raise CourseError(
            f"nothing is kept about {student}'s notebook as it, the checks and the release are now;"
            f" run `autograder grade {assignment}`"
        )
    speech = edition_in(plan, edition, language).language
    seen = evidence.read(kept.evidence(submission))
    code, names = answers(plan, submission.data, released)
    explained = Explained(report, speech, code, names, seen, Help.read(plan))
    chosen = _chosen(CourseNames.read(plan).on(report), part)
    print(f"{plain(student, 60)} · {plan.plan.title.in_language(speech)}")
    if everything:
        known = _known(plan, kept.number(submission))
        for one in chosen:
            show(explained.in_full([one]))
            show(behind(known, one, seen, speech))
        show(explained.tail())
    else:
        show(explained.lines(chosen))
    # Last: nbgrader takes a second to import, and nobody need wait for it to read the rest.
    sys.stdout.flush()
    show(recorded_otherwise(root, edition, student, report, speech))


def recorded_otherwise(
    root: Path, edition: Edition, student: str, report: Report, language: str
) -> Iterator[Line]:
    """What the gradebook has beside the points of the checks: a person's scores, lateness."""
    from autograder.nbgrader_adapter.gradebook import recorded

    row = recorded(root, edition.id).get(student, NOTHING_RECORDED)
    entry = Entry(student, report, recorded=row)
    changed = {part: score for part, score in row.scores.items() if score.changed}
    if not (changed or row.penalty or entry.waiting):
        return
    most = number(sum(one.max_points for one in report.parts))
    said = WAITS if entry.total is None else RECORDED
    yield Line(said.in_language(language).format(total=number(entry.total), most=most))
    for part in changed:
        points, checks = number(entry.points[part]), number(entry.checked.get(part))
        given = {"part": one_line(part, 80), "points": points, "checks": checks}
        yield Line(BY_HAND.in_language(language).format(**given))
    if row.penalty:
        yield Line(LATE.in_language(language).format(points=number(row.penalty)))


def show(lines: Iterator[Line]) -> None:
    """Print lines as they are: a terminal that is narrower breaks them."""
    console = Console()
    for line in lines:
        console.print(line, soft_wrap=True)


def answers(plan: Plan, data: bytes, released: bytes) -> tuple[tuple[Code, ...], dict[str, str]]:
    """The code that was run, and the name that each part's answer defines."""
    with BOUNDS.kept():
        code = recover(read(data), read(released), plan.parts).code
    return code, {part.id: part.name for part in plan.parts}


def _chosen(report: Report, part: str) -> list[PartResult]:
    if not part:
        return [one for one in report.parts if one.points < one.max_points]
    found = [one for one in report.parts if one.id == part]
    if not found:
        ids = [one.id for one in report.parts]
        names = ", ".join(difflib.get_close_matches(part, ids, n=1) or ids)
        raise CourseError(f"{report.assignment} has no part {part!r}; is it {names}?")
    return found


def _known(plan: Plan, number: int) -> Callable[[str], Mapping[str, Any]]:
    """The reference values of a case, by its name."""
    from autograder.checks import references

    cases = references.decode(sets.read(plan.folder / "hidden").sets[number].references)
    return lambda case: references.plain_contents(cases[case]) if case in cases else {}


def behind(
    known: Callable[[str], Mapping[str, Any]],
    part: PartResult,
    seen: dict[str, evidence.Evidence],
    language: str,
) -> Iterator[Line]:
    """For each check of a part that did not pass everything that is kept of it."""
    for check in part.checks:
        if check.id in seen:
            yield Line(check.sentence.in_language(language), style="bold cyan")
            item = seen[check.id]
            yield from evidence_lines(item, known(f"{part.id}/{item.case}"), language)
            yield Line("")
        elif check.outcome not in evidence.SILENT:
            yield Line(f"{check.id}: {NOT_KEPT.in_language(language)}", style="dim")
