"""What `nbgrader export --exporter=autograder.nbgrader_adapter.exports.<class>` can write."""

import sys
from collections.abc import Sequence
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Dict, Enum, Integer, Unicode

from autograder.core.assignment import edition_groups
from autograder.core.errors import AutograderError
from autograder.course import known_students
from autograder.nbgrader_adapter.course_settings.database import check_revision
from autograder.nbgrader_adapter.course_settings.lms_sheets import (
    assignments_in,
    sheet_of,
    students_in,
)
from autograder.report.lms.grade_files import Canvas, Moodle, parts_table, write
from autograder.report.lms.sheets import LmsStudent, Sheet, Table, named, one_mark, several


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
        path = Path(self.to or self.file_name)
        try:
            check_revision(gradebook.db.connection())
            students, found = self._chosen(gradebook)
            editions = self._editions()
            sheets = one_mark(found, editions)
            table = self.table(students, sheets)
            write(path, table)
        except AutograderError as error:
            # Raised further, nbgrader would show it as a traceback and ask for a bug report.
            self.log.error("%s", error)
            sys.exit(1)
        notes = _warnings(students, sheets) + several(found, editions, students)
        for note in (*table.notes, *notes):
            self.log.warning("%s", note)
        self.log.info("Exported %d lines to %s", len(table.rows), path)

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        """The rows of the file."""
        raise NotImplementedError

    def _editions(self) -> list[tuple[str, ...]]:
        """The ids of each assignment's editions, where they are to be one."""
        root = Path(self.parent.coursedir.root)
        return edition_groups(root) if self.one_mark else []

    def _chosen(self, gradebook: Gradebook) -> tuple[list[LmsStudent], list[Sheet]]:
        every = students_in(gradebook)
        wanted = known_students(map(str, self.student), [student.id for student in every])
        root = Path(self.parent.coursedir.root)
        names = [str(name) for name in self.assignment]
        sheets = [sheet_of(gradebook, root, row) for row in assignments_in(gradebook, names)]
        return [student for student in every if not wanted or student.id in wanted], sheets


class CanvasExporter(TableExporter):
    """The file that Canvas' gradebook imports."""

    file_name = "canvas.csv"

    titles = Dict(
        value_trait=Unicode(), help="Canvas' names of the assignments, by nbgrader's."
    ).tag(config=True)
    assignment_ids = Dict(
        value_trait=Integer(), help="Canvas' numbers of the assignments, by nbgrader's names."
    ).tag(config=True)
    section = Unicode("", help="The section that is written for every student.").tag(config=True)
    login = Enum(
        ("id", "email"), default_value="id", help="Which value of a student is the SIS login id."
    ).tag(config=True)

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        """The rows of the file."""
        canvas = Canvas(self.titles, self.assignment_ids, self.section, self.login)
        return canvas.table(students, sheets)


class MoodleExporter(TableExporter):
    """The file that Moodle's grade import takes."""

    file_name = "moodle.csv"

    identifier = Enum(
        ("email", "id", "lms_user_id"),
        default_value="email",
        help="What Moodle finds a student by: email address, username (id) or ID number.",
    ).tag(config=True)
    titles = Dict(
        value_trait=Unicode(), help="Moodle's names of the grade items, by nbgrader's assignments."
    ).tag(config=True)

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        """The rows of the file."""
        return Moodle(self.identifier, self.titles).table(students, sheets)


class PartsExporter(TableExporter):
    """A plain table with a column for each part."""

    file_name = "parts.csv"

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        """The rows of the file."""
        return parts_table(students, sheets)


def _warnings(students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> list[str]:
    nameless = [student for student in students if not student.sortable_name]
    said = (
        [f"no name in the gradebook (see `autograder roster`): {named(nameless)}"]
        if nameless
        else []
    )
    for sheet in sheets:
        marks = [(student, sheet.marks.get(student.id)) for student in students]
        waiting = [student for student, mark in marks if mark and not mark.graded]
        if waiting:
            said.append(f"{sheet.assignment}: not graded in full, left empty: {named(waiting)}")
    return said
