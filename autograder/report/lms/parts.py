"""A plain table: a row for each student and assignment, a column for each part."""

from collections.abc import Sequence

from autograder.report.lms.csv_cells import number, text
from autograder.report.lms.sheets import LmsStudent, Mark, Sheet, Table

STUDENT = ("student_id", "last_name", "first_name", "email", "lms_user_id")
RESULT = (
    "submitted",
    "raw_score",
    "late_penalty",
    "total",
    "max_score",
    "needs_manual_grade",
    "overridden",
)


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
