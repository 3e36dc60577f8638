"""The course's own answers, graded on the real road: worker, oracle, scores."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from autograder.grading.grader import Grader
from autograder.model import Outcome, Report
from autograder.notebook.build import source_notebook
from autograder.sandbox.rings import Rings
from autograder.specimens.make import Frame, solution_index

JUNK = (
    "None", "1", "'text'", "[]", "[None]", "{}", "object()", "torch.tensor(float('nan'))",
    "torch.zeros(0)", "torch.zeros(1, 1, 1, 1)", "torch.ones(2, dtype=torch.complex64)",
    "float('inf')", "10**30", "lambda *a: None", "torch.nn.Linear(2, 2)", "(1, 2, 3)",
)  # fmt: skip


def answer(frame: Frame, part: str, source: str) -> Frame:
    """The notebook with another answer to one part."""
    changed = Frame.of(frame.bytes())
    changed.notebook["cells"][solution_index(changed.notebook, part)]["source"] = source
    return changed


def points(report: Report) -> dict[str, float]:
    """Points by part."""
    return {part.id: part.points for part in report.parts}


def memory() -> int:
    """The memory of this process, in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20


def test_what_is_known_of_long_code_is_let_go(grader: Grader, solved: Frame) -> None:
    """A student after the other with more code than a person writes does not fill the memory."""
    sizes = []
    for number in range(3):
        frame = Frame.of(solved.bytes())
        code = f"y{number} = 0\n" + "x = [1, 2]\n" * 25_000
        frame.notebook["cells"].append({"cell_type": "code", "source": code, "metadata": {}})
        assert grader.grade(frame.bytes()).points == 100
        sizes.append(memory())
    assert sizes[-1] - sizes[0] < 60


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_reference_earns_everything(grader: Grader, plan: Assignment, language: str) -> None:
    """The reference solution gets full points in every part, in both languages."""
    report = grader.grade(source_notebook(plan, language))
    assert points(report) == {part.id: part.points for part in plan.parts}


def test_the_untouched_release_earns_nothing(
    grader: Grader, plan: Assignment, released: Frame
) -> None:
    """A notebook as released gets 0 in every part, by named outcomes."""
    report = grader.grade(released.bytes())
    assert points(report) == dict.fromkeys((part.id for part in plan.parts), 0.0)
    assert not report.faults


def test_a_wrong_part_costs_that_part_alone(
    grader: Grader, plan: Assignment, solved: Frame
) -> None:
    """For each of the parts: broken, it loses points, and no other part does."""
    full = {part.id: part.points for part in plan.parts}
    for part in plan.parts:
        body = "raise RuntimeError('broken')"
        kind = "class" if part.kind == "class" else "def"
        head = f"{kind} {part.name}({'nn.Module' if kind == 'class' else '*a, **k'}):"
        inner = f"\n    def __init__(self, *a, **k):\n        {body}" if kind == "class" else ""
        source = head + (inner or f"\n    {body}")
        found = points(grader.grade(answer(solved, part.id, source).bytes()))
        assert found.pop(part.id) == 0.0
        assert found == {key: value for key, value in full.items() if key != part.id}


def test_junk_is_never_the_graders_fault(
    grade_many: Callable, plan: Assignment, solved: Frame, rings: Rings
) -> None:
    """Whatever a part gives back, the check fails; the grader does not."""
    notebooks = {}
    for junk in JUNK:
        frame = solved
        for part in plan.parts:
            source = f"def {part.name}(*a, **k):\n    return {junk}\n"
            frame = answer(frame, part.id, source)
        notebooks[junk] = frame.bytes()
    for junk, result in grade_many(notebooks, rings).items():
        assert result.report is not None, f"{junk}: {result.problem}"
        for part_result in result.report.parts:
            assert part_result.points < part_result.max_points, (junk, part_result.id)


def test_a_hanging_part_costs_that_part_alone(grader: Grader, solved: Frame) -> None:
    """A call that never ends is stopped, and the other parts are graded."""
    source = "def causal_mask(num_tokens):\n    while True:\n        pass\n"
    report = grader.grade(answer(solved, "causal_mask", source).bytes())
    part = next(part for part in report.parts if part.id == "causal_mask")
    assert Outcome.TIMED_OUT in {check.outcome for check in part.checks}
    assert report.points == 100 - part.max_points


def test_an_exit_after_the_answer_keeps_the_answer(grader: Grader, solved: Frame) -> None:
    """A cell that ends the process is run again for its definitions."""
    good = "import os\ndef causal_mask(n):\n    return torch.ones(n, n).triu(1)\nos._exit(0)\n"
    report = grader.grade(answer(solved, "causal_mask", good).bytes())
    assert report.points == 100


def test_a_submission_leaves_nothing_for_the_next(grader: Grader, solved: Frame) -> None:
    """What one submission changes in torch is not there for the next."""
    spoiled = Frame.of(solved.bytes())
    source = "import torch\ntorch.softmax = None\nopen('left', 'w').write('x')"
    cell = {"cell_type": "code", "metadata": {}, "source": source, "outputs": []}
    spoiled.notebook["cells"].append(cell)
    grader.grade(json.dumps(spoiled.notebook).encode())
    assert grader.grade(solved.bytes()).points == 100
