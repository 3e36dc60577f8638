"""The `autograder` command: its parts are imported when they are called."""

import gc
import importlib
import inspect
import keyword
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from autograder import __version__
from autograder.cli.ending import ends_at_once, in_one_sentence
from autograder.cli.output import tolerate_terminals
from autograder.core.errors import AutograderError
from autograder.report.plain_text import plain

COLLECT = (50_000, 20, 50)
"""What a command imports, it keeps: with Python's own threshold of 700 objects a third of the time
of its imports goes by in looking for garbage among them."""
PLAIN = None
"""Help without boxes: for these typer imports a Markdown parser, half of the time of a help."""

COMMANDS = {
    "Start a course": (
        ("init", "courses", "attention-2026"),
        ("adopt", "courses", "~/cs101 --assignment attention-zh"),
        ("next-year", "courses", "../attention-2027"),
        ("new", "assignments", "week-2"),
        ("doctor", "doctor", ""),
        ("simulate", "assignments", "attention --students 20"),
    ),
    "Grade a class": (
        ("grade", "grade", "attention --jobs 4"),
        ("feedback", "report", "attention --student ada"),
        ("report", "report", "attention --language zh"),
        ("clusters", "groups", "attention"),
        ("name", "groups", 'attention 1a2b3c4d --title-en "..." --question-en "..."'),
        ("promote", "groups", "attention 1a2b3c4d"),
        ("watch", "watch", "attention attention-zh"),
        ("roster", "gradebook", "class.csv"),
        ("extend", "gradebook", "ada 3 --assignment attention"),
        ("explain", "explain", "attention ada causal_mask"),
        ("try", "one_notebook", "~/ada.ipynb --assignment attention-zh"),
        ("results", "one_notebook", "ada.ipynb --format gradescope -o results.json"),
        ("passback", "gradebook", "attention --dry-run"),
    ),
    "Write an assignment": (
        ("build", "assignments", "attention"),
        ("check", "assignments", "week-2"),
        ("audit", "audit", "attention --json"),
        ("mutant", "audit", 'week-2 1a2b3c4d --title-en "..." --question-en "..."'),
        ("reseed", "assignments", "attention"),
        ("learn", "assignments", "attention"),
    ),
}
"""Name, module in this package and an example, by what they are for."""


class Command(TyperCommand):
    """A command that ends in a sentence; its help shows no type behind a flag."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, each flag's value named by nothing."""
        return _without_types(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run it; what is no fault of the code ends it with one sentence."""
        with in_one_sentence():
            return super().invoke(ctx)


class LazyCommand(TyperCommand):
    """The command of a function that is named as it is, known by the docstring alone.

    The first lines of the docstring stand in the list of commands; calling the command, or asking
    for its own help, imports the module.
    """

    def __init__(self, panel: str, name: str, module: str, example: str) -> None:
        self._module = module
        # `try` is a word of Python's.
        self._function = name.replace("-", "_") + "_" * keyword.iskeyword(name)
        super().__init__(
            name,
            help=_docstring(module, self._function),
            epilog=f"Example: autograder {name} {example}".rstrip(),
            rich_help_panel=panel,
        )

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """The context of the real command, which thereby takes the place of this one."""
        module = importlib.import_module(f"autograder.cli.{self._module}")
        alone = typer.Typer(add_completion=False, rich_markup_mode=PLAIN)
        alone.command(self.name, cls=Command, epilog=self.epilog)(getattr(module, self._function))
        return get_command(alone).make_context(*args, **extra)


def _without_types(parameters: list[Any]) -> list[Any]:
    """The parameters, each flag's value named by nothing: typer would write <bool>."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


def _docstring(module: str, function: str) -> str:
    """How the docstring begins, read from the source: an import would cost what we save."""
    source = Path(__file__).with_name(f"{module}.py").read_text("utf-8")
    # To parse all commands for one line of each would take half as long as to import typer.
    begins = rf'^def {function}\(.*?\) -> None:\n    """(.*?)(?:\n\n|""")'
    found = re.search(begins, source, re.MULTILINE | re.DOTALL)
    return inspect.cleandoc(found[1]) if found else ""


class Commands(TyperGroup):
    """All commands, in the order of the help."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for panel, some in COMMANDS.items():
            for about in some:
                self.add_command(LazyCommand(panel, *about))

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, each flag's value named by nothing."""
        return _without_types(super().get_params(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands by what they are for."""
        for panel, some in COMMANDS.items():
            with formatter.section(panel):
                formatter.write_dl([(name, self.commands[name].help) for name, _, _ in some])


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
