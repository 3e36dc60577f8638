"""Cells that a spreadsheet shows and never computes."""

import csv
import io
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from autograder.core import atomic_file
from autograder.core.errors import ExportRefused
from autograder.report.lms.sheets import LmsStudent, Table
from autograder.report.plain_text import distinct, plain

FORMULA = frozenset("=+-@")
SHOWN = 20


def is_formula(value: str) -> bool:
    """Whether a spreadsheet could take the text for a formula."""
    # Excel in East Asian locales also computes what begins with a full-width sign.
    return unicodedata.normalize("NFKC", value.strip()[:1]) in FORMULA


def text(value: str) -> str:
    """Any text in one line, with an apostrophe before what would be a formula."""
    line = " ".join(plain(value).split())
    return f"'{line}" if is_formula(line) else line


def identifier(value: str) -> str:
    """An identifier exactly as it is, or nothing if no spreadsheet may see it as it is.

    An apostrophe would make it the identifier of somebody else or of nobody. So would a space left
    out at its end, or one that cannot be seen: an LMS leaves it out as it reads.
    """
    return value if value == text(value) == distinct(value) else ""


def number(value: float | None, absent: str = "") -> str:
    """Points to the hundredth."""
    return absent if value is None else f"{value:.2f}"


def named(students: Iterable[LmsStudent]) -> str:
    """Students' ids in a sentence."""
    ids = [plain(student.id, 40) for student in students]
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more


def encode(table: Table) -> bytes:
    """The table as CSV in UTF-8."""
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\r\n").writerows(table.rows)
    return file.getvalue().encode()


def write(path: Path, table: Table) -> None:
    """Write the table to `path`, whole or not at all, readable by its owner only.

    Raises:
        ExportRefused: there is no such folder, no right to write in it, or no room.
    """
    try:
        atomic_file.write(path, encode(table))
    except OSError as error:
        raise ExportRefused(f"{path} cannot be written: {error.strerror}") from None
