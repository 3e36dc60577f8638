"""The file that Canvas' gradebook imports.

Canvas knows a student by its own number, else by the SIS user id, else by the SIS login id; it
knows an assignment by the number in brackets behind its name, else by the name. A line that begins
with "Points Possible" is no student.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.core.errors import ExportRefused
from autograder.report.lms.csv_cells import identifier, is_formula, number, text
from autograder.report.lms.sheets import LmsStudent, Sheet, Table, named, repeated

STUDENT = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "Points Possible"
CANVAS_OWN = re.compile(
    "(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)", re.IGNORECASE
)


@dataclass(frozen=True)
class Canvas:
    """What the gradebook does not know about the Canvas course.

    titles, numbers: Canvas' name and number of an assignment, by nbgrader's name.
    section: the section that is written for everybody.
    login: which of a student's values is the login, "id" or "email".
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    section: str = ""
    login: str = "id"

    def table(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Table:
        """The rows that Canvas imports.

        Raises:
            ExportRefused: Canvas would take a column or a student for another one.
        """
        header = [self._header(sheet) for sheet in sheets]
        if twice := repeated(header):
            raise ExportRefused(
                f"two assignments would have the column {twice!r}; set CanvasExporter.titles"
            )
        known = [student for student in students if self._known(student)]
        for values in zip(*map(self._identifiers, known), strict=True):
            if twice := repeated(values):
                raise ExportRefused(
                    f"two students have the Canvas identifier {twice!r}; correct the roster"
                )
        most = (number(sheet.max_points) for sheet in sheets)
        possible = (f"    {POINTS_POSSIBLE}", "", "", "", "", *most)
        rows = [self._row(student, sheets) for student in known]
        notes = self._notes(students, sheets)
        return Table(((*STUDENT, *header), possible, *rows), tuple(notes))

    def _header(self, sheet: Sheet) -> str:
        title = self.titles.get(sheet.assignment, sheet.assignment)
        if CANVAS_OWN.search(title) or is_formula(title) or title in STUDENT:
            raise ExportRefused(
                f"Canvas would not read a column called {title!r}; set CanvasExporter.titles"
            )
        canvas_number = self.numbers.get(sheet.assignment)
        return text(title) if canvas_number is None else f"{text(title)} ({canvas_number})"

    def _identifiers(self, student: LmsStudent) -> tuple[str, str, str]:
        """Canvas' number, the SIS user id, the SIS login id."""
        login = identifier(student.email if self.login == "email" else student.id)
        lms = identifier(student.lms_user_id)
        # Canvas reads "12ab" as the number 12, which is somebody else.
        return (lms, "", login) if re.fullmatch("[0-9]+", lms) else ("", lms, login)

    def _known(self, student: LmsStudent) -> bool:
        return any(self._identifiers(student))

    def _row(self, student: LmsStudent, sheets: Sequence[Sheet]) -> tuple[str, ...]:
        name = student.sortable_name
        shown = student.id if not name or POINTS_POSSIBLE in name else name
        marks = [sheet.marks.get(student.id) for sheet in sheets]
        points = [number(mark.total if mark else None) for mark in marks]
        return (text(shown), *self._identifiers(student), text(self.section), *points)

    def _notes(self, students: Sequence[LmsStudent], sheets: Sequence[Sheet]) -> Iterable[str]:
        by_login = [s for s in students if self._known(s) and not self._identifiers(s)[0]]
        if by_login:
            yield (
                "no Canvas number (lms_user_id) in the gradebook, Canvas looks for the SIS ids of: "
                + named(by_login)
            )
        unknown = [student for student in students if not self._known(student)]
        if unknown:
            yield f"left out, for want of an identifier that Canvas could find: {named(unknown)}"
