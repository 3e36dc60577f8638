"""`autograder clusters`: the wrong answers that have no name, in groups."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text as Line

from autograder.cli.options import HERE, Assignment, Course, Language, edition_in
from autograder.cli.output import write_bytes
from autograder.core.assignment import find

if TYPE_CHECKING:
    from autograder.report.classroom.report_data import UnnamedGroup
    from autograder.report.classroom.unnamed import NamedGroup

SHOWN, LINES, STUDENTS = 10, 40, 5
"""Groups, lines of code and students in the terminal; --json has all."""


def clusters(
    assignment: Assignment,
    limit: Annotated[int, typer.Option("--limit", "-n", help="Groups shown (0: all).")] = SHOWN,
    part: Annotated[str, typer.Option(help="Only this part.", show_default="all")] = "",
    language: Language = None,
    course_dir: Course = HERE,
    as_json: Annotated[bool, typer.Option("--json", help="Print all groups as JSON.")] = False,
) -> None:
    """Group the wrong answers of ASSIGNMENT that have no name, with one answer shown.

    Answers of a group did the same with the same numbers. `autograder name` gives a group its name.
    """
    from autograder.report.classroom.unnamed import ClassGroups, part_of_plan

    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    if part:
        part_of_plan(plan, part)
    found = ClassGroups.gathered(root, plan, edition)
    every = [one for one in found.unnamed if part in ("", one.shown.id)]
    if as_json:
        _print_json(edition.id, found.shown(every), found.named)
        return
    speech = edition_in(plan, edition, language).language
    titles = {one.id: one.title.in_language(speech) for one in plan.parts}
    for group in found.shown(every[: limit or None]):
        for line in _lines(edition.id, group, titles[group.part], speech):
            Console().print(line, soft_wrap=True)
    left = len(every) - len(every[: limit or None])
    students = sum(len(group.students) for group in every)
    print(f"{len(every)} groups of {students} wrong answers without a name", end="")
    print(f"; {left} more with --limit 0" if left else "")
    for line in _named(found.named, speech):
        Console().print(line, soft_wrap=True)


def command(assignment: str, group: str, language: str) -> str:
    """What an instructor types to name a group."""
    speech = "zh" if language == "zh" else "en"
    return f'autograder name {assignment} {group} --title-{speech} "..." --question-{speech} "..."'


def _lines(assignment: str, group: "UnnamedGroup", title: str, language: str) -> Iterator[Line]:
    from autograder.report.plain_text import one_line, plain

    count = len(group.students)
    points = f"{group.points:g} / {group.max_points:g}"
    yield Line(f"{group.id}  {count} × {title}  {points}", style="bold")
    some = ", ".join(one_line(student, 40) for student in group.students[:STUDENTS])
    yield Line(f"  {some}{', ...' if count > STUDENTS else ''}", style="dim")
    yield Line(f"  {one_line(group.cause.in_language(language), 300)}", style="red")
    code = plain(group.code, 100 * LINES).splitlines()
    yield from (Line(f"    {line}") for line in code[:LINES])
    if len(code) > LINES:
        yield Line(f"    ... {len(code) - LINES} more lines", style="dim")
    yield Line(f"  {command(assignment, group.id, language)}", style="cyan")
    yield Line("")


def _named(named: "tuple[NamedGroup, ...]", language: str) -> Iterator[Line]:
    from autograder.report.plain_text import one_line

    for each in named:
        title = one_line(each.name.title.text.in_language(language), 160)
        yield Line(f"{each.name.id}  {len(each.students)} × {each.name.part}: {title}")


def _print_json(
    assignment: str, groups: "tuple[UnnamedGroup, ...]", named: "tuple[NamedGroup, ...]"
) -> None:
    import msgspec

    found = {
        "assignment": assignment,
        "groups": groups,
        "named": [
            {
                "id": each.name.id,
                "part": each.name.part,
                "title": each.name.title,
                "question": each.name.question,
                "students": each.students,
            }
            for each in named
        ],
    }
    write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
