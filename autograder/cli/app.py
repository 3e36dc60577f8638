"""The `autograder` command."""

import sys
from collections.abc import Callable

import typer

from autograder.cli import (
    audit,
    build,
    doctor,
    explain,
    grade,
    init,
    new,
    report,
    reseed,
    roster,
    simulate,
    try_,
    watch,
)
from autograder.errors import AutograderError
from autograder.report.plain import plain

START = "Start a course"
CLASS = "Grade a class"
AUTHOR = "Write an assignment"

app = typer.Typer(
    no_args_is_help=True,
    help="Grade nbgrader assignments where student code never runs.",
    epilog="Release, feedback and export are nbgrader's own: nbgrader --help",
    pretty_exceptions_enable=False,
)


def _add(function: Callable[..., None], name: str, panel: str, example: str) -> None:
    """Register a command in a group of the help, with an example below its own."""
    app.command(name, rich_help_panel=panel, epilog=f"Example: {example}")(function)


_add(init.init, "init", START, "autograder init attention-2026")
_add(new.new, "new", START, "autograder new week-2")
_add(doctor.doctor, "doctor", START, "autograder doctor")
_add(simulate.simulate, "simulate", START, "autograder simulate attention --students 20")
_add(grade.grade, "grade", CLASS, "autograder grade attention --jobs 4")
_add(report.report, "report", CLASS, "autograder report attention --language zh")
_add(watch.watch, "watch", CLASS, "autograder watch attention attention-zh")
_add(roster.roster, "roster", CLASS, "autograder roster class.csv")
_add(explain.explain, "explain", CLASS, "autograder explain attention ada causal_mask")
_add(try_.try_, "try", CLASS, "autograder try ~/ada.ipynb --assignment attention-zh")
_add(build.build, "build", AUTHOR, "autograder build attention")
_add(audit.audit, "audit", AUTHOR, "autograder audit attention --json")
_add(reseed.reseed, "reseed", AUTHOR, "autograder reseed attention --salt autumn")


def main() -> None:
    """Run a command; an AutograderError becomes one line and exit code 1."""
    try:
        app()
    except AutograderError as error:
        print(f"autograder: {plain(str(error))}", file=sys.stderr)
        sys.exit(1)
