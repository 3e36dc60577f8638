"""The files that Canvas and Moodle import, and the plainest table of points.

Canvas knows a student by its own number, else by the SIS user id, else by the SIS login id; it
knows an assignment by the number in brackets behind its name, else by the name. A line that begins
with "Points Possible" is no student.

In Moodle (Grades > Import > CSV file) a teacher maps the first column to the user and each other
column to a grade item or its feedback. One row that Moodle cannot map ends the whole import.
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from autograder.core import atomic_file
from autograder.core.errors import AutograderError
from autograder.report.lms.sheets import LmsStudent, Recorded, Sheet, Table, noted, repeated
from autograder.report.plain_text import cell_text, identifier, is_formula

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "Points Possible"
CANVAS_OWN = re.compile("(?i)(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)")
MOODLE = {"email": "Email address", "id": "Username", "lms_user_id": "ID number"}
MAX_GRADE = 100
PARTS = ("student_id", "last_name", "first_name", "email", "lms_user_id", "assignment")
RESULT = (
    "submitted", "raw_score", "late_penalty", "total", "max_score", "needs_manual_grade",
    "overridden",
)  # fmt: skip


def canvas_table(
    students: Sequence[LmsStudent], sheets: Sequence[Sheet], titles: Mapping[str, str],
    numbers: Mapping[str, int], login: str,
) -> Table:  # fmt: skip
    """The rows for Canvas; an AutograderError if it would mistake a column or a student.

    `titles` and `numbers` are Canvas' of an assignment, by nbgrader's name; `login` says which of a
    student's values is the login, "id" or "email".
    """
    header = [_canvas_header(sheet.assignment, titles, numbers) for sheet in sheets]
    _check_columns(header, "CanvasExporter")
    ids = {student.id: _canvas_ids(student, login) for student in students}
    known = [student for student in students if any(ids[student.id])]
    for values in zip(*(ids[student.id] for student in known), strict=True):
        if twice := repeated(values):
            message = f"two students have the Canvas identifier {twice!r}; correct the roster"
            raise AutograderError(message)
    most = (_number(sheet.max_points) for sheet in sheets)
    rows = [(*CANVAS, *header), (f"    {POINTS_POSSIBLE}", "", "", "", "", *most)]
    for student in known:
        name = student.sortable_name
        shown = student.id if not name or POINTS_POSSIBLE in name else name
        points = [_number(sheet.total(student)) for sheet in sheets]
        rows.append((cell_text(shown), *ids[student.id], "", *points))
    by_login = (student for student in known if not ids[student.id][0])
    unknown = (student for student in students if not any(ids[student.id]))
    number = "no Canvas number (lms_user_id) in the gradebook, Canvas looks for the SIS ids of:"
    left_out = "left out, for want of an identifier that Canvas could find:"
    return Table(tuple(rows), noted(number, by_login) + noted(left_out, unknown))


def _canvas_header(assignment: str, titles: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    title, number = titles.get(assignment, assignment), numbers.get(assignment)
    if CANVAS_OWN.search(title) or is_formula(title) or title in CANVAS:
        message = f"Canvas would not read a column called {title!r}; set CanvasExporter.titles"
        raise AutograderError(message)
    return cell_text(title) if number is None else f"{cell_text(title)} ({number})"


def _canvas_ids(student: LmsStudent, login: str) -> tuple[str, str, str]:
    """Canvas' number, the SIS user id, the SIS login id."""
    name = identifier(student.email if login == "email" else student.id)
    lms = identifier(student.lms_user_id)
    # Canvas reads "12ab" as the number 12, which is somebody else.
    return (lms, "", name) if re.fullmatch("[0-9]+", lms) else ("", lms, name)


def moodle_table(
    students: Sequence[LmsStudent], sheets: Sequence[Sheet], by: str, titles: Mapping[str, str]
) -> Table:
    """A row for each graded student, whom Moodle finds `by` "email", "id" or "lms_user_id"; an
    AutograderError where it would mistake one. `titles` are its grade items'.
    """
    items = [cell_text(titles.get(sheet.assignment, sheet.assignment)) for sheet in sheets]
    _check_columns(items, "MoodleExporter")
    column = MOODLE[by]
    graded = [s for s in students if any(sheet.total(s) is not None for sheet in sheets)]
    ids = {s.id: identifier(str(getattr(s, by))) for s in graded}
    # Moodle gives the grade of a row without identifier to the student of the row before.
    known = [student for student in graded if ids[student.id]]
    if graded and not known:
        raise AutograderError(
            f"no student with a grade has an {column!r} in the gradebook: set"
            " c.MoodleExporter.identifier = 'id' to write usernames, or enter the class list"
            " with `autograder roster`"
        )
    if twice := repeated(ids.values()):
        raise AutograderError(f"two students have the {column} {twice!r}; correct it")
    header = [name for title in items for name in (title, f"{title} (feedback)")]
    rows = [(column, "First name", "Last name", *header)]
    for student in known:
        names = cell_text(student.first_name), cell_text(student.last_name)
        cells = [cell for sheet in sheets for cell in _moodle_cells(sheet, student)]
        rows.append((ids[student.id], *names, *cells))
    unknown = (student for student in graded if not ids[student.id])
    above = (s for s in graded if any((t.total(s) or 0) > MAX_GRADE for t in sheets))
    left_out = f"left out, for want of an {column!r} in the gradebook:"
    too_much = f"above {MAX_GRADE}, which Moodle refuses as it is delivered:"
    return Table(tuple(rows), noted(left_out, unknown) + noted(too_much, above))


def _moodle_cells(sheet: Sheet, student: LmsStudent) -> tuple[str, str]:
    total = sheet.total(student)
    if total is None:
        return "-", ""
    mark = sheet.marks[student.id]
    scores = {part: mark.scores[part] for part in sheet.parts}
    notes = [f"{part} {score.points:g}/{sheet.parts[part]:g}" for part, score in scores.items()]
    notes += [f"late penalty {mark.penalty:g}"] if mark.penalty else []
    notes += [f"{part}: {score.comment}" for part, score in scores.items() if score.comment]
    return _number(total), cell_text("; ".join(notes))


def _check_columns(titles: Sequence[str], exporter: str) -> None:
    if twice := repeated(titles):
        message = f"two assignments would have the column {twice!r}; set {exporter}.titles"
        raise AutograderError(message)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def parts_table(students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
    """Every student in every assignment; what is not graded is empty, never zero."""
    parts = tuple(dict.fromkeys(part for sheet in sheets for part in sheet.parts))
    rows = [(*PARTS, *map(cell_text, parts), *RESULT)]
    for sheet in sheets:
        for student in students:
            who = student.id, *(getattr(student, name) for name in PARTS[1:-1])
            mark = sheet.marks.get(student.id)
            scores = mark.scores if mark else {}
            cells = [_number(scores[part].points) if part in scores else "" for part in parts]
            fields = map(cell_text, (*who, sheet.assignment))
            rows.append((*fields, *cells, *_result(mark, _number(sheet.max_points))))
    return Table(tuple(rows))


def _result(mark: Recorded | None, most: str) -> tuple[str, ...]:
    if mark is None:
        return ("no", "", "", "", most, "no", "")
    needs = not mark.graded or any(score.marked for score in mark.scores.values())
    overridden = cell_text(" ".join(part for part, score in mark.scores.items() if score.changed))
    points = (mark.raw if mark.graded else None, mark.penalty, mark.total)
    return ("yes", *map(_number, points), most, "yes" if needs else "no", overridden)


def write(path: Path, table: Table) -> None:
    """Write `path` as CSV in UTF-8, whole or not at all, for its owner only."""
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\r\n").writerows(table.rows)
    try:
        atomic_file.write(path, file.getvalue().encode())
    except OSError as error:
        raise AutograderError(f"{path} cannot be written: {error.strerror}") from None
