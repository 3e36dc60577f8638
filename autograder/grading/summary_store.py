"""Kept reports of a whole class: of each what figures are made of, and equal parts only once.

In full a report takes a hundred kilobytes of memory: those of a hundred thousand students would
take more than a machine has. Most of them say the same of most parts, in the same bytes.
"""

import hashlib
from collections.abc import Callable

import msgspec

from autograder.core.model import PartResult, Report, Text


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
    """Reads one report after the other; without what cells printed, versions and digests.

    `marked` gives a part the names and the points that the course has for it.
    """

    def __init__(self, marked: Callable[[PartResult], PartResult] = lambda part: part) -> None:
        self._marked = marked
        self._parts: dict[bytes, PartResult] = {}

    def read(self, data: bytes) -> Report:
        """The outline of the report in `data`, as JSON.

        Raises:
            DecodeError: it is no report.
        """
        found = msgspec.json.decode(data, type=_Outline)
        return Report(
            found.assignment,
            found.language,
            found.submission_digest,
            found.assignment_digest,
            tuple(map(self._part, found.parts)),
            repairs=found.repairs,
            flags=found.flags,
            forms=found.forms,
        )

    def _part(self, text: msgspec.Raw) -> PartResult:
        digest = hashlib.sha256(text).digest()
        if digest not in self._parts:
            self._parts[digest] = self._marked(msgspec.json.decode(text, type=PartResult))
        return self._parts[digest]
