"""After a check was changed its part alone is judged again, and it comes to the same."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.authoring.simulate import SimulatedClass
from autograder.core.assignment import Assignment, load
from autograder.core.model import Outcome, PartResult, Report, Text
from autograder.grading import evidence
from autograder.grading.grader import Examined, Grader
from autograder.grading.report_cache import PreviousReport
from autograder.notebook.submission import Submission
from autograder.sandbox.host import Host
from tests.courses import copied

PART = "causal_mask"
ANOTHER = "softmax_naive"
MARK = Text("not found out again", "没有重新评分")
FEW, STUDENTS = 6, 100
KINDS = ("right", "alternative", "mistaken", "unfinished", "damaged")

NO_MASK = "def causal_mask(num_tokens):\n    return torch.zeros(num_tokens, num_tokens).bool()\n"
HANGS = "def softmax_naive(x):\n    while True: pass\n"
BUILT_UPON = """def causal_attention_weights(attn_scores, d_k):
    masked = attn_scores.masked_fill(causal_mask(attn_scores.shape[-1]), -torch.inf)
    return torch.softmax(masked / d_k**0.5, dim=-1)
"""
COMPARED = "agree(mask.bool().float(), case.hidden"


def easier(suite: str) -> str:
    """Any mask is right."""
    return suite.replace(COMPARED, "agree(case.hidden, case.hidden")


def harder(suite: str) -> str:
    """No mask is right."""
    return suite.replace(
        "agree(mask.bool().float(), case.hidden", "agree(1 - case.hidden, case.hidden"
    )


@pytest.fixture(scope="module")
def before(plan: Assignment, released: NotebookBuilder, host: Host) -> Grader:
    """A grader by the checks as they are."""
    return Grader(plan, plan.editions[0], released.bytes(), host)


@pytest.fixture
def after(
    plan: Assignment, released: NotebookBuilder, host: Host, tmp_path: Path
) -> Callable[[Callable[[str], str]], Grader]:
    """A grader by checks of which those of one part were changed."""

    def made(change: Callable[[str], str]) -> Grader:
        folder = copied(plan.folder, tmp_path / plan.id)
        suite = folder / "hidden" / f"test_{PART}.py"
        text = suite.read_text("utf-8")
        assert change(text) != text
        suite.write_text(change(text), "utf-8")
        other = load(folder)
        return Grader(other, other.editions[0], released.bytes(), host)

    return made


def part(report: Report, name: str) -> PartResult:
    """The result of a part."""
    return next(one for one in report.parts if one.id == name)


def marked(examined: Examined) -> PreviousReport:
    """What is known from before, with a mark by which it is known again."""
    parts = tuple(msgspec.structs.replace(one, title=MARK) for one in examined.report.parts)
    return PreviousReport(msgspec.structs.replace(examined.report, parts=parts), examined.evidence)


def carried(report: Report) -> set[str]:
    """The parts that bear the mark."""
    return {one.id for one in report.parts if one.title == MARK}


def answered(solved: NotebookBuilder, name: str, source: str) -> bytes:
    """The solution with another answer to one part."""
    frame = NotebookBuilder.of(solved.bytes())
    for cell in frame.notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == name:
            cell["source"] = source
    return frame.bytes()


def told(examined: Examined) -> object:
    """A report, and its evidence in any order."""
    return examined.report, evidence.read(examined.evidence)


@pytest.mark.parametrize("students", [FEW, pytest.param(STUDENTS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("change", [easier, pytest.param(harder, marks=pytest.mark.slow)])
def test_a_class_comes_to_the_same_as_if_it_were_graded_from_its_beginning(
    plan: Assignment, released: NotebookBuilder, before: Grader,
    after: Callable[[Callable[[str], str]], Grader], change: Callable[[str], str],
    students: int, solved: NotebookBuilder,
) -> None:  # fmt: skip
    made = SimulatedClass(plan, "en", released.bytes(), seed=11).students(students)
    files = [next(iter(one.files.values())) for one in made if one.kind in KINDS]
    # In a small class nobody else may be wrong in this part.
    files += [answered(solved, PART, NO_MASK.replace("zeros", fill)) for fill in ("zeros", "ones")]
    first = [before.examine(Submission.of("ada", data)) for data in files]
    kept = [PreviousReport(found.report, found.evidence) for found in first]
    changed = 0
    grader = after(change)
    for data, earlier in zip(files, kept, strict=True):
        anew = grader.examine(Submission.of("ada", data))
        changed += part(anew.report, PART).points != part(earlier.report, PART).points
        assert told(grader.examine(Submission.of("ada", data), earlier)) == told(anew)
    assert changed >= 2


def test_only_the_part_concerned_is_judged_again(
    before: Grader, after: Callable[[Callable[[str], str]], Grader], solved: NotebookBuilder
) -> None:
    data = solved.bytes()
    grader = after(harder)
    report = grader.examine(
        Submission.of("ada", data), marked(before.examine(Submission.of("ada", data)))
    ).report
    assert carried(report) == {one.id for one in report.parts} - {PART}
    assert part(report, PART).points < part(report, PART).max_points


def test_a_wrong_answer_to_another_part_is_carried_over_with_its_evidence(
    before: Grader, after: Callable[[Callable[[str], str]], Grader], solved: NotebookBuilder
) -> None:
    data = answered(solved, ANOTHER, "def softmax_naive(x):\n    return x\n")
    earlier = marked(before.examine(Submission.of("ada", data)))
    grader = after(lambda suite: suite.replace("weight=3", "weight=2"))
    found = grader.examine(Submission.of("ada", data), earlier)
    assert ANOTHER in carried(found.report)
    assert PART not in carried(found.report)
    assert {check.partition("/")[0] for check in evidence.read(found.evidence)} == {ANOTHER}


def test_where_a_part_was_judged_as_if_this_one_were_right_everything_is_judged_again(
    before: Grader, after: Callable[[Callable[[str], str]], Grader], solved: NotebookBuilder
) -> None:
    """Right by the new checks, it is not lent any more."""
    frame = NotebookBuilder.of(answered(solved, PART, NO_MASK))
    data = answered(frame, "causal_attention_weights", BUILT_UPON)
    earlier = marked(before.examine(Submission.of("ada", data)))
    assert any("as if" in repair.en for repair in earlier.report.repairs)
    grader = after(easier)
    assert carried(grader.examine(Submission.of("ada", data), earlier).report) == set()


def test_where_another_part_ran_out_of_time_everything_is_judged_again(
    before: Grader, after: Callable[[Callable[[str], str]], Grader], solved: NotebookBuilder
) -> None:
    data = answered(solved, ANOTHER, HANGS)
    earlier = marked(before.examine(Submission.of("ada", data)))
    outcomes = {check.outcome for check in part(earlier.report, ANOTHER).checks}
    assert Outcome.TIMED_OUT in outcomes
    grader = after(harder)
    assert carried(grader.examine(Submission.of("ada", data), earlier).report) == set()
