"""A class list as Canvas, Moodle, nbgrader or a spreadsheet writes it."""

import csv
import io
import re
from collections.abc import Mapping, Sequence

from autograder.core.errors import AutograderError
from autograder.report.lms.sheets import LmsStudent
from autograder.report.plain_text import cell_text

SPELLINGS: dict[str, tuple[str, ...]] = {
    "id": (
        "studentid", "sisloginid", "username", "loginid", "login", "netid", "用户名", "学号", "id",
    ),
    "lms_user_id": (
        "lmsuserid", "canvasuserid", "canvasid", "moodleid", "idnumber", "id", "sisuserid", "编号",
    ),
    "first_name": ("firstname", "givenname", "forename", "first", "名"),
    "last_name": ("lastname", "surname", "familyname", "last", "姓", "姓氏"),
    "email": ("email", "emailaddress", "mail", "电子邮件", "电子邮件地址", "电子邮箱", "邮箱"),
    "name": ("student", "studentname", "name", "fullname", "sortablename", "姓名"),
}  # fmt: skip
"""How headers are spelled, best first, without case, spaces and punctuation."""

NO_STUDENT = re.compile(r"points possible|student, test|test student|muted|manual posting.*")
LONGEST = 128
"""What nbgrader's gradebook has room for."""


def read_roster(data: bytes, id_column: str | None = None) -> tuple[LmsStudent, ...]:
    """The students of a roster; the column `id_column`, if given, holds nbgrader's student ids.

    An AutograderError if it cannot be read, or ids are missing, unusable or there twice.
    """
    rows = _rows(data)
    if not rows:
        raise AutograderError("the roster is empty")
    columns = _columns(rows[0][1], id_column)
    lines = [(at, student) for at, row in rows[1:] if (student := _student(row, columns))]
    _check(lines)
    return tuple(student for _, student in lines)


def _rows(data: bytes) -> list[tuple[int, list[str]]]:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        content = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise AutograderError("the roster is not UTF-8: save it again as CSV UTF-8") from None
    first = content.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=max(",;\t", key=first.count))
    try:
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise AutograderError(f"line {reader.line_num} of the roster is no CSV: {error}") from None


def _columns(header: Sequence[str], id_column: str | None) -> dict[str, int]:
    spelled = [_spelled(cell) for cell in header]
    spellings = SPELLINGS if id_column is None else SPELLINGS | {"id": (_spelled(id_column),)}
    column_by_field: dict[str, int] = {}
    for field, names in spellings.items():
        at = (spelled.index(name) for name in names if name in spelled)
        free = next((column for column in at if column not in column_by_field.values()), None)
        if free is not None:
            column_by_field[field] = free
    if "id" not in column_by_field:
        columns = ", ".join(map(cell_text, header))
        message = f"no column holds the student ids; say which with --id-column: {columns}"
        raise AutograderError(message)
    return column_by_field


def _spelled(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _student(row: Sequence[str], columns: Mapping[str, int]) -> LmsStudent | None:
    cells = {field: row[at].strip() for field, at in columns.items() if at < len(row)}
    name = cells.pop("name", "")
    is_sample = NO_STUDENT.fullmatch((name or row[0]).strip().casefold())
    if not (name or any(cells.values())) or (is_sample and not cells.get("id")):
        return None
    # "Last, First" or "First Last".
    last, comma, first = name.partition(",")
    if not comma:
        first, _, last = name.rpartition(" ")
    return LmsStudent(**{"first_name": first.strip(), "last_name": last.strip(), "id": ""} | cells)


def _check(lines: Sequence[tuple[int, LmsStudent]]) -> None:
    if not lines:
        raise AutograderError("the roster names no student")
    missing = [str(at) for at, student in lines if not student.id]
    if missing:
        raise AutograderError(f"the roster has no student id in line {', '.join(missing)}")
    lines_by_id: dict[str, list[str]] = {}
    for at, student in lines:
        lines_by_id.setdefault(student.id, []).append(str(at))
        if student.id in (".", "..") or re.search(r"[/\\\x00-\x1f]", student.id):
            raise AutograderError(
                f"line {at} of the roster: {cell_text(student.id)!r} cannot be the name of"
                " a student's folder"
            )
        if any(len(value) > LONGEST for value in vars(student).values()):
            raise AutograderError(f"line {at} of the roster: more than {LONGEST} letters in a cell")
    twice = [f"{cell_text(id)} (lines {', '.join(at)})" for id, at in lines_by_id.items() if at[1:]]
    if twice:
        raise AutograderError(f"the roster names a student more than once: {'; '.join(twice)}")
