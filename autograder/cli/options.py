"""Arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Assignment = Annotated[str, typer.Argument(help="The assignment, as nbgrader calls it.")]
Course = Annotated[
    Path, typer.Option("--course", help="The course folder.", show_default="this folder")
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", help="Processes (0: one for each core).")]
Students = Annotated[
    list[str] | None,
    typer.Option("--student", help="Only this student; may be given again.", show_default="all"),
]
Weaker = Annotated[
    bool,
    typer.Option(
        "--accept-weaker-isolation",
        help="Grade even where the machine lacks a layer of isolation; says what is lost.",
    ),
]
HERE = Path()
