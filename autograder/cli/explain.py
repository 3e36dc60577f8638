"""`autograder explain`: why a submission lost points, from the evidence kept at grading."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text as Line

from autograder import course
from autograder.checks import evidence, references
from autograder.cli.evidence_view import evidence_lines
from autograder.cli.options import HERE, Assignment, Course, Language, edition_in
from autograder.cli.report_view import part_lines
from autograder.core.assignment import find, sets
from autograder.core.errors import CourseError
from autograder.core.model import PartResult, Report, Text
from autograder.grading.report_cache import KeptReports
from autograder.report.course_names import CourseNames
from autograder.report.plain_text import plain

NOT_KEPT = Text(
    "nothing was kept of its exchange; grading again keeps it", "没有保留往来内容；重新评分时会保留"
)


def explain(
    assignment: Assignment,
    student: Annotated[str, typer.Argument(show_default=False)],
    part: Annotated[str, typer.Argument(show_default="those that lost points")] = "",
    language: Language = None,
    course_dir: Course = HERE,
) -> None:
    """Show what each check of STUDENT's submission sent, got back and expected.

    It is read from what grading kept: no student's code runs. For instructors only, since it shows
    expected values.
    """
    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    data = course.submission(root, plan, edition, student).read_bytes()
    kept = KeptReports(root, plan, edition, course.released(root, plan, edition).read_bytes())
    report = kept.get(student, data)
    if report is None:
        raise CourseError(
            f"nothing is kept about {student}'s notebook as it, the checks and the release are now;"
            f" run `autograder grade {assignment}`"
        )
    seen = evidence.read(kept.evidence(student, data))
    numbers = sets.read(plan.folder / "hidden").sets[kept.number(student, data)]
    cases = references.decode(numbers.references)
    speech = edition_in(plan, edition, language).language
    for chosen in _chosen(CourseNames.read(plan).on(report), part):
        for line in (*part_lines(chosen, speech), *_behind(cases, chosen, seen, speech)):
            Console().print(line, soft_wrap=True)
    print(f"{plain(student, 60)}: {report.points:g} / {plan.plan.total_points:g}")


def _chosen(report: Report, part: str) -> list[PartResult]:
    if not part:
        return [one for one in report.parts if one.points < one.max_points]
    found = [one for one in report.parts if one.id == part]
    if not found:
        ids = [one.id for one in report.parts]
        names = ", ".join(difflib.get_close_matches(part, ids, n=1) or ids)
        raise CourseError(f"{report.assignment} has no part {part!r}; is it {names}?")
    return found


def _behind(
    cases: Mapping[str, references.Case],
    part: PartResult,
    seen: dict[str, evidence.Evidence],
    language: str,
) -> Iterator[Line]:
    for check in part.checks:
        if check.id in seen:
            yield Line(check.sentence.in_language(language), style="bold cyan")
            item = seen[check.id]
            yield from evidence_lines(item, cases.get(f"{part.id}/{item.case}"), language)
            yield Line("")
        elif check.outcome not in evidence.SILENT:
            yield Line(f"{check.id}: {NOT_KEPT.in_language(language)}", style="dim")
