"""Lazily imported commands: the help must not wait for torch."""

import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from autograder.cli.faults import in_one_sentence

COMMANDS_FOLDER = Path(__file__).parent
PLAIN = None
"""Help without boxes: for these typer imports a Markdown parser, a third of the time of a help."""


class Command(TyperCommand):
    """A command that ends in a sentence; its help shows no type behind a flag."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, each flag's value named by nothing."""
        return without_types(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run it; what is no fault of the code ends it with one sentence."""
        with in_one_sentence():
            return super().invoke(ctx)


def without_types(parameters: list[Any]) -> list[Any]:
    """The parameters, each flag's value named by nothing: typer would write <bool>."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


class LazyCommand(TyperCommand):
    """The command of the function `module.module` in this package, known by its docstring alone.

    The first line of the docstring stands in the list of commands; calling the command, or asking
    for its own help, imports the module.
    """

    def __init__(self, module: str, panel: str, example: str) -> None:
        name = module.removesuffix("_").replace("_", "-")
        epilog = f"Example: {example}"
        super().__init__(name, help=_docstring(module), epilog=epilog, rich_help_panel=panel)
        self._module = module

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """The context of the real command, which thereby takes the place of this one."""
        module = importlib.import_module(f"autograder.cli.{self._module}")
        alone = typer.Typer(add_completion=False, rich_markup_mode=PLAIN)
        alone.command(self.name, cls=Command, epilog=self.epilog)(getattr(module, self._module))
        return get_command(alone).make_context(*args, **extra)


def _docstring(module: str) -> str:
    """How the docstring begins, read from the source: an import would cost what we save."""
    source = (COMMANDS_FOLDER / f"{module}.py").read_text("utf-8")
    # To parse all commands for one line of each would take half as long as to import typer.
    begins = rf'^def {module}\(.*?\) -> None:\n    """(.*?)(?:\n\n|""")'
    found = re.search(begins, source, re.MULTILINE | re.DOTALL)
    return inspect.cleandoc(found[1]) if found else ""
