"""The `autograder` command."""

import gc
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from autograder import __version__
from autograder.cli.ending import ends_at_once
from autograder.cli.lazy import PLAIN, LazyCommand, without_types
from autograder.cli.output import tolerate_terminals
from autograder.core.errors import AutograderError
from autograder.report.plain_text import plain

START = "Start a course"
CLASS = "Grade a class"
AUTHOR = "Write an assignment"

COLLECT = (50_000, 20, 50)
"""What a command imports, it keeps: with Python's own threshold of 700 objects a third of the time
of its imports goes by in looking for garbage among them."""

COMMANDS = (
    LazyCommand("init", START, "autograder init attention-2026"),
    LazyCommand("adopt", START, "autograder adopt ~/cs101 --assignment attention-zh"),
    LazyCommand("next_year", START, "autograder next-year ../attention-2027"),
    LazyCommand("new", START, "autograder new week-2"),
    LazyCommand("doctor", START, "autograder doctor"),
    LazyCommand("simulate", START, "autograder simulate attention --students 20"),
    LazyCommand("grade", CLASS, "autograder grade attention --jobs 4"),
    LazyCommand("feedback", CLASS, "autograder feedback attention --student ada"),
    LazyCommand("report", CLASS, "autograder report attention --language zh"),
    LazyCommand("clusters", CLASS, "autograder clusters attention"),
    LazyCommand(
        "name", CLASS, 'autograder name attention 1a2b3c4d --title-en "..." --question-en "..."'
    ),
    LazyCommand("promote", CLASS, "autograder promote attention 1a2b3c4d"),
    LazyCommand("watch", CLASS, "autograder watch attention attention-zh"),
    LazyCommand("roster", CLASS, "autograder roster class.csv"),
    LazyCommand("extend", CLASS, "autograder extend ada 3 --assignment attention"),
    LazyCommand("explain", CLASS, "autograder explain attention ada causal_mask"),
    LazyCommand("try_", CLASS, "autograder try ~/ada.ipynb --assignment attention-zh"),
    LazyCommand(
        "results", CLASS, "autograder results ada.ipynb --format gradescope -o results.json"
    ),
    LazyCommand("passback", CLASS, "autograder passback attention --dry-run"),
    LazyCommand("build", AUTHOR, "autograder build attention"),
    LazyCommand("check", AUTHOR, "autograder check week-2"),
    LazyCommand("audit", AUTHOR, "autograder audit attention --json"),
    LazyCommand(
        "mutant", AUTHOR, 'autograder mutant week-2 1a2b3c4d --title-en "..." --question-en "..."'
    ),
    LazyCommand("reseed", AUTHOR, "autograder reseed attention"),
    LazyCommand("learn", AUTHOR, "autograder learn attention"),
)


class Commands(TyperGroup):
    """All commands, in the order of the help."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for command in COMMANDS:
            self.add_command(command)

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, each flag's value named by nothing."""
        return without_types(super().get_params(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands by what they are for."""
        for panel in (START, CLASS, AUTHOR):
            rows = [(each.name, each.help) for each in COMMANDS if each.rich_help_panel == panel]
            with formatter.section(panel):
                formatter.write_dl(rows)


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    epilog="Release, feedback and export are nbgrader's own: nbgrader --help",
    pretty_exceptions_enable=False,
    rich_markup_mode=PLAIN,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"autograder {__version__}")
        raise typer.Exit


@app.callback()
def autograder(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Grade nbgrader assignments in a process separate from student code."""


def main() -> None:
    """Run a command; an AutograderError becomes one line and exit code 1."""
    gc.set_threshold(*COLLECT)
    tolerate_terminals()
    # jsonschema would compile the grammars of all internationalized addresses at every start,
    # for formats that no notebook's schema has; with the package hidden it goes without them.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    try:
        app()
    except AutograderError as error:
        print(f"autograder: {plain(str(error))}", file=sys.stderr)
        sys.exit(1)


def program() -> None:
    """The same as all that a process is for."""
    with ends_at_once():
        main()
