"""Reports kept under the digest of everything that they depend on."""

import hashlib
from pathlib import Path

import msgspec

from autograder import wholly
from autograder.assignment import Assignment, Edition
from autograder.errors import GraderFault
from autograder.grading.versions import versions
from autograder.model import Report

ROOM = ".autograder"
EVIDENCE = ".evidence"


class KeptReports:
    """The reports of one edition, in the course's own hidden folder."""

    def __init__(
        self, course: Path, assignment: Assignment, edition: Edition, frame: bytes
    ) -> None:
        self._folder = course / ROOM / "reports" / edition.id
        self._fixed = msgspec.json.encode(
            [edition.id, assignment.digest, hashlib.sha256(frame).hexdigest(), versions()]
        )

    def path(self, submission: bytes) -> Path:
        """Where the report on these bytes is kept."""
        sha = hashlib.sha256(self._fixed)
        sha.update(submission)
        return self._folder / f"{sha.hexdigest()}.json"

    def has(self, file: Path) -> bool:
        """Whether there is a report on what is in `file` now."""
        try:
            return self.path(file.read_bytes()).exists()
        except OSError:
            return False

    def get(self, submission: bytes) -> Report | None:
        """The kept report; None if there is none that can be read."""
        try:
            return msgspec.json.decode(self.path(submission).read_bytes(), type=Report)
        except (FileNotFoundError, msgspec.DecodeError):
            # A report torn by a crash is as good as none: the submission is graded again.
            return None

    def put(self, submission: bytes, report: Report, evidence: bytes = b"") -> None:
        """Keep a report and the evidence for it, each whole or not at all.

        Raises:
            GraderFault: there is no place for it.
        """
        path = self.path(submission)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if evidence:
                wholly.write(path.with_suffix(EVIDENCE), evidence)
            wholly.write(path, msgspec.json.encode(report))
        except OSError as error:
            raise GraderFault(
                f"a report cannot be kept in {self._folder} ({error.strerror}); "
                "make room and run the command again"
            ) from None

    def evidence(self, submission: bytes) -> bytes:
        """The evidence kept beside the report; empty if there is none."""
        try:
            return self.path(submission).with_suffix(EVIDENCE).read_bytes()
        except FileNotFoundError:
            return b""
