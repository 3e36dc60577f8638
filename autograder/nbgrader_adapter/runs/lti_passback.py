"""The marks of nbgrader's gradebook for an LMS that takes them by LTI 1.3."""

from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from traitlets import Dict, Enum, Unicode
from traitlets.config import LoggingConfigurable

from autograder.core.assignment import edition_groups
from autograder.core.errors import CourseError
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.nbgrader_adapter.course_settings.gradebook import (
    assignments_in,
    sheet_of,
    students_in,
)
from autograder.nbgrader_adapter.course_settings.settings import course_config
from autograder.report.lms.lti import Passback, Platform, passback
from autograder.report.lms.sheets import Sheet, one_mark

NEEDED = ("token_url", "client_id", "key_file", "key_id")


class LtiPlatform(LoggingConfigurable):
    """How the LMS knows this tool: what its administrator shows after registering it."""

    token_url = Unicode("", help="The platform's access token URL.").tag(config=True)
    client_id = Unicode("", help="The tool's client id.").tag(config=True)
    key_file = Unicode("", help="The private key; relative to the course folder.").tag(config=True)
    key_id = Unicode("", help="The key's id (kid) in the tool's registration.").tag(config=True)
    audience = Unicode("", help="Other than the token URL, if the platform says so.").tag(
        config=True
    )
    line_items = Dict(
        value_trait=Unicode(), help="Addresses of the line items, by nbgrader's assignments."
    ).tag(config=True)
    user_id = Enum(
        ("lms_user_id", "id", "email"),
        default_value="lms_user_id",
        help="Which value of a student is the user id in the platform's LTI launches.",
    ).tag(config=True)

    def line_item(self, assignment: str) -> str:
        """The address of an assignment's column.

        Raises:
            CourseError: it is not set.
        """
        found = self.line_items.get(assignment, "")
        if not found:
            raise CourseError(
                f"set c.LtiPlatform.line_items = {{{assignment!r}: 'https://...'}} in"
                " nbgrader_config.py to the address of the assignment's line item"
            )
        return str(found)

    def platform(self, root: Path) -> Platform:
        """The platform, with the key read.

        Raises:
            CourseError: something is not set, or the key cannot be read.
        """
        missing = [name for name in NEEDED if not getattr(self, name)]
        if missing:
            names = ", ".join(f"c.LtiPlatform.{name}" for name in missing)
            raise CourseError(f"set {names} in nbgrader_config.py, as the LMS shows them")
        path = root / self.key_file
        try:
            key = path.read_bytes()
        except OSError as error:
            raise CourseError(f"{path} cannot be read: {error.strerror}") from None
        return Platform(self.token_url, self.client_id, key, self.key_id, self.audience)


def settings(root: Path) -> LtiPlatform:
    """What the course's configuration says of its LMS."""
    return LtiPlatform(config=course_config(root))


def marks(root: Path, assignment: str, user_id: str) -> Passback:
    """What there is to send of an assignment; its editions have one mark for each student.

    Raises:
        CourseError: the gradebook has no such assignment, or nothing of it.
        PassbackFailed: two students have the same id on the platform.
    """
    with open_gradebook(root, course_config(root)) as book:
        return passback(students_in(book), _sheet(book, root, assignment), user_id)


def _sheet(book: Gradebook, root: Path, assignment: str) -> Sheet:
    """The assignment's own sheet, joined by those of its other editions."""
    groups = [ids for ids in edition_groups(root) if ids[0] == assignment]
    there = {row.name for row in assignments_in(book, [])}
    wanted = [name for ids in groups for name in ids if name in there] or [assignment]
    rows: list[Any] = assignments_in(book, wanted)
    sheets = one_mark([sheet_of(book, root, row) for row in rows], groups)
    if len(sheets) > 1:
        names = " and ".join(sheet.assignment for sheet in sheets)
        raise CourseError(f"{names} have different cells and cannot be one mark: name one of them")
    return sheets[0]
