"""Submissions that a folder should not hold, each made by a line of the shell."""

import subprocess
from pathlib import Path

UNREADABLE = "unreadable: "
"""Said of what only grading can find."""

DIGITS = b'{"cells": [{"cell_type": "markdown", "execution_count": ' + b"1" * 5000 + b', "sour'
"""A torn notebook with a number that Python refuses to read as one."""

BESIDE = {
    "checks-folder": ("mkdir checks.py", "checks.py is a folder where a file should be"),
    # No deeper: Python's own rmtree, which clears after tests, calls itself for each of them.
    "deep": (f"mkdir -p {'/'.join('d' * 400)}", "more than 20 folders deep"),
    "link-secret": ("ln -s /etc/passwd data.csv", "is a link"),
    "link-up": ("ln -s .. up", "up is a link"),
    "pipe": ("mkfifo pipe", "no plain file"),
    "many": ("touch $(seq 1500)", "and further files: more than 1000"),
    "huge": ("truncate -s 1000GB data.bin", "does not fit in the 100 MB"),
    "stamp-early": ("echo 0001-01-01 00:00:00 +1400 > timestamp.txt", "which is no time"),
    "stamp-ahead": ("echo 2999-03-01 12:00:00 UTC > timestamp.txt", "UTC lies in the future"),
    "stamp-long": ("seq -s / 1000 > timestamp.txt", "more than 200 bytes"),
    "stamp-pipe": ("mkfifo timestamp.txt", "no plain file"),
    "two-below": (
        "mkdir work; sed '0,/import torch/s//import math, torch/' attention.ipynb >"
        " work/attention.ipynb",
        "is another notebook (15 of 15 parts answered)",
    ),
}  # fmt: skip
"""Ways to put something beside a right notebook, with words of the remark about it."""

HOSTILE = {
    "notebook-folder": ("rm attention.ipynb; mkdir attention.ipynb", "ipynb is a folder where"),
    "link-neighbour": ("ln -sf ../../ada/attention/attention.ipynb .", "is a link"),
    "linked-folder": ("cd ..; mv attention ../../a; ln -s ../../a attention", "is a link"),
    "linked-student": ("cd ../..; mv linked-student ../s; ln -s ../s linked-student", "is a link"),
    "no-folder": ("cd ..; rm -r attention; echo a file > attention", "attention is no folder"),
    "pipe-notebook": ("rm attention.ipynb; mkfifo attention.ipynb", "no plain file"),
    "huge-notebook": ("truncate -s 1000GB attention.ipynb", "does not fit in the 100 MB"),
    "misplaced": ("mv attention.ipynb ..; cd ..; rmdir attention", "to submitted/misplaced/atten"),
    "digits": (f"echo '{DIGITS.decode()}' > attention.ipynb", UNREADABLE),
    "only-pdf": ("rm attention.ipynb; echo %PDF-1.7 > attention.pdf", "holds no notebook"),
}  # fmt: skip
"""Ways to spoil a submission so that nothing can be graded, with words of what is said of it."""


def spoil(root: Path, student: str, way: str) -> None:
    """Run the line in the student's folder, in which a right notebook lies."""
    folder = root / "submitted" / student / "attention"
    subprocess.run(["sh", "-ec", (HOSTILE | BESIDE)[way][0]], cwd=folder, check=True)
