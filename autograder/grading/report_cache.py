"""The report cache, keyed by the digest of everything that a report depends on."""

import functools
import hashlib
import platform
from pathlib import Path

import msgspec
from msgspec.structs import replace

from autograder import __version__
from autograder.core import atomic_file
from autograder.core.assignment import sets
from autograder.core.assignment.plan import Assignment, Edition
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import DAMAGED, GraderFault, remedy
from autograder.core.marks import Costs
from autograder.core.model import PartResult, Report
from autograder.grading.course_names import CourseNames
from autograder.notebook.submission import Submission

PACKAGE = Path(__file__).parent.parent
EVIDENCE = ".evidence"


class ReportCache:
    """The reports of one edition, in the course's own hidden folder, by a digest of the submission,
    the set of numbers that judges it, and what the assignment is graded by. Names and costs that
    instructors give are looked up when one is read: neither has anything graded again.
    """

    def __init__(
        self, course: Path, assignment: Assignment, edition: Edition, frame: bytes
    ) -> None:
        self._folder = course / STATE_FOLDER / "reports" / edition.id
        self._sets = sets.read(assignment.folder / "hidden")
        self._names = CourseNames.read(assignment)
        self._costs = Costs.read(assignment)
        self._marked_once = functools.cache(self._marked_part)
        frame_digest = hashlib.sha256(frame).hexdigest()
        self._fixed = msgspec.json.encode([edition.id, assignment.digest, frame_digest, versions()])

    def path(self, submission: Submission) -> Path:
        about = self._fixed + f" {self.set_index(submission)} {submission.digest}".encode()
        return self._folder / f"{hashlib.sha256(about).hexdigest()[:32]}.json"

    def set_index(self, submission: Submission) -> int:
        """The set of numbers that judges a submission."""
        return self._sets.chosen(submission.student, submission.digest)

    def get(self, submission: Submission) -> Report | None:
        """The kept report; None if there is none that can be read. Parts that say the same are held
        once, or those of a hundred thousand students would fill the memory.
        """
        try:
            report = msgspec.json.decode(self.path(submission).read_bytes(), type=Report)
        except (FileNotFoundError, *DAMAGED):
            # A report torn by a crash is as good as none: the submission is graded again.
            return None
        return self.marked(report)

    def marked(self, report: Report) -> Report:
        """The report with the points that the course gives now."""
        return replace(report, parts=tuple(map(self._marked_once, report.parts)))

    def _marked_part(self, part: PartResult) -> PartResult:
        """Groups are named to find their cost alone: a page names `checks` by itself."""
        priced = self._costs.priced(self._names.with_names(part))
        return replace(priced, checks=part.checks)

    def put(self, submission: Submission, report: Report, evidence: bytes = b"") -> None:
        """Store a report and its evidence, each atomically. Raises GraderFault if it cannot."""
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


@functools.cache
def versions() -> dict[str, str]:
    """The versions that a grade may depend on: of this package a digest of its files, as its texts
    are in reports.
    """
    from importlib.metadata import version

    sha = hashlib.sha256()
    for path in sorted(file for file in PACKAGE.rglob("*.*") if file.suffix in (".py", ".toml")):
        sha.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
    return {
        "autograder": __version__,
        "engine": sha.hexdigest()[:16],
        "torch": version("torch"),
        "python": platform.python_version(),
    }
