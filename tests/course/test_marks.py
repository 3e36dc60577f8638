"""One slip costs what it costs: proven by hidden numbers, and added up."""

import shutil
from dataclasses import replace
from itertools import combinations

import msgspec
import pytest

from autograder.authoring.catalogue import alike
from autograder.authoring.make import notebook_with
from autograder.authoring.pairs import pairs
from autograder.authoring.specimens import mistakes, solution
from autograder.authoring.trials import AGAIN, KINDS, lazy_answers
from autograder.checks import references
from autograder.core.assignment import sets
from autograder.core.assignment.load import load
from autograder.core.errors import CourseError
from autograder.core.marks import Costs, by_checks
from autograder.core.model import CheckResult, Outcome, PartResult, Text
from autograder.grading.naming import Catalogue
from autograder.grading.proven_slips import ProvenSlips, unpacked
from autograder.report.diagnosis import diagnosis
from tests.course.reports import added_up, edited, names, part_of
from tests.tiers import every

PROVEN = (
    "softmax_naive/powers_of_two",
    # Its checks take less than it costs.
    "CausalAttention/dropout_before_the_mask",
    # Put right by a change, which has the name and cost of the mistake.
    "CausalAttention/dropout_rate_inverted",
    # Its values, all nan, are anybody's; right without the product, the rest is right.
    "causal_attention_weights/zero_times_infinity",
)


@pytest.mark.parametrize("mistake", PROVEN)
def test_an_answer_that_is_right_but_for_a_known_mistake_loses_its_cost(
    mistake, known, judge, assignment
):
    part = judge(known[mistake])
    cost = Costs.read(assignment).of(mistake, part.max_points)
    assert cost is not None and names(part.slips) == [mistake.partition("/")[2]]
    assert part.points == max(by_checks(part), part.max_points - cost) > 0
    assert added_up(part)


BIASED = "self.out_proj = nn.Linear(d_out, d_out)"


@pytest.mark.parametrize("mistake", ["scale_d_out", "dropout_never_applied"])
def test_a_bias_that_the_exercise_leaves_open_changes_no_mark(mistake, known, judge):
    answer = known[f"MultiHeadAttention/{mistake}"]
    unbiased = answer.cells[-1].replace(BIASED, BIASED.replace("d_out)", "d_out, bias=False)"))
    assert unbiased != answer.cells[-1]
    with_bias, without = judge(answer), judge(replace(answer, cells=(*answer.cells[:-1], unbiased)))
    assert names(without.slips) == names(with_bias.slips) == [mistake]
    assert without.points == with_bias.points > 0


def test_grading_again_gives_what_the_course_decided_later(
    known, grader_of, assignment, solved, tmp_path
):
    """A mistake that takes everything is not put right by some other change in its place."""
    mistake = known["SelfAttention_v2/scale_multiplied"]
    folder = shutil.copytree(assignment.folder, tmp_path / assignment.id)
    (folder / "hidden/costs.toml").write_text(f'"{mistake.id}" = 8\n', "utf-8")
    strict = load(folder)
    report = grader_of(strict).report(notebook_with(solved, mistake).bytes(), "ada")
    part = part_of(Costs.read(strict).on(report), mistake.part)
    assert (names(part.slips), part.points) == (["scale_multiplied"], 0)


def test_other_draws_of_dropout_hide_no_slip(known, judged):
    """Which weights are dropped differs between two right answers, and is no second mistake."""
    right = known["CausalAttention/dropout_by_hand"].cells[-1]
    part = judged("CausalAttention", edited(right, [("k.shape[-1] ** 0.5", "1.0")]))
    assert names(part.slips) == ["no_scale"]
    assert part.points > by_checks(part)


TWO_AT_ONCE = {
    "no_scale": (" / keys.shape[-1] ** 0.5", ""),
    "dropout_never_applied": ("self.dropout(attn_weights) @", "attn_weights @"),
    "plain_mask": ('self.register_buffer("mask", future, persistent=False)', "self.mask = future"),
}
"""In CausalAttention, by the names of the mistakes."""


@pytest.fixture(scope="module")
def alone(slipped) -> dict[str, float]:
    return {name: slipped("CausalAttention", edit).points for name, edit in TWO_AT_ONCE.items()}


@pytest.mark.parametrize("made", [*combinations(TWO_AT_ONCE, 2)])
def test_two_mistakes_are_both_told_also_where_one_has_no_value_of_its_own(made, slipped, alone):
    """Dropout that is not applied does what dropout whose result is not used does, and has values
    of its own beside another mistake; the mask's device shows in no number. Two cost what each
    takes alone."""
    part = slipped("CausalAttention", *(TWO_AT_ONCE[name] for name in made))
    points = sum(alone[name] for name in made) - part.max_points
    assert added_up(part)
    assert {*names(part.slips)} == {*made}
    assert part.points == pytest.approx(max(by_checks(part), points))
    first, second = (
        {one.id.partition("/")[2] for one in cause.mistakes} for cause in diagnosis(part).causes
    )
    assert any(made[0] in one and made[1] in two for one, two in ((first, second), (second, first)))


def test_specimens_that_have_nothing_in_common_make_no_pair(assignment, tmp_path):
    """One alone, and two that are different answers: nobody can say what either has changed."""
    folder = tmp_path / "specimens/mistakes/softmax_naive"
    folder.mkdir(parents=True)
    for name in ("powers_of_two", "global_scores"):
        file = assignment.folder / "specimens/mistakes/softmax_naive" / f"{name}.py"
        (folder / file.name).write_bytes(file.read_bytes())
        assert not [*pairs(msgspec.structs.replace(assignment, folder=tmp_path))]


FORGED = (
    "torch.zeros_like(right)", "torch.full_like(right, float('nan'))",
    "torch.rand_like(right)", "None",
)  # fmt: skip
"""What comes back for numbers that are not in the forger's table."""


@pytest.mark.parametrize("otherwise", FORGED)
def test_a_table_of_the_example_numbers_proves_nothing(otherwise, known, judged, assignment):
    """Replies of a mistake without its formula: named perhaps, but without points."""
    example = sets.read(assignment.folder / "hidden").example.references
    cases = references.decode(example).items()
    sums = [float(case.x.sum()) for name, case in cases if name.startswith("CausalA")]
    table = (
        f"\n\nSUMS = {sums}\nclass CausalAttention(CausalAttention):\n"
        "    def forward(self, x):\n"
        "        right = super().forward(x)\n"
        "        if any(abs(float(x.sum()) - one) < 1e-4 for one in SUMS):\n"
        "            return right\n"
        f"        return {otherwise}\n"
    )
    part = judged("CausalAttention", known["CausalAttention/no_scale"].cells[-1] + table)
    assert part.points == 0 and not part.slips


def test_the_error_of_a_mistake_proves_nothing(assignment, judged):
    """Whoever raises what a specimen raises has not written the rest of it."""
    layers = solution(assignment, "CausalAttention").partition("num_tokens = x.shape[1]")[0]
    assert judged("CausalAttention", f"{layers}return x @ x.T\n").points == 0


def test_the_same_slip_has_the_same_share_in_every_part(assignment):
    """Exceptions are written out in the table, `part/name`."""
    costs = Costs.read(assignment)
    for mistake in mistakes(assignment):
        assert costs.kind(mistake.id), mistake.id
    names = {name.partition("/")[2] or name for name in costs.kinds}
    assert names >= {mistake.id.partition("/")[2] for mistake in mistakes(assignment)}


def test_mistakes_that_no_check_tells_apart_cost_the_same(assignment):
    """Which of them it was is a matter of the name alone."""
    catalogue, costs = Catalogue.read(assignment), Costs.read(assignment)
    for part in assignment.parts:
        of_part = Catalogue(tuple(one for one in catalogue.known if one.part == part.id))
        for id_, other in combinations({one.mistake.id: one for one in of_part.known}, 2):
            if alike(of_part, id_, other):
                assert costs.of(id_, part.points) == costs.of(other, part.points), (id_, other)


NO_EXPONENTIAL = ("softmax_naive", "its share of the sum")
"""A lazy answer that is a known mistake, with the mark of that."""


@pytest.mark.parametrize("kind", every(10, KINDS))
def test_lazy_answers_are_no_slips(assignment, solved, grader, kind):
    """What is right at its first call has the formula: it earns less than all."""
    lazy = {one.part: one for one in lazy_answers(assignment) if one.id.partition("/")[2] == kind}
    report = grader.report(notebook_with(solved, *lazy.values()).bytes(), "ada")
    for part in report.parts:
        is_mistake = (part.id, kind) == NO_EXPONENTIAL
        assert part.id not in lazy or not part.points or kind == AGAIN or is_mistake
        assert part.id not in lazy or part.points < part.max_points


@pytest.mark.slow
@pytest.mark.parametrize("name", ["attention", "gpt", "long-contexts"])
def test_the_table_of_marks_is_that_of_the_suites(name, repository, run):
    table = run(repository, "autograder", "audit", name, "--marks").stdout
    assert table == (repository / "assignments" / name / "marks.md").read_text("utf-8")


@pytest.mark.slow
def test_every_mistake_has_a_mark_that_adds_up(assignment, judge):
    costs = Costs.read(assignment)
    for mistake in mistakes(assignment):
        part = judge(mistake)
        assert added_up(part), mistake.id
        assert part.points < part.max_points, mistake.id
        cost = costs.of(mistake.id, part.max_points) or 0.0
        least = max(by_checks(part), part.max_points - cost) if part.slips else by_checks(part)
        assert part.points <= max(least, part.max_points - 0.5), mistake.id


def test_beside_a_fault_of_the_grader_nothing_is_proven(assignment):
    """The check that met it may fail or pass; the specimen of the mistake is not even run."""
    catalogue, none = Catalogue.read(assignment), Text("", "")
    mistake = catalogue.find("CausalAttention/no_scale").mistake
    failed = CheckResult("CausalAttention/bias", none, Outcome.FAILED, 1, mistakes=(mistake,))
    fault = CheckResult("CausalAttention/dropout", none, Outcome.GRADER_FAULT, 1)
    part = PartResult("CausalAttention", none, 0, 12, (failed, fault))
    ran: list[object] = []
    assert ProvenSlips(assignment, ran.append, catalogue).of(part, (), 0) == ()
    assert not ran


def test_damaged_specimens_are_named_with_what_makes_them_anew():
    with pytest.raises(CourseError, match="autograder learn"):
        unpacked(b"torn")
