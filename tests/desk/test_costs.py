"""What mistakes cost: marks that add up everywhere, and costs that an instructor changes."""

import csv
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

import pytest
from commands import Commands
from gradebooks import override

from autograder import Grader, load_assignment
from autograder.authoring.make import notebook_with
from autograder.authoring.specimens import mistakes
from autograder.core.assignment.load import find
from autograder.core.errors import CourseError
from autograder.core.marks import Costs

SLIPS = {
    "ada": "CausalAttention/no_scale",
    "bob": "CausalAttention/names_changed",
    "cem": "MultiHeadAttention/softmax_queries",
}
NO_SCALE = '"CausalAttention/no_scale" = {}\n'


@dataclass(frozen=True)
class Class(Commands):
    scores_of: Callable[[Path], dict[str, dict[str, float | None]]]

    @property
    def costs(self) -> Path:
        return self.course / "assignments/attention/hidden/costs.toml"

    def points(self) -> dict[str, float | None]:
        """What each student's part with the slip has in the gradebook."""
        scores = self.scores_of(self.course)
        return {s: scores[s][f"test_{m.partition('/')[0]}"] for s, m in SLIPS.items()}

    def expected(self) -> dict[str, float]:
        """What costs leave of those parts."""
        assignment = find(self.course, "attention")[0]
        costs = Costs.read(assignment)
        most = {part.id: part.points for part in assignment.parts}
        left = {}
        for student, mistake in SLIPS.items():
            whole = most[mistake.partition("/")[0]]
            left[student] = whole - (costs.of(mistake, whole) or 0.0)
        return left


@pytest.fixture(scope="module")
def graded(tmp_path_factory, generated, solved, submit, run, scores) -> Class:
    found = Class(copytree(generated, tmp_path_factory.mktemp("costs") / "course"), run, scores)
    known = {one.id: one for one in mistakes(find(found.course, "attention")[0])}
    for student, mistake in SLIPS.items():
        submit(found.course, student, notebook_with(solved, known[mistake]).bytes())
    found.done("autograder grade attention")
    return found


@pytest.fixture
def as_graded(graded) -> Class:
    """The class with the costs of the assignment."""
    graded.costs.unlink(missing_ok=True)
    graded.done("autograder grade attention")
    return graded


def test_gradebook_page_and_files_say_the_same(as_graded):
    assert as_graded.points() == as_graded.expected()
    as_graded.done("autograder feedback attention")
    as_graded.done("autograder report attention")
    with (as_graded.course / "reports/attention.csv").open(encoding="utf-8") as file:
        rows = {(row["student"], row["part"]): row for row in csv.DictReader(file)}
    for student, points in as_graded.expected().items():
        page = (as_graded.course / f"feedback/{student}/attention/attention.html").read_text()
        part = SLIPS[student].partition("/")[0]
        most = 14 if part == "MultiHeadAttention" else 12
        assert f"<li>−{most - points:g}: " in page
        assert f"{points:g} / {most}" in page
        assert float(rows[student, part]["counted"]) == points


def test_a_cost_is_shown_first_then_recorded_and_taken_back(as_graded):
    before = as_graded.points()
    reports = sorted((as_graded.course / ".autograder/reports/attention").iterdir())
    as_graded.costs.write_text(NO_SCALE.format(3))
    shown = as_graded.done("autograder grade attention --dry-run")
    assert "ada" in shown and "bob" not in shown and as_graded.points() == before
    as_graded.done("autograder grade attention")
    assert as_graded.points() == before | {"ada": 9}
    history = (as_graded.course / ".autograder/history/attention.jsonl").read_text()
    last = json.loads(history.splitlines()[-1])
    assert last["student"] == "ada" and "costs" in last["why"][0]["en"]
    assert last["before"]["CausalAttention"] == before["ada"]
    as_graded.costs.unlink()
    as_graded.done("autograder grade attention")
    assert as_graded.points() == before
    assert sorted((as_graded.course / ".autograder/reports/attention").iterdir()) == reports


def test_marks_that_a_person_gave_stay(as_graded):
    override(as_graded.course, "ada", 11.5, "CausalAttention")
    as_graded.costs.write_text(NO_SCALE.format(1))
    as_graded.done("autograder grade attention")
    as_graded.done("autograder feedback attention")
    page = (as_graded.course / "feedback/ada/attention/attention.html").read_text()
    assert "11.5 / 12" in page
    override(as_graded.course, "ada", None, "CausalAttention")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('"CausalAttention/no_scale" = 13\n', "from 0 to 12"),
        ('"CausalAttention/no_scale" = -1\n', "from 0 to 12"),
        ('"CausalAttention/no_scale" = "two"\n', "from 0 to 12"),
        ('"CausalAttention/no_such_mistake" = 1\n', "no mistake is called"),
        ('"NoSuchPart/no_scale" = 1\n', "has no part 'NoSuchPart'"),
        ('"causal_mask/no_scale" = 1\n', "causal_mask has no mistake 'no_scale'; it is one of C"),
        ("no_scale: 1\n", '"part/name" = points'),
    ],
)
def test_a_cost_that_cannot_be_is_refused_in_one_sentence(line, said, graded):
    graded.costs.write_text(line)
    with pytest.raises(CourseError) as refused:
        Costs.read(find(graded.course, "attention")[0])
    assert said in str(refused.value) and "costs.toml" in str(refused.value)


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ('"causal_mask/no_return" = 1\n', "causal_mask/no_return"),
        ('"causal_mask/constant" = 1\n', "causal_mask/constant-1a2b"),
        ("operator = 1\n", "causal_mask/operator-1a2b"),
    ],
)
def test_what_a_rule_puts_right_has_the_cost_of_its_rule_in_any_part(graded, line, mistake):
    graded.costs.write_text(line)
    assert Costs.read(find(graded.course, "attention")[0]).of(mistake, 4) == 1


def test_it_is_said_where_a_cost_changes_no_mark(as_graded):
    said = as_graded.done("autograder name attention softmax_naive/library_log_softmax --costs 3")
    assert "they decide alone where a rule is broken" in said


def test_a_cost_is_set_and_taken_out_by_a_mistakes_bare_name(as_graded, refused):
    said = as_graded.done("autograder name attention no_scale --costs 3")
    assert said.startswith("no_scale takes 3 of each part's points")
    assert as_graded.costs.read_text() == '"no_scale" = 3\n'
    as_graded.done("autograder name attention CausalAttention/no_scale --costs 2")
    said = as_graded.done("autograder name attention no_scale --costs 3")
    assert "each part's points; CausalAttention/no_scale keeps its own cost.\n" in said
    as_graded.done("autograder name attention CausalAttention/no_scale --remove")
    said = as_graded.done("autograder name attention no_scale --remove")
    assert said.startswith("no_scale costs what the package says.\n`autograder grade attention")
    assert as_graded.costs.read_text() == ""
    wrong = refused(as_graded.course, "name attention CausalAttention/no_scal --costs 3")
    assert "(is 'CausalAttention/no_scale' meant?)" in wrong and "costs.toml:" not in wrong
    wrong = refused(as_graded.course, "name attention CausalAtention/no_scale --costs 3")
    assert "(is 'CausalAttention' meant?)" in wrong


def test_a_cost_is_that_of_both_mistakes_that_no_check_tells_apart(as_graded):
    one, other = (f"scaled_attention_weights/{name}" for name in ("root_of_two", "global_width"))
    said = as_graded.done(f"autograder name attention {one} --costs 1")
    assert f"points, and so does {other}, which no check tells from it." in said
    assert as_graded.costs.read_text() == f'"{one}" = 1\n"{other}" = 1\n'
    as_graded.done(f"autograder name attention {other} --remove")
    assert as_graded.costs.read_text() == ""


def test_two_instructors_who_set_costs_at_once_both_do(as_graded):
    wanted = {f"CausalAttention/{name}": 2 for name in ("no_scale", "no_mask", "no_root")}
    with ThreadPoolExecutor() as pool:
        list(pool.map(
            lambda one: as_graded.done(f"autograder name attention {one} --costs 2"), wanted
        ))  # fmt: skip
    assert wanted.keys() <= {*re.findall(r'"(.*)" = 2', as_graded.costs.read_text())}


GROUP = "def causal_mask(n):\n    return torch.ones(n, n).triu(n // 2) > 0\n"


def test_a_group_without_a_name_gets_its_cost_with_one(as_graded, solved, submit, scores):
    submit(as_graded.course, "dan", solved.answered({"causal_mask": GROUP}).bytes())
    as_graded.done("autograder grade attention")
    assert scores(as_graded.course)["dan"]["test_causal_mask"] == 0
    (group,) = json.loads(as_graded.done("autograder clusters attention --json"))["groups"]
    assert "--title-en" in as_graded.refused(f"autograder name attention {group['id']} --costs 1")
    words = "--title-en late --question-en Where? --costs 1.5"
    as_graded.done(f"autograder name attention {group['id']} {words}")
    as_graded.done("autograder grade attention")
    assert scores(as_graded.course)["dan"]["test_causal_mask"] == 2.5
    with Grader(load_assignment(as_graded.course, "attention")) as library:
        report = library.report(solved.answered({"causal_mask": GROUP}).bytes(), "dan")
    assert sum(part.max_points for part in report.parts) - report.points == 1.5
    as_graded.done(f"autograder name attention {group['id']} --remove")
    as_graded.done("autograder grade attention")
    assert scores(as_graded.course)["dan"]["test_causal_mask"] == 0
