"""Arguments that several commands share."""

from collections.abc import Container
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from autograder.core.assignment.load import edition_ids, known
from autograder.core.assignment.sets import ACCEPTING
from autograder.course import CourseAssignment

HERE = Path()


def _editions(incomplete: str) -> list[str]:
    return [edition for edition in edition_ids(HERE) if edition.startswith(incomplete)]


def _course(folder: Path) -> Path:
    """The course that a folder lies in: commands work in every folder below it, too."""
    return next((at for at in (folder, *folder.parents) if known(at)), folder)


Assignment = Annotated[
    str,
    typer.Argument(
        help="The assignment's name in nbgrader.", autocompletion=_editions, show_default=False
    ),
]
NotebookFile = Annotated[Path, typer.Argument(help="Path of a notebook.", show_default=False)]
AssignmentOfFile = Annotated[
    str, typer.Option(help="The assignment's name in nbgrader.", show_default="by its cells")
]
StudentOfFile = Annotated[
    str,
    typer.Option(
        help="The student, who selects the set of hidden numbers.", show_default="by its folder"
    ),
]
Course = Annotated[
    Path,
    typer.Option(
        "--course",
        help="The course folder, or one below it.",
        show_default="this folder",
        resolve_path=True,
        callback=_course,
    ),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes (0: 3 for each core).")]
TitleEn = Annotated[str, typer.Option(help="The mistake in a few words.")]
QuestionEn = Annotated[str, typer.Option(help="A question that leads to its cause.")]
InChinese = Annotated[str, typer.Option(help="The same in Chinese.")]
Json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]
Scheduler = Annotated[
    str,
    typer.Option(
        help="Grade on the Dask cluster of this scheduler, tcp://HOST:PORT, instead of here.",
        show_default=False,
    ),
]
Students = Annotated[
    list[str] | None,
    typer.Option("--student", help="Only this student; may be repeated.", show_default="all"),
]
Weaker = Annotated[
    bool,
    typer.Option(
        "--accept-weaker-isolation",
        help="Grade even if a layer of isolation is missing; prints what is lost.",
    ),
]
Published = Annotated[
    bool,
    typer.Option(
        "--accept-published-numbers",
        envvar=ACCEPTING,
        help="Grade with the published hidden numbers; only for trying things out.",
    ),
]
All = Annotated[
    bool, typer.Option("--all", help="Show everything, however long, and not two screens of it.")
]

OutputLanguage = StrEnum("OutputLanguage", ["EN", "ZH"])
Language = Annotated[
    OutputLanguage | None, typer.Option(help="The language shown.", show_default="the edition's")
]


def enrolled(where: CourseAssignment) -> Container[str]:
    from autograder.nbgrader_adapter.course_settings.gradebook import recorded

    return recorded(where)


def spoken(where: CourseAssignment, language: OutputLanguage | None) -> str:
    """The language asked for, if the assignment has it; else that of the edition."""
    return str(language) if language in where.assignment.languages else where.edition.language
