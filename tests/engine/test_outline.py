"""What a class is shown by is read from its reports without keeping them in full."""

import msgspec
import pytest

from autograder.core.model import CellNote, CheckResult, Outcome, PartResult, Report, Text
from autograder.grading.summary_store import SummaryStore

SAID = Text("said", "说")
CHECK = CheckResult("one/shape", SAID, Outcome.FAILED, 2.0, detail=SAID, hint=SAID)
PARTS = (PartResult("one", SAID, 0.0, 2.0, (CHECK,)),)
FULL = Report(
    "course", "en", "of the file", "of the course", PARTS, (CellNote(1, "much", None),),
    (SAID,), (SAID,), {"torch": "2"}, {"one": "form"},
)  # fmt: skip


def test_an_outline_says_of_its_parts_what_the_report_says() -> None:
    """Of the rest what was printed, the versions are left out."""
    outline = SummaryStore().read(msgspec.json.encode(FULL))
    assert outline == msgspec.structs.replace(FULL, cells=(), versions={})


def test_parts_that_say_the_same_are_kept_once() -> None:
    """In whichever report they stand."""
    outlines = SummaryStore()
    other = msgspec.structs.replace(FULL, submission_digest="of another file")
    first, second = (outlines.read(msgspec.json.encode(each)) for each in (FULL, other))
    assert first.parts[0] is second.parts[0]


def test_half_a_report_is_none() -> None:
    """As for whoever reads it in full."""
    with pytest.raises(msgspec.DecodeError):
        SummaryStore().read(msgspec.json.encode(FULL)[:-20])
