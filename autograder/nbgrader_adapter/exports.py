"""The gradebook's marks for an LMS: files of `nbgrader export`, and scores by LTI 1.3.

`nbgrader export --exporter=autograder.nbgrader_adapter.exports.<class>` takes the exporters.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Dict, Enum, Integer, Unicode
from traitlets.config import LoggingConfigurable

from autograder.core.assignment.load import edition_groups
from autograder.core.errors import AutograderError, CourseError
from autograder.course import known_students
from autograder.nbgrader_adapter.course_settings.database import check_revision, open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import (
    assignments_in,
    sheet_of,
    students_in,
)
from autograder.report.lms.grade_files import canvas_table, moodle_table, parts_table, write
from autograder.report.lms.lti import Passback, Platform
from autograder.report.lms.sheets import LmsStudent, Sheet, Table, editions_joined, noted, several


class TableExporter(ExportPlugin):
    """Writes one CSV file; warnings for the importer go to the log."""

    file_name = ""
    one_mark = Bool(
        True,
        help="Whether the editions of an assignment (attention, attention-zh) are one column, in"
        " which the better total of a student counts.",
    ).tag(config=True)

    def export(self, gradebook: Gradebook) -> None:
        """Write the file to `to`, or under its own name; a refusal is one sentence and status 1."""
        path, root = Path(self.to or self.file_name), Path(self.parent.coursedir.root)
        try:
            check_revision(gradebook.db.connection())
            enrolled = students_in(gradebook)
            chosen = known_students(map(str, self.student), [student.id for student in enrolled])
            students = [student for student in enrolled if not chosen or student.id in chosen]
            rows = assignments_in(gradebook, [str(name) for name in self.assignment])
            separate = [sheet_of(gradebook, root, row) for row in rows]
            editions = edition_groups(root) if self.one_mark else []
            sheets = editions_joined(separate, editions)
            table = self.table(students, sheets)
            write(path, table)
        except AutograderError as error:
            # Raised further, nbgrader would show it as a traceback and ask for a bug report.
            self.log.error("%s", error)
            sys.exit(1)
        nameless = (student for student in students if not student.sortable_name)
        notes = [
            *table.notes,
            *noted("no name in the gradebook (see `autograder roster`):", nameless),
        ]
        for sheet in sheets:
            marks = ((student, sheet.marks.get(student.id)) for student in students)
            waiting = (student for student, mark in marks if mark and not mark.graded)
            notes += noted(f"{sheet.assignment}: not graded in full, left empty:", waiting)
        for note in (*notes, *several(separate, editions, students)):
            self.log.warning("%s", note)
        self.log.info("Exported %d lines below the heading to %s", len(table.rows) - 1, path)

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        raise NotImplementedError


class CanvasExporter(TableExporter):
    """The file that Canvas' gradebook imports."""

    file_name = "canvas.csv"
    titles = Dict(Unicode(), help="Canvas' names of assignments, by nbgrader's.").tag(config=True)
    assignment_ids = Dict(Integer(), help="Canvas' numbers, by nbgrader's names.").tag(config=True)
    login = Enum(("id", "email"), "id", help="Which value is the SIS login id.").tag(config=True)

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        return canvas_table(students, sheets, self.titles, self.assignment_ids, self.login)


class MoodleExporter(TableExporter):
    """The file that Moodle's grade import takes."""

    file_name = "moodle.csv"
    identifier = Enum(
        ("email", "id", "lms_user_id"),
        default_value="email",
        help="What Moodle finds a student by: email address, username (id) or ID number.",
    ).tag(config=True)
    titles = Dict(Unicode(), help="Moodle's grade items, by nbgrader's names.").tag(config=True)

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        return moodle_table(students, sheets, self.identifier, self.titles)


class PartsExporter(TableExporter):
    """A plain table with a column for each part."""

    file_name = "parts.csv"

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        return parts_table(students, sheets)


class LtiPlatform(LoggingConfigurable):
    """How the LMS knows this tool: what its administrator shows after registering it."""

    token_url = Unicode("", help="The platform's access token URL.").tag(config=True)
    client_id = Unicode("", help="The tool's client id.").tag(config=True)
    key_file = Unicode("", help="The private key; relative to the course folder.").tag(config=True)
    key_id = Unicode("", help="The key's id (kid) in the tool's registration.").tag(config=True)
    audience = Unicode("", help="Other than token_url, if the platform says so.").tag(config=True)
    line_items = Dict(Unicode(), help="Line items' addresses, by assignments.").tag(config=True)
    user_id = Enum(
        ("lms_user_id", "id", "email"),
        default_value="lms_user_id",
        help="Which value of a student is the user id in the platform's LTI launches.",
    ).tag(config=True)

    def line_item(self, assignment: str) -> str:
        """The address of an assignment's column; a CourseError where it is not set."""
        if address := self.line_items.get(assignment):
            return str(address)
        raise CourseError(
            f"set c.LtiPlatform.line_items = {{{assignment!r}: 'https://...'}} in"
            " nbgrader_config.py to the address of the assignment's line item"
        )

    def platform(self, root: Path) -> Platform:
        """The platform; a CourseError where something is not set, or the key cannot be read."""
        needed = ("token_url", "client_id", "key_file", "key_id")
        if missing := [name for name in needed if not getattr(self, name)]:
            names = ", ".join(f"c.LtiPlatform.{name}" for name in missing)
            raise CourseError(f"set {names} in nbgrader_config.py, as the LMS shows them")
        path = root / self.key_file
        try:
            key = path.read_bytes()
        except OSError as error:
            raise CourseError(f"{path} cannot be read: {error.strerror}") from None
        return Platform(self.token_url, self.client_id, key, self.key_id, self.audience)


def lti_marks(root: Path, assignment: str, user_id: str) -> Passback:
    """What there is to send of an assignment; its editions have one mark for each student. A
    CourseError where the gradebook has nothing of it, an AutograderError where two have one id.
    """
    with open_gradebook(root) as book:
        groups = [ids for ids in edition_groups(root) if ids[0] == assignment]
        recorded = {row.name for row in assignments_in(book, [])}
        chosen = [name for ids in groups for name in ids if name in recorded] or [assignment]
        separate = [sheet_of(book, root, row) for row in assignments_in(book, chosen)]
        sheets, students = editions_joined(separate, groups), students_in(book)
    if len(sheets) > 1:
        names = " and ".join(sheet.assignment for sheet in sheets)
        raise CourseError(f"{names} have different cells and cannot be one mark: name one of them")
    return Passback(students, sheets[0], user_id)
