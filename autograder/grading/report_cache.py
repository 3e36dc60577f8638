"""The report cache, keyed by the digest of everything that a report depends on."""

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from autograder.core import atomic_file
from autograder.core.assignment import sets
from autograder.core.assignment.plan import Assignment, Edition
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import DAMAGED, GraderFault, remedy
from autograder.core.marks import Costs
from autograder.core.model import PartResult, Report, Text
from autograder.grading.course_names import CourseNames
from autograder.grading.versions import versions
from autograder.notebook.submission import Submission

SPECIMENS = Path(STATE_FOLDER, "specimens")
"""What the specimens of mistakes come to by the course's hidden numbers."""
EVIDENCE = ".evidence"


class _Outline(msgspec.Struct):
    """The fields of a report that are read; its parts as they stand in the file."""

    assignment: str
    language: str
    submission_digest: str
    assignment_digest: str
    parts: tuple[msgspec.Raw, ...]
    repairs: tuple[Text, ...] = ()
    flags: tuple[Text, ...] = ()
    forms: dict[str, str] | None = None


class SummaryStore:
    """Reads the reports of a whole class, without what cells printed and versions.

    Equal parts are held once, and in full a report takes a hundred kilobytes: those of a hundred
    thousand students would take more than a machine has. `marked` gives a part the names and the
    points that the course has for it.
    """

    def __init__(self, marked: Callable[[PartResult], PartResult] = lambda part: part) -> None:
        self._marked = marked
        self._parts: dict[bytes, PartResult] = {}

    def read(self, data: bytes) -> Report:
        """The outline of the report in `data`, as JSON.

        Raises:
            DecodeError: it is no report.
        """
        found = msgspec.structs.asdict(msgspec.json.decode(data, type=_Outline))
        return Report(**found | {"parts": tuple(map(self._part, found["parts"]))})

    def _part(self, text: msgspec.Raw) -> PartResult:
        digest = hashlib.sha256(text).digest()
        if digest not in self._parts:
            self._parts[digest] = self._marked(msgspec.json.decode(text, type=PartResult))
        return self._parts[digest]


class ReportCache:
    """The reports of one edition, in the course's own hidden folder.

    A file's name is a digest of the submission, of the set of numbers that judges it, and of what
    the assignment is graded by: students whom the same set judges share a report. Names and costs
    that instructors give are looked up when it is read: neither has anything graded again.
    """

    def __init__(
        self, course: Path, assignment: Assignment, edition: Edition, frame: bytes
    ) -> None:
        self._folder = course / STATE_FOLDER / "reports" / edition.id
        self._sets = sets.read(assignment.folder / "hidden")
        self._names = CourseNames.read(assignment)
        self._costs = Costs.read(assignment)
        frame_digest = hashlib.sha256(frame).hexdigest()
        self._fixed = msgspec.json.encode([edition.id, assignment.digest, frame_digest, versions()])

    def path(self, submission: Submission) -> Path:
        about = self._fixed + f" {self.number(submission)} {submission.digest}".encode()
        return self._folder / f"{hashlib.sha256(about).hexdigest()[:32]}.json"

    def number(self, submission: Submission) -> int:
        """The set of numbers that judges a submission."""
        return self._sets.chosen(submission.student, submission.digest)

    def get(self, submission: Submission) -> Report | None:
        """The kept report; None if there is none that can be read."""
        found = _report(self.path(submission), partial(msgspec.json.decode, type=Report))
        return found and self.marked(found)

    def marked(self, report: Report) -> Report:
        """The report with the names and the points that the course gives now."""
        return replace(report, parts=tuple(map(self.marked_part, report.parts)))

    def marked_part(self, part: PartResult) -> PartResult:
        """One part of a report in the same way; names of groups are shown by who shows it."""
        priced = self._costs.priced(self._names.applied(part))
        return replace(priced, checks=part.checks)

    def outline(self, submission: Submission, outlines: SummaryStore) -> Report | None:
        """Of the kept report what `outlines` reads of it; None as for `get`."""
        return _report(self.path(submission), outlines.read)

    def put(self, submission: Submission, report: Report, evidence: bytes = b"") -> None:
        """Store a report and its evidence, each atomically.

        Raises:
            GraderFault: there is no place for it.
        """
        path = self.path(submission)
        try:
            atomic_file.make_folder(self._folder)
            if evidence:
                atomic_file.write(path.with_suffix(EVIDENCE), evidence, lasting=False)
            # Whatever is torn is found out again, and each wait for the disk holds up the writer.
            atomic_file.write(path, msgspec.json.encode(report), lasting=False)
        except OSError as error:
            raise GraderFault(
                f"a report cannot be kept in {self._folder} ({error.strerror}); "
                f"{remedy(error)} and run the command again"
            ) from None

    def evidence(self, submission: Submission) -> bytes:
        """The evidence kept beside the report; empty if there is none."""
        try:
            return self.path(submission).with_suffix(EVIDENCE).read_bytes()
        except FileNotFoundError:
            return b""


def _report(path: Path, read: Callable[[bytes], Report]) -> Report | None:
    try:
        return read(path.read_bytes())
    except (FileNotFoundError, *DAMAGED):
        # A report torn by a crash is as good as none: the submission is graded again.
        return None
