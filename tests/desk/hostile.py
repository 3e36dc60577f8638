"""Submissions that a folder should not hold, each made in its own way."""

import io
import json
import os
import socket
import subprocess
import zipfile
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


def _socket(folder: Path) -> None:
    # The path of a socket has at most 107 letters: bound in its folder, by its name alone.
    before = Path.cwd()
    os.chdir(folder)
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("s")
    finally:
        os.chdir(before)


def _deep(folder: Path) -> None:
    # No more: Python's own rmtree, which clears after tests, calls itself for each of them.
    subprocess.run(["mkdir", "-p", str(folder / "/".join("d" * 400))], check=True)


@_given
def _many(folder: Path, name: str, number: int) -> None:
    for one in range(number):
        path = folder / name.format(one)
        path.parent.mkdir(exist_ok=True)
        path.touch()


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


def _zip(*names: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, '{"cells": []}')
    return packed.getvalue()


BESIDE: dict[str, tuple[Make, str]] = {
    "checks-folder": (_folder("checks.py"), "checks.py is a folder where a file should be"),
    "other-notebook-folder": (_folder("notes.ipynb"), "notes.ipynb is a folder where"),
    "deep": (_deep, "more than 20 folders deep"),
    "link-loop": (_link("loop", "loop"), "loop is a link"),
    "link-dangling": (_link("gone", "nowhere"), "is a link"),
    "link-renamed": (_link("attention (1).ipynb", f"../../ada/attention/{NOTEBOOK}"), "is a link"),
    "link-secret": (_link("data.csv", "/etc/passwd"), "is a link"),
    "link-up": (_link("up", ".."), "up is a link"),
    "link-hidden": (_link(".hidden", "../../ada"), "is a link"),
    "link-checks": (_link("checks.py", "../../../source/attention/checks.py"), "is a link"),
    "link-root": (_link("root", "/"), "is a link"),
    "link-memory": (_link("attention.json", "/proc/self/mem"), "is a link"),
    "pipe": (_fifo("pipe"), "no plain file"),
    "pipe-renamed": (_fifo("attention (1).ipynb"), "no plain file"),
    "pipe-hidden": (_fifo(".note"), "no plain file"),
    "socket": (_socket, "no plain file"),
    "many": (_many("f{}", 1_500), "and further files: more than 1000"),
    "many-folders": (_many("d{}/f", 1_100), "and further files: more than 1000"),
    "huge": (_sparse("data.bin", 10**12), "does not fit in the 100 MB"),
    "stamp-folder": (_folder("timestamp.txt"), "timestamp.txt is a folder where"),
    "stamp-words": (_stamp("yesterday evening"), "which is no time"),
    "stamp-early": (_stamp("0001-01-01 00:00:00 +1400"), "which is no time"),
    "stamp-month": (_stamp("2026-13-45 99:99:99 UTC"), "which is no time"),
    "stamp-brackets": (_stamp("[" * 150), "which is no time"),
    "stamp-digits": (_stamp("9" * 190), "which is no time"),
    "stamp-zeros": (_stamp("\x00\x00\x00"), "which is no time"),
    "stamp-long": (_stamp("2026-01-01" * 1000), "more than 200 bytes"),
    "stamp-huge": (_sparse("timestamp.txt", 10_000_000), "more than 200 bytes"),
    "stamp-link": (_link("timestamp.txt", "/etc/hostname"), "is a link"),
    "stamp-pipe": (_fifo("timestamp.txt"), "no plain file"),
    "two": (_another("attention (1).ipynb"), OTHER),
    "two-capital": (_another("Attention.IPYNB"), OTHER),
    "two-below": (_another("work/attention.ipynb"), OTHER),
}
"""Ways to put something beside a right notebook, with words of the remark about it."""

HOSTILE: dict[str, tuple[Make, str]] = {
    "notebook-folder": (_folder(NOTEBOOK), "attention.ipynb is a folder where"),
    "link-to-itself": (_link(NOTEBOOK, NOTEBOOK), "is a link"),
    "link-notebook-dangling": (_link(NOTEBOOK, "nowhere.ipynb"), "is a link"),
    "link-neighbour": (_link(NOTEBOOK, f"../../ada/attention/{NOTEBOOK}"), "is a link"),
    "link-source": (_link(NOTEBOOK, f"../../../source/attention/{NOTEBOOK}"), "is a link"),
    "linked-folder": (_aside(0), "attention is a link"),
    "linked-student": (_aside(1), "is a link"),
    "no-folder": (_a_file, "attention is no folder"),
    "pipe-notebook": (_fifo(NOTEBOOK), "no plain file"),
    "huge-notebook": (_sparse(NOTEBOOK, 10**12), "does not fit in the 100 MB"),
    "long-notebook": (_sparse(NOTEBOOK, 80_000_000), UNREADABLE),
    "two-fuller": (_fuller, "/15, 'attention-Copy1.ipynb' 15/15)"),
    "two-renamed": (_another("attention (1).ipynb", keep=False), "nothing says which is meant"),
    "nothing": (_empty, "holds no notebook"),
    "empty": (_bytes(b""), UNREADABLE),
    "blank": (_bytes(b" \n" * 1000), UNREADABLE),
    "zeros": (_bytes(bytes(100_000)), UNREADABLE),
    "pdf": (_bytes(b"%PDF-1.7\n" * 1000), UNREADABLE),
    "digits": (_bytes(DIGITS), UNREADABLE),
    "noise": (_bytes(bytes(range(128, 256)) * 4000), UNREADABLE),
    "rar": (_bytes(b"Rar!\x1a\x07" + bytes(1000)), UNREADABLE),
    "torn-zip": (_bytes(_zip(NOTEBOOK)[:60]), UNREADABLE),
    "zip-of-two": (_bytes(_zip("a.ipynb", "b.ipynb")), UNREADABLE),
    "zip-of-none": (_bytes(_zip("readme.txt")), UNREADABLE),
    "only-pdf": (_bytes(b"%PDF-1.7", "attention.pdf"), "holds no notebook"),
    "only-word": (_bytes(b"PK", "attention.docx"), "holds no notebook"),
    "no-cells": (_bytes(b'{"cells": []}'), UNREADABLE),
    "no-notebook": (_bytes(b'{"a": 1}'), UNREADABLE),
}
"""Ways to spoil a submission so that nothing can be graded, with words of what is said of it."""


def spoil(root: Path, student: str, way: str) -> None:
    (HOSTILE | BESIDE)[way][0](root / "submitted" / student / "attention")
