"""A class list as Canvas, Moodle, nbgrader or a spreadsheet writes it."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.core.errors import RosterRefused
from autograder.report.lms.csv_cells import text
from autograder.report.lms.sheets import LmsStudent

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


@dataclass(frozen=True)
class RosterLine:
    """A student and the line of the file that named them."""

    number: int
    student: LmsStudent


def read_roster(data: bytes, id_column: str | None = None) -> tuple[LmsStudent, ...]:
    """The students of a roster; the column `id_column`, if given, holds nbgrader's student ids.

    Raises:
        RosterRefused: it cannot be read, has no id column, or an id is missing, unusable or there
            twice.
    """
    rows = _rows(_decoded(data))
    if not rows:
        raise RosterRefused("the roster is empty")
    columns = _columns(rows[0][1], id_column)
    lines = [line for number, row in rows[1:] if (line := _line(number, row, columns))]
    _usable(lines)
    return tuple(line.student for line in lines)


def _decoded(data: bytes) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise RosterRefused("the roster is not UTF-8: save it again as CSV UTF-8") from None


def _rows(content: str) -> list[tuple[int, list[str]]]:
    """The rows that are not blank, with their line numbers."""
    first = content.split("\n", 1)[0]
    reader = csv.reader(content.splitlines(keepends=True), delimiter=max(",;\t", key=first.count))
    try:
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise RosterRefused(f"line {reader.line_num} of the roster is no CSV: {error}") from None


def _columns(header: Sequence[str], id_column: str | None) -> dict[str, int]:
    """Which column holds which value."""
    spelled = [_spelled(cell) for cell in header]
    found: dict[str, int] = {}
    if id_column is not None and _spelled(id_column) in spelled:
        found["id"] = spelled.index(_spelled(id_column))
    for field, names in SPELLINGS.items():
        free = [
            name for name in names if name in spelled and spelled.index(name) not in found.values()
        ]
        if field not in found and free and not (field == "id" and id_column is not None):
            found[field] = spelled.index(free[0])
    if "id" not in found:
        columns = ", ".join(text(cell) for cell in header)
        raise RosterRefused(
            f"no column holds the student ids; say which with --id-column: {columns}"
        )
    return found


def _spelled(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _line(number: int, row: Sequence[str], columns: Mapping[str, int]) -> RosterLine | None:
    cells = {field: row[at].strip() for field, at in columns.items() if at < len(row)}
    name = cells.pop("name", "")
    nobody = not any(cells.values()) and not name
    if nobody or (
        not cells.get("id") and NO_STUDENT.fullmatch((name or row[0]).strip().casefold())
    ):
        return None
    # "Last, First" or "First Last".
    last, comma, first = name.partition(",")
    if not comma:
        first, _, last = name.rpartition(" ")
    values = {"first_name": first.strip(), "last_name": last.strip(), "id": ""} | cells
    return RosterLine(number, LmsStudent(**values))


def _usable(lines: Sequence[RosterLine]) -> None:
    if not lines:
        raise RosterRefused("the roster names no student")
    missing = [str(line.number) for line in lines if not line.student.id]
    if missing:
        raise RosterRefused(f"the roster has no student id in line {', '.join(missing)}")
    where: dict[str, list[str]] = {}
    for line in lines:
        student = line.student.id
        where.setdefault(student, []).append(str(line.number))
        if student in (".", "..") or re.search(r"[/\\\x00-\x1f]", student):
            raise RosterRefused(
                f"line {line.number} of the roster: {text(student)!r} cannot be the name of"
                " a student's folder"
            )
        if any(len(value) > LONGEST for value in vars(line.student).values()):
            raise RosterRefused(
                f"line {line.number} of the roster has a value of more than {LONGEST} letters"
            )
    twice = [f"{text(who)} (lines {', '.join(at)})" for who, at in where.items() if len(at) > 1]
    if twice:
        raise RosterRefused(f"the roster names a student more than once: {'; '.join(twice)}")
