"""Submissions that a folder should not hold, each made in its own way."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

Make = Callable[[Path], None]
"""Spoils the submission at `submitted/<student>/attention`, in which a right notebook lies."""

NOTEBOOK = "attention.ipynb"
UNREADABLE = "unreadable: "
"""Said of what only grading can find."""

DIGITS = b'{"cells": [{"cell_type": "markdown", "execution_count": ' + b"1" * 5000 + b', "sour'
"""A torn notebook with a number that Python refuses to read as one."""
OTHER = "is another notebook (15 of 15 parts answered)"


def _given(make: Callable[..., None]) -> Callable[..., Make]:
    """Ways of one kind: each is given all but the folder."""
    return lambda *more, **named: lambda folder: make(folder, *more, **named)


@_given
def _folder(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    (folder / name).mkdir()


@_given
def _stamp(folder: Path, text: str) -> None:
    (folder / "timestamp.txt").write_text(text)


@_given
def _link(folder: Path, name: str, target: str) -> None:
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(target)


@_given
def _bytes(folder: Path, data: bytes, name: str = NOTEBOOK) -> None:
    (folder / NOTEBOOK).unlink()
    (folder / name).write_bytes(data)


@_given
def _aside(folder: Path, up: int) -> None:
    """A link takes the place of the folder, or of the student's."""
    moved = folder.parents[up - 1] if up else folder
    aside = folder.parents[2] / f"aside-{folder.parent.name}"
    moved.rename(aside)
    moved.symlink_to(aside)


def _a_file(folder: Path) -> None:
    (folder / NOTEBOOK).unlink()
    folder.rmdir()
    folder.write_text("a file")


@_given
def _fifo(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)


def _deep(folder: Path) -> None:
    # No more: Python's own rmtree, which clears after tests, calls itself for each of them.
    subprocess.run(["mkdir", "-p", str(folder / "/".join("d" * 400))], check=True)


def _many(folder: Path) -> None:
    for number in range(1_500):
        (folder / f"f{number}").touch()


@_given
def _sparse(folder: Path, name: str, size: int) -> None:
    with (folder / name).open("wb") as file:
        file.truncate(size)


@_given
def _another(folder: Path, name: str, keep: bool = True) -> None:
    """A second notebook, with another answer in it."""
    own = folder / NOTEBOOK
    notebook = json.loads(own.read_bytes())
    notebook["cells"][-1]["source"] = "print('another one')"
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps(notebook))
    if not keep:
        own.rename(folder / "attention (7).ipynb")


def _fuller(folder: Path) -> None:
    """The answers in a copy, and all but one taken out of the file of the right name."""
    own = folder / NOTEBOOK
    (folder / "attention-Copy1.ipynb").write_bytes(own.read_bytes())
    notebook = json.loads(own.read_bytes())
    done = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    own.write_text(json.dumps(notebook | {"cells": done[:3]}))


def _empty(folder: Path) -> None:
    (folder / NOTEBOOK).unlink()


def _misplaced(folder: Path) -> None:
    (folder / NOTEBOOK).rename(folder.parent / NOTEBOOK)
    folder.rmdir()


BESIDE: dict[str, tuple[Make, str]] = {
    "checks-folder": (_folder("checks.py"), "checks.py is a folder where a file should be"),
    "deep": (_deep, "more than 20 folders deep"),
    "link-dangling": (_link("gone", "nowhere"), "is a link"),
    "link-renamed": (_link("attention (1).ipynb", f"../../ada/attention/{NOTEBOOK}"), "is a link"),
    "link-secret": (_link("data.csv", "/etc/passwd"), "is a link"),
    "link-up": (_link("up", ".."), "up is a link"),
    "pipe": (_fifo("pipe"), "no plain file"),
    "many": (_many, "and further files: more than 1000"),
    "huge": (_sparse("data.bin", 10**12), "does not fit in the 100 MB"),
    "stamp-words": (_stamp("yesterday evening"), "which is no time"),
    "stamp-early": (_stamp("0001-01-01 00:00:00 +1400"), "which is no time"),
    "stamp-ahead": (_stamp("2999-03-01 12:00:00 UTC"), "12:00:00 UTC lies in the future"),
    "stamp-long": (_stamp("2026-01-01" * 1000), "more than 200 bytes"),
    "stamp-pipe": (_fifo("timestamp.txt"), "no plain file"),
    "two-capital": (_another("Attention.IPYNB"), OTHER),
    "two-below": (_another("work/attention.ipynb"), OTHER),
}
"""Ways to put something beside a right notebook, with words of the remark about it."""

HOSTILE: dict[str, tuple[Make, str]] = {
    "notebook-folder": (_folder(NOTEBOOK), "attention.ipynb is a folder where"),
    "link-neighbour": (_link(NOTEBOOK, f"../../ada/attention/{NOTEBOOK}"), "is a link"),
    "link-source": (_link(NOTEBOOK, f"../../../source/attention/{NOTEBOOK}"), "is a link"),
    "linked-folder": (_aside(0), "attention is a link"),
    "linked-student": (_aside(1), "is a link"),
    "no-folder": (_a_file, "attention is no folder"),
    "pipe-notebook": (_fifo(NOTEBOOK), "no plain file"),
    "huge-notebook": (_sparse(NOTEBOOK, 10**12), "does not fit in the 100 MB"),
    "two-fuller": (_fuller, "/15, 'attention-Copy1.ipynb' 15/15)"),
    "two-renamed": (_another("attention (1).ipynb", keep=False), "nothing says which is meant"),
    "nothing": (_empty, "holds no notebook"),
    "misplaced": (_misplaced, "move it to submitted/misplaced/attention/"),
    "digits": (_bytes(DIGITS), UNREADABLE),
    "only-pdf": (_bytes(b"%PDF-1.7", "attention.pdf"), "holds no notebook"),
}
"""Ways to spoil a submission so that nothing can be graded, with words of what is said of it."""


def spoil(root: Path, student: str, way: str) -> None:
    (HOSTILE | BESIDE)[way][0](root / "submitted" / student / "attention")
