"""What a command writes: to a terminal of any encoding, to a file, and its progress."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import typer

from autograder.core import atomic_file
from autograder.core.errors import CourseError
from autograder.report.plain_text import one_line, plain

T = TypeVar("T")


def tolerate_terminals() -> None:
    """Have letters that the terminal's encoding lacks shown as question marks: else one of them
    would end a command with a traceback when its work is done.
    """
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def write_bytes(data: bytes) -> None:
    """Write what another program reads: in UTF-8, whatever the terminal's encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def print_json(thing: object) -> None:
    """Print values and dataclasses as JSON, in which an infinite number is null."""
    import msgspec

    write_bytes(msgspec.json.format(msgspec.json.encode(thing), indent=1) + b"\n")


def write_file(path: Path, data: bytes) -> None:
    """Write what --out names; a CourseError if there is no place for it."""
    try:
        # Grades of real people: a folder made here is for its owner alone.
        atomic_file.make_folder(path.parent)
        atomic_file.write(path, data, atomic_file.AS_OTHERS)
    except OSError as error:
        raise CourseError(f"{path} cannot be written: {error.strerror}; choose --out") from None


def print_students(heading: str, students: Iterable[str]) -> None:
    """One line with these students; none where there is nobody."""
    if names := ", ".join(plain(student, 40) for student in students):
        print(f"{heading}: {names}")


def end_with(problems: Mapping[str, str]) -> None:
    """Tell each problem once, with all students it concerns: a broken check concerns everybody.
    The command ends with status 1, if there is one.
    """
    students: dict[str, list[str]] = {}
    for name, problem in sorted(problems.items()):
        students.setdefault(problem, []).append(one_line(name, 60))
    for problem, names in students.items():
        print(f"{', '.join(names)}: {one_line(problem)}", file=sys.stderr)
    if problems:
        raise typer.Exit(1)


def shown(label: str) -> Callable[[Iterable[T], int], Iterable[T]]:
    """A wrapper of results, whose number is given, that draws a bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    def wrapped(ready: Iterable[T], total: int) -> Iterable[T]:
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), disable=not total) as bar:
            yield from bar.track(ready, total, description=label)

    return wrapped


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, figures: bool = False
) -> None:
    """Print cells as they are; where they are `figures`, all columns but the first to the right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(columns[0], no_wrap=figures)
    for column in columns[1:]:
        table.add_column(column, justify="right" if figures else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
