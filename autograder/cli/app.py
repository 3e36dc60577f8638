"""The `autograder` command."""

import sys

import typer

from autograder.cli import (
    audit,
    build,
    doctor,
    grade,
    init,
    new,
    report,
    reseed,
    roster,
    simulate,
    watch,
)
from autograder.errors import AutograderError
from autograder.report.plain import plain

app = typer.Typer(
    no_args_is_help=True,
    help="Grade nbgrader assignments where student code never runs.",
    pretty_exceptions_enable=False,
)
app.command()(init.init)
app.command()(new.new)
app.command()(build.build)
app.command()(grade.grade)
app.command()(report.report)
app.command()(audit.audit)
app.command()(reseed.reseed)
app.command()(simulate.simulate)
app.command()(roster.roster)
app.command()(watch.watch)
app.command()(doctor.doctor)


def main() -> None:
    """Run a command; an AutograderError becomes one line and exit code 1."""
    try:
        app()
    except AutograderError as error:
        print(f"autograder: {plain(str(error))}", file=sys.stderr)
        sys.exit(1)
