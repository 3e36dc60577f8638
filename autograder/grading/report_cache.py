"""The report cache, keyed by the digest of everything that a report depends on."""

import functools
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.core import atomic_file
from autograder.core.assignment import Assignment, Edition, sets
from autograder.core.assignment.digests import digests
from autograder.core.errors import DAMAGED, GraderFault, remedy
from autograder.core.model import Report
from autograder.grading.summary_store import SummaryStore
from autograder.grading.versions import versions
from autograder.notebook.submission import Submission

STATE_FOLDER = ".autograder"
EVIDENCE = ".evidence"

Find = Callable[[Submission], "PreviousReport | None"]
"""Finds what was known of a submission before its assignment changed."""


@dataclass(frozen=True)
class PreviousReport:
    """A kept report on the same bytes, made by other checks, and its evidence."""

    report: Report
    evidence: bytes = b""

    def concerned(self, digests: Mapping[str, str]) -> frozenset[str]:
        """The parts that are judged by something else now."""
        before = self.report.part_digests
        return frozenset(part for part, digest in digests.items() if before.get(part) != digest)


class ReportCache:
    """The reports of one edition, in the course's own hidden folder.

    A file's name is a digest of the submission, of the set of numbers that judges it, and of what
    every part depends on, then one of what single parts do: reports on the same submission by other
    checks have the same beginning. Students whom the same set judges share a report.
    """

    def __init__(
        self, course: Path, assignment: Assignment, edition: Edition, frame: bytes
    ) -> None:
        self._folder = course / STATE_FOLDER / "reports" / edition.id
        self._sets = sets.read(assignment.folder / "hidden")
        found = digests(assignment)
        self._parts = found.parts
        self._checks = _short(msgspec.json.encode(found.parts, order="sorted"))
        self._fixed = msgspec.json.encode(
            [edition.id, found.common, hashlib.sha256(frame).hexdigest(), versions()]
        )

    def path(self, submission: Submission) -> Path:
        """Where the report on a submission is kept."""
        return self._folder / f"{self._begin(submission)}-{self._checks}.json"

    def earlier(self, submission: Submission) -> PreviousReport | None:
        """The report on the same bytes by other checks of which most parts are still valid."""
        known = self._all.get(self._begin(submission), ())
        found = [one for path in known if (one := _earlier(path))]
        best = min(found, key=lambda one: len(one.concerned(self._parts)), default=None)
        return best if best and len(best.concerned(self._parts)) < len(self._parts) else None

    @property
    def is_empty(self) -> bool:
        """Whether no submission has ever been reported on."""
        return not self._all

    def concerned(self, submission: Submission) -> frozenset[str]:
        """The parts that have to be judged; all of them if nothing is known of the submission."""
        known = self.earlier(submission)
        return known.concerned(self._parts) if known else frozenset(self._parts)

    def number(self, submission: Submission) -> int:
        """The set of numbers that judges a submission."""
        return self._sets.chosen(submission.student, submission.digest)

    def _begin(self, submission: Submission) -> str:
        number = self.number(submission)
        return _short(self._fixed + f" {number} {submission.digest}".encode())

    @functools.cached_property
    def _all(self) -> Mapping[str, list[Path]]:
        """The reports by the beginnings of their names: read once, a class has thousands."""
        found: dict[str, list[Path]] = {}
        for path in sorted(self._folder.glob("*.json")):
            found.setdefault(path.stem.partition("-")[0], []).append(path)
        return found

    def get(self, submission: Submission) -> Report | None:
        """The kept report; None if there is none that can be read."""
        return _report(self.path(submission), _in_full)

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
        return _bytes(self.path(submission).with_suffix(EVIDENCE))


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _in_full(data: bytes) -> Report:
    return msgspec.json.decode(data, type=Report)


def _report(path: Path, read: Callable[[bytes], Report]) -> Report | None:
    try:
        return read(path.read_bytes())
    except (FileNotFoundError, *DAMAGED):
        # A report torn by a crash is as good as none: the submission is graded again.
        return None


def _earlier(path: Path) -> PreviousReport | None:
    report = _report(path, _in_full)
    return PreviousReport(report, _bytes(path.with_suffix(EVIDENCE))) if report else None


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
