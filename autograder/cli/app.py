"""The `autograder` command: its parts are imported when they are called."""

import atexit
import gc
import importlib
import inspect
import keyword
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from autograder import __version__
from autograder.cli.output import tolerate_terminals
from autograder.core.errors import AutograderError, GraderFault, remedy
from autograder.report.plain_text import plain

PLAIN = None
"""Help without boxes: for these typer imports a Markdown parser, half of the time of a help."""
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Of the click that typer has, which may be a copy of its own."""
STOPPED = "stopped; what was finished stays, and nothing is half done: run the same command again"

COMMANDS = {
    "Instructors: start a course": (
        ("init", "courses", "attention-2026"),
        ("adopt", "courses", "~/cs101 --assignment attention-zh"),
        ("next-year", "courses", "../attention-2027"),
        ("roster", "gradebook", "class.csv"),
        ("simulate", "assignments", "attention --students 20"),
    ),
    "Instructors: grade a class": (
        ("grade", "grade", "attention --jobs 4"),
        ("feedback", "report", "attention --student ada"),
        ("report", "report", "attention --language zh"),
        ("explain", "explain", "attention ada causal_mask"),
        ("clusters", "groups", "attention"),
        ("name", "groups", 'attention 1a2b3c4d --title-en "..." --question-en "..."'),
        ("try", "one_notebook", "ada.ipynb --assignment attention"),
        ("viva", "viva", "attention --student ada"),
        ("extend", "gradebook", "ada 3 --assignment attention"),
    ),
    "Authors: write an assignment": (
        ("new", "assignments", "week-2"),
        ("build", "assignments", "attention"),
        ("check", "assignments", "week-2"),
        ("audit", "audit", "attention --json"),
        ("mutant", "audit", 'week-2 1a2b3c4d --title-en "..." --question-en "..."'),
        ("promote", "groups", "attention 1a2b3c4d"),
        ("reseed", "assignments", "attention"),
        ("learn", "assignments", "attention"),
    ),
    "Administrators: run it for others": (
        ("doctor", "doctor", ""),
        ("watch", "watch", "attention attention-zh"),
        ("results", "one_notebook", "ada.ipynb --format gradescope -o results.json"),
        ("passback", "gradebook", "attention --dry-run"),
    ),
}
"""Name, module in this package and an example, by who uses them and for what."""


class LazyCommand(TyperCommand):
    """The command of a function that is named as it is; calling it imports the module.

    The first lines of its docstring, for the list of commands, are found in the text: to import or
    to parse all modules would cost what is saved here.
    """

    def __init__(self, panel: str, name: str, module: str, example: str) -> None:
        self._module = module
        # `try` is a word of Python's.
        self._function = name.replace("-", "_") + "_" * keyword.iskeyword(name)
        source = Path(__file__).with_name(f"{module}.py").read_text("utf-8")
        begins = rf'^def {self._function}\(.*?\) -> None:\n    """(.*?)(?:\n\n|""")'
        match = re.search(begins, source, re.MULTILINE | re.DOTALL)
        super().__init__(
            name,
            help=inspect.cleandoc(match[1]) if match else "",
            epilog=f"Example: autograder {name} {example}".rstrip(),
            rich_help_panel=panel,
        )

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """The context of the real command, which takes the place of this one."""
        module = importlib.import_module(f"autograder.cli.{self._module}")
        alone = typer.Typer(add_completion=False, rich_markup_mode=PLAIN)
        alone.command(self.name, epilog=self.epilog)(getattr(module, self._function))
        command = get_command(alone)
        try:
            return command.make_context(*args, **extra)
        except UsageError as error:
            message = str(error.message)  # type: ignore[attr-defined]
            error.message = message + _otherwise(command, message)  # type: ignore[attr-defined]
            raise


def _otherwise(command: Any, message: str) -> str:
    """How to give an argument that was given as an option, or a student given as an argument."""
    for param in command.params:
        is_option = param.opts[0].startswith("-")
        if is_option and param.name == "student" and "extra argument" in message:
            return "; a student is named by --student"
        if not is_option and param.type.name == "float" and re.search(r": -\d", message):
            return f"; {param.name}: {param.help}"
        if not is_option and f"--{param.name}" in message:
            return f"; it is given without --{param.name}, in the order that --help shows"
    return ""


class Commands(TyperGroup):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for panel, commands in COMMANDS.items():
            for about in commands:
                self.add_command(LazyCommand(panel, *about))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for panel, commands in COMMANDS.items():
            with formatter.section(panel):
                formatter.write_dl([(name, self.commands[name].help) for name, _, _ in commands])

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:
            print(str(interrupt) or STOPPED, file=sys.stderr)
            raise typer.Exit(130) from None
        except BrokenPipeError:
            # Whoever reads has seen enough, as `head` does.
            raise
        except OSError as error:
            if reason := _of_disk(error):
                raise GraderFault(f"{reason}, then run the same command again") from error
            raise
        except Exception as error:
            # By name: importing traitlets takes long.
            if type(error).__name__ == "TraitError":
                raise AutograderError(f"nbgrader_config.py: {error} Correct it") from error
            raise


def _of_disk(error: OSError) -> str:
    reason, where, cause = error.strerror, error.filename, error
    if isinstance(error, shutil.Error):
        # It has a line for each file of a folder that could not be copied.
        where, _, reason = error.args[0][0]
        if match := re.match(r"\[Errno (\d+)\] ([^:]*)", reason):
            reason, cause = match[2], OSError(int(match[1]), "")
    place = f" ({where})" if where is not None else ""
    return f"{reason}{place}: {remedy(cause)}" if reason is not None else ""


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    epilog="Release, collection and export are nbgrader's own: nbgrader --help",
    pretty_exceptions_enable=False,
    rich_markup_mode=PLAIN,
)


@app.callback()
def autograder(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Grade nbgrader assignments in a process separate from student code.

    Without a command: the next steps in this folder.
    """
    if version:
        print(f"autograder {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        # Like the commands, it is imported when it is called: --help does without.
        from autograder.cli.next_steps import next_steps

        for line in next_steps(Path.cwd()):
            print(line)


def main() -> None:
    """Run a command; an AutograderError becomes one line and exit code 1."""
    # Imports are kept: Python's own 700 objects cost a tenth of them in looking for garbage.
    gc.set_threshold(50_000, 20, 50)
    tolerate_terminals()
    # jsonschema would compile the grammars of all internationalized addresses at every start,
    # for formats that no notebook's schema has; with the package hidden it goes without them.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    try:
        app()
    except AutograderError as error:
        print(f"autograder: {plain(str(error))}", file=sys.stderr)
        sys.exit(1)


@contextmanager
def ends_at_once() -> Iterator[None]:
    """End this process with the block's status, right after all that is done at its exit: to take
    apart all that was imported, behind torch, takes a third as long again. A traceback, or a
    message given to `sys.exit`, is left to Python.
    """
    status: list[int] = []

    def leave() -> None:
        # Where nobody reads any more, or the disk is full, Python says so.
        with suppress(OSError, ValueError):
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
            if status:
                os._exit(status[0])

    # What is registered first is called last.
    atexit.register(leave)
    try:
        yield
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            status.append(end.code or 0)
        raise
    status.append(0)


def program() -> None:
    with ends_at_once():
        main()
