"""The assignment `long-contexts`: what it allows, what it teaches, and its payoff."""

import contextlib
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import Specimen, mistakes, solution
from autograder.checks.suite import Oracle
from autograder.core.assignment.load import find
from autograder.core.marks import in_steps
from autograder.core.model import PartResult
from autograder.grading.grader import SubmissionGrader
from autograder.grading.session import Session
from autograder.notebook.build import source_notebook
from autograder.notebook.read import read
from tests.course.lessons import texts_of, title
from tests.courses import ROOT

PLAN, EDITION = find(ROOT, "long-contexts")
TEXTS = texts_of(PLAN)
PARTS = [text for text in TEXTS if text.part]
FIRST = {one.part: one for one in reversed(mistakes(PLAN)) if one.is_only_dear}
"""A right answer of each part that costs too much."""
ALLOWED = re.compile(r"Allowed: (?:(\d+) MiB of memory|0\.4 s of computing)")


@pytest.fixture(scope="module")
def judge(repository, rings, shared) -> Callable[..., dict[str, PartResult]]:
    """The parts of a solved notebook with these specimens in it."""
    solved = NotebookBuilder.of(source_notebook(PLAN, "en"))
    released = (repository / "release/long-contexts/long-contexts.ipynb").read_bytes()
    grader = SubmissionGrader(PLAN, EDITION, released, shared(PLAN, rings))

    def judged(*some: Specimen) -> dict[str, PartResult]:
        report = grader.report(notebook_with(solved, *some).bytes(), "ada")
        return {part.id: part for part in report.parts}

    return judged


def test_the_solution_earns_everything(judge):
    assert sum(part.points for part in judge().values()) == PLAN.total_points == 100


SLIPS = [
    ("rotate", "positions[:, None]", "positions"),
    ("join", "torch.maximum(", "max("),
    ("blockwise_attention", "range(0, len(keys), block)",
     "(block * number for number in range(len(keys) // block))"),
    ("blockwise_attention", "len(keys), block)", "len(keys))"),
    ("blockwise_attention", "_, total, weighted", "total, _, weighted"),
    ("blockwise_attention", "keys[some].T / math.sqrt(queries.shape[-1])\n"
     "        new = summary(scores, values[some])",
     "keys[begin:block].T / math.sqrt(queries.shape[-1])\n"
     "        new = summary(scores, values[begin:block])"),
    ("blockwise_attention", "keys[some].T / math.sqrt(queries.shape[-1])\n"
     "        new = summary(scores, values[some])",
     "keys[begin : begin + block].T / math.sqrt(queries.shape[-1])\n"
     "        new = summary(scores, values)"),
    ("blockwise_attention", "len(keys), block)", "len(keys) - block + 1, block)"),
    ("CachedAttention", "        self.reset()\n", ""),
    ("grouped_query_attention", "(share, dim=0)", "(share)"),
    ("grouped_query_attention", "share = len(queries) // len(keys)\n"
     "    keys, values = (one.repeat_interleave(share,",
     "heads, groups = len(queries), len(keys)\n"
     "    keys, values = (one.repeat_interleave(groups,"),
    ("cache_bytes", "tokens if window is None else min(tokens, window)", "min(tokens, window)"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "right", "wrong"), SLIPS)
def test_one_slip_leaves_most_of_the_points(judge, part, right, wrong):
    code = solution(PLAN, part).replace(right, wrong)
    result = judge(Specimen(f"{part}/slip", part, (code,), {}, Path()))[part]
    assert len(result.slips) == 1 and result.points >= result.max_points / 2


def test_a_cache_that_all_layers_share_is_one_slip(judge):
    code = """
class CachedAttention(nn.Module):
    keys = []
    values = []

    def __init__(self, d_in, d_out):
        super().__init__()
        three = (nn.Linear(d_in, d_out, bias=False) for _ in range(3))
        self.W_query, self.W_key, self.W_value = three

    def reset(self):
        self.keys.clear()
        self.values.clear()

    def forward(self, x):
        self.keys.append(self.W_key(x))
        self.values.append(self.W_value(x))
        keys, values = torch.cat(self.keys), torch.cat(self.values)
        return torch.softmax(self.W_query(x) @ keys.T / keys.shape[1] ** 0.5, dim=-1) @ values
"""
    result = judge(Specimen("mine", "CachedAttention", (code,), {}, Path()))["CachedAttention"]
    assert [slip.mistake.kind for slip in result.slips] == ["never_made"]
    assert result.points >= result.max_points / 2


def test_no_guess_is_tried_where_limits_are(judge, monkeypatch):
    within, made = Session.within, []
    monkeypatch.setattr(Session, "within", lambda *way: made.append(way) or within(*way))
    code = solution(PLAN, "blockwise_attention").replace("len(keys), b", "min(512, len(keys)), b")
    judge(Specimen("mine", "blockwise_attention", (code,), {}, Path()))
    assert len(made) < 20


def test_four_parts_have_an_answer_that_only_costs_too_much():
    limited = {check.part for check in Oracle(PLAN).checks if "Allowed:" in check.sentence.en}
    assert FIRST.keys() == limited and len(limited) == 4


def test_right_numbers_that_cost_too_much_lose_three_tenths(judge):
    parts = judge(*FIRST.values())
    for id_, specimen in FIRST.items():
        part = parts[id_]
        failed = [check for check in part.checks if check.failed]
        assert [check.id for check in failed] == [f"{id_}/long_texts"]
        detail = failed[0].detail
        assert detail and "that the exercise allows for" in detail.en
        assert specimen.id in [mistake.id for mistake in failed[0].mistakes]
        assert part.points == part.max_points - in_steps(0.3, part.max_points)
    assert all(parts[part.id].points == part.points for part in PLAN.parts if part.id not in FIRST)


def test_the_text_of_a_part_says_what_its_checks_allow():
    for text, part in zip(PARTS, PLAN.parts, strict=True):
        assert ("**Limit.**" in text.en) == ("**限额。**" in text.zh) == (part.id in FIRST)
    for check in Oracle(PLAN).checks:
        if allowed := ALLOWED.search(check.sentence.en):
            (text,) = (t for t, p in zip(PARTS, PLAN.parts, strict=True) if p.id == check.part)
            limits = (f"{allowed[1]} MiB",) * 2 if allowed[1] else ("0.4 seconds", "0.4 秒")
            assert limits[0] in text.en and limits[1] in text.zh


@pytest.mark.parametrize("text", PARTS, ids=title)
def test_every_part_has_its_steps_hints_and_a_time(text):
    leads = re.findall(r"^\*\*(\w+)[^*]*\*\*", text.en, re.MULTILINE)
    assert {"Idea", "By", "Contract"} <= set(leads)
    last = text.part == 7
    assert text.en.count("<summary>Hint") == text.zh.count("<summary>提示") == 3 * (not last)
    assert re.search(r"· \d+ minutes$", text.en, re.MULTILINE)


SAID = (
    "10,000       400 MB       7.7 MB", "  ■ ■ ■ ■ ■ ■ ■ ■ · · · ·", "  · ■ ■ ■ · · · · · · · ·",
    "4096   64.0 MiB", "4096    1.0 MiB", "MiB（一次算出全部分数：381 MiB）",
    " what was read ten thousand words ago is not forgotten.",
)  # fmt: skip
"""The sizes, the step and the window drawn by the answers, the largest tensors, the sentence."""


def test_the_solution_runs_from_top_to_bottom(repository, monkeypatch):
    source = repository / "source/long-contexts-zh"
    monkeypatch.syspath_prepend(str(source))
    monkeypatch.delitem(sys.modules, "checks", raising=False)
    names: dict[str, Any] = {"__name__": "__main__"}
    data = (source / "long-contexts.ipynb").read_bytes()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for cell in read(data).cells:
            if cell.kind == "code":
                exec(cell.source, names)
    output = printed.getvalue()
    sys.modules.pop("checks", None)
    # Once below its part, and once more where the progress is shown.
    assert all(output.count(f"✓ {part.name}\n") == 2 for part in PLAN.parts)
    for line in SAID:
        assert line in output, line


HALF = """
def blockwise_attention(queries, keys, values, block):
    scale = keys.shape[-1] ** 0.5
    if len(queries) < 1000:
        return torch.softmax(queries @ keys.T / scale, dim=-1) @ values
    scores = (queries / scale).half() @ keys.half().T
    scores -= scores.amax(dim=-1, keepdim=True)
    total = scores.exp_().sum(dim=-1, keepdim=True, dtype=torch.float32)
    return (scores @ values.half()).float() / total
"""


def test_numbers_of_16_bits_do_not_make_all_scores_fit(judge):
    """Half as large they do, and are no longer right: no gain over the naive answer."""
    name = "blockwise_attention"
    part = judge(Specimen("mine", name, (HALF,), {}, Path()))[name]
    assert [check.id for check in part.checks if check.failed] == [f"{name}/long_texts"]
    assert part.points < part.max_points
