"""What is kept for instructors beside a report."""

import stat

import msgspec
import pytest
import torch

from autograder.checks.results import CaseResult, Exchange
from autograder.core.model import CellNote, CheckResult, Outcome, PartResult, Report, Text
from autograder.grading import evidence
from autograder.grading.report_cache import ReportCache
from autograder.notebook.submission import Submission
from autograder.wire import messages
from autograder.wire.tensors import pack
from autograder.wire.values import Items


def failed(check: str, exchanges: int = 1, size: int = 1) -> CaseResult:
    """A failed check that asked for the same tensor again and again."""
    request = messages.Call("f", [pack(torch.ones(size))], 1.0)
    exchange = Exchange((request,), messages.Returned(Items([])))
    return CaseResult(check, "few", Outcome.FAILED, None, (exchange,) * exchanges)


def test_evidence_never_outgrows_its_room():
    """A large tensor is kept as its shape and first values."""
    results = [failed(f"p/c{n}", 30, 500) for n in range(20)]
    kept = evidence.collect([failed("p/large", 1, 1_000_000), *results])
    found = evidence.read(kept)
    (((request,), _),) = found["p/large"].exchanges or ()
    assert request.args[0].shape == [1_000_000]
    assert len(request.args[0].data) == evidence.KEPT_BYTES
    assert len(found) == 21
    assert found["p/c19"].exchanges is None
    assert len(kept) < evidence.KEPT_PER_SUBMISSION + 21 * 64


def test_of_several_cases_the_reported_one_is_kept():
    bad = CaseResult("p/c", "many", Outcome.RAISED, None, ())
    assert evidence.read(evidence.collect([failed("p/c"), bad]))["p/c"].case == "many"


@pytest.fixture
def kept(tmp_path, assignment) -> ReportCache:
    return ReportCache(tmp_path, assignment, assignment.editions[0], b"frame")


def test_evidence_lies_beside_the_report_for_its_owner_alone(kept):
    """And of an old report there is none."""
    ada, report = Submission.of("ada", b"submission"), Report("attention", "en", "", "", ())
    assert kept.evidence(ada) == b""
    kept.put(ada, report, b"evidence")
    assert stat.S_IMODE(kept.path(ada).with_suffix(".evidence").stat().st_mode) == 0o600
    assert kept.evidence(ada) == b"evidence"
    assert kept.path(ada).read_bytes() == msgspec.json.encode(report)


SAID = Text("said", "说")
CHECK = CheckResult("one/shape", SAID, Outcome.FAILED, 2.0, detail=SAID, hint=SAID)
PARTS = (PartResult("one", SAID, 0.0, 2.0, (CHECK,)),)
FULL = Report(
    "course", "en", "of the file", "of the course", PARTS, (CellNote(1, "much", None),),
    (SAID,), (SAID,), {"torch": "2"}, {"one": "form"},
)  # fmt: skip


def outline(kept: ReportCache, student: str, report: Report) -> Report | None:
    submission = Submission.of(student, student.encode())
    kept.put(submission, report)
    return kept.outline(submission)


def test_an_outline_says_of_its_parts_what_the_report_says(kept):
    """Of the rest what was printed, the versions are left out; parts that say the same are one."""
    first = outline(kept, "ada", FULL)
    assert first == msgspec.structs.replace(FULL, cells=(), versions={})
    other = msgspec.structs.replace(FULL, submission_digest="of another file")
    assert outline(kept, "bob", other).parts[0] is first.parts[0]
