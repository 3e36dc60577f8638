"""The figures as files for other programs: a CSV of students and parts, and everything as JSON."""

import csv
import io

import msgspec

from autograder.report.classroom.report_data import Figures
from autograder.report.lms.csv_cells import is_formula, text
from autograder.report.plain_text import distinct

COLUMNS = (
    "student", "name", "part", "max_points", "checked", "counted", "changed",
    "checks_passed", "checks", "total", "penalty",
)  # fmt: skip


def csv_text(figures: Figures) -> str:
    """A row for each student and part; points that do not exist are empty."""
    maxima = {part.id: part.max_points for part in figures.parts}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in figures.rows:
        for cell in row.parts:
            writer.writerow([
                _id(row.student), text(row.name), cell.part, maxima.get(cell.part),
                cell.checked, cell.counted, int(cell.changed), cell.passed, cell.checks,
                row.total, row.penalty,
            ])  # fmt: skip
    return file.getvalue()


def _id(student: str) -> str:
    """The id; one that a spreadsheet would compute is guarded as any text is."""
    return text(student if is_formula(student) else distinct(student))


def json_bytes(figures: Figures) -> bytes:
    """Every figure, indented for people who read it."""
    return msgspec.json.format(msgspec.json.encode(figures), indent=1)
