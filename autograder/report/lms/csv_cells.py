"""Cells that a spreadsheet shows and never computes; the plainest table of them, and its file."""

import csv
import io
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from autograder.core import atomic_file
from autograder.core.errors import ExportRefused
from autograder.report.lms.sheets import LmsStudent, Mark, Sheet, Table
from autograder.report.plain_text import distinct, one_line

FORMULA = frozenset("=+-@")
STUDENT = ("student_id", "last_name", "first_name", "email", "lms_user_id")
RESULT = (
    "submitted", "raw_score", "late_penalty", "total", "max_score", "needs_manual_grade",
    "overridden",
)  # fmt: skip


def is_formula(value: str) -> bool:
    """Whether a spreadsheet could take the text for a formula."""
    # Excel in East Asian locales also computes what begins with a full-width sign.
    return unicodedata.normalize("NFKC", value.strip()[:1]) in FORMULA


def text(value: str) -> str:
    """Any text in one line, with an apostrophe before what would be a formula."""
    line = one_line(value)
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


def parts_table(students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
    """Every student in every assignment; what is not graded is empty, never zero."""
    parts = tuple(dict.fromkeys(part for sheet in sheets for part in sheet.parts))
    rows = [_row(student, sheet, parts) for sheet in sheets for student in students]
    header = (*STUDENT, "assignment", *map(text, parts), *RESULT)
    return Table((header, *rows))


def _row(student: LmsStudent, sheet: Sheet, parts: Sequence[str]) -> tuple[str, ...]:
    who = (student.id, student.last_name, student.first_name, student.email, student.lms_user_id)
    mark = sheet.marks.get(student.id)
    cells = [
        number(mark.parts[part].points) if mark and part in mark.parts else "" for part in parts
    ]
    return (*map(text, (*who, sheet.assignment)), *cells, *_result(sheet, mark))


def _result(sheet: Sheet, mark: Mark | None) -> tuple[str, ...]:
    if mark is None:
        return ("no", "", "", "", number(sheet.max_points), "no", "")
    open_parts = [part for part, found in mark.parts.items() if found.needs_manual_grade]
    overridden = [part for part, found in mark.parts.items() if found.overridden]
    return (
        "yes",
        number(mark.raw if mark.graded else None),
        number(mark.late_penalty),
        number(mark.total),
        number(sheet.max_points),
        "yes" if open_parts or not mark.graded else "no",
        text(" ".join(overridden)),
    )


def write(path: Path, table: Table) -> None:
    """Write the table to `path` as CSV in UTF-8, whole or not at all, readable by its owner only.

    Raises:
        ExportRefused: there is no such folder, no right to write in it, or no room.
    """
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\r\n").writerows(table.rows)
    try:
        atomic_file.write(path, file.getvalue().encode())
    except OSError as error:
        raise ExportRefused(f"{path} cannot be written: {error.strerror}") from None
