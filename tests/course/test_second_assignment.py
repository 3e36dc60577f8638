"""The assignment `gpt` by the marks of the first: the engine knows neither of them by name."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from autograder.authoring.audit import Audit
from autograder.authoring.audit_run import AuditRun
from autograder.authoring.make import NotebookBuilder
from autograder.authoring.visible import VisibleRow, figures, sights
from autograder.core.assignment import find, sets
from autograder.core.assignment.plan import FAMILIES
from autograder.core.errors import CourseError
from autograder.core.model import Graded
from autograder.grading.grader import Grader
from autograder.grading.run_slots import cores
from autograder.notebook.build import source_notebook
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import Rings


@pytest.fixture(
    scope="module", params=[1, pytest.param(None, marks=pytest.mark.slow)],
    ids=["by the first set", "by every set"],
)  # fmt: skip
def audited(
    request: pytest.FixtureRequest, new_course: Callable[[Path], Path], rings: Rings,
    tmp_path_factory: pytest.TempPathFactory,
) -> Audit:  # fmt: skip
    """The audit by packs of specimens, and with each part left blank."""
    course = new_course(tmp_path_factory.mktemp("audited") / "course")
    hidden = course / "assignments/gpt/hidden"
    every = sets.read(hidden)
    msgspec.structs.replace(every, sets=every.sets[: request.param]).write(hidden)
    return AuditRun(course, "gpt", rings, cores()).quick_audit(lambda ready, _: ready)


@pytest.fixture(scope="module")
def seen(repository: Path) -> list[VisibleRow]:
    """What the visible checks say of every specimen."""
    plan, _ = find(repository, "gpt")
    return list(figures(plan, sights(plan)).values())


def test_the_audit_finds_nothing_wrong(audited: Audit) -> None:
    """A blank part, too, costs no other part a point."""
    assert audited.problems == ()


def test_there_are_enough_specimens(audited: Audit) -> None:
    assert sum(row.mistakes for row in audited.rows) >= 200
    assert sum(row.alternatives for row in audited.rows) >= 50
    assert min(row.mistakes for row in audited.rows) >= 12


def test_every_mistake_is_caught_and_nearly_every_one_named(audited: Audit) -> None:
    assert [row.part for row in audited.rows if row.killed < row.mistakes] == []
    every = sum(row.mistakes for row in audited.rows)
    assert sum(row.named for row in audited.rows) >= 0.95 * every


def test_every_right_answer_is_accepted(audited: Audit) -> None:
    assert [row.part for row in audited.rows if row.accepted < row.alternatives] == []


def test_every_right_answer_passes_the_visible_checks(seen: list[VisibleRow]) -> None:
    assert [refused for row in seen for refused in row.refused] == []


def test_the_table_in_the_design_is_that_of_the_audit(audited: Audit, repository: Path) -> None:
    text = (repository / "DESIGN.md").read_text("utf-8")
    table = text.partition("<!-- audit gpt -->")[2].partition("<!-- /audit gpt -->")[0]
    for row in audited.rows:
        caught = f"| {row.part} | {row.killed}/{row.mistakes} | {row.named}/{row.mistakes} "
        assert f"{caught}| {row.accepted}/{row.alternatives} |" in table


def test_right_answers_and_mistakes_are_far_apart(audited: Audit) -> None:
    assert [row.part for row in audited.rows if row.margin < 100] == []


def test_the_visible_checks_reveal_what_the_numbers_of_the_text_can(seen: list[VisibleRow]) -> None:
    assert [missed for row in seen for missed in row.missed] == []


@pytest.mark.slow
def test_one_part_is_audited_alone(repository: Path, rings: Rings) -> None:
    """The specimens of the other parts are not graded, and their checks not missed."""
    bench, graded = AuditRun(repository, "gpt", rings, cores()), list[str]()

    def shown(ready: Iterable[Graded], count: int) -> Iterator[Graded]:
        for one in ready:
            graded.append(one.student)
            yield one

    found = bench.audit_of(frozenset({"tokens_processed"}), shown)
    assert [(row.part, row.killed, row.accepted) for row in found.rows] == [
        ("tokens_processed", 12, 4)
    ]
    assert found.problems == ()
    lazy, by_the_example = 9, 12
    assert len(graded) == 12 + 4 + 3 + lazy + by_the_example


def test_a_part_that_does_not_exist_is_named(repository: Path, rings: Rings) -> None:
    bench = AuditRun(repository, "gpt", rings, 1)
    with pytest.raises(CourseError, match=r"there is no part GPT \(found: LayerNorm, gelu"):
        bench.audit_of(frozenset({"GPT"}), lambda ready, _: ready)


def test_the_engine_does_not_know_an_assignment_by_name(repository: Path) -> None:
    """Neither its id nor a name of its contract stands in the engine's code."""
    code = "".join(p.read_text("utf-8") for p in (repository / "autograder").rglob("*.py"))
    # What torch itself calls its operations, too, the engine may forbid.
    for name in {part.id for part in find(repository, "gpt")[0].parts} - FAMILIES.keys():
        assert f'"{name}"' not in code
    assert '"gpt"' not in code


BY_IDENTITY = """
def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    hidden = torch.ones(len(queries), len(keys)).tril(past) == 0
    width, out = queries.shape[-1], values.shape[-1]
    size = max(width, out)
    one = torch.eye(size)
    q, k, v = (nn.functional.pad(x, (0, size - x.shape[-1])) for x in (queries, keys, values))
    library = getattr(nn.functional, "multi_head_" + "attention_forward")
    found, _ = library(
        q * (size / width) ** 0.5, k, v, size, 1, one.repeat(3, 1), None, None, None, False, 0.0,
        one, None, training=False, need_weights=True, attn_mask=hidden,
    )
    found = found[:, :out]
    return found, (keys, values)
"""


def test_another_function_of_a_forbidden_family_earns_nothing(grader: Grader) -> None:
    """Matrices that change nothing leave attention alone of what the function computes."""
    report = grader.grade(answered(grader, {"cached_attention": BY_IDENTITY}))
    (part,) = [part for part in report.parts if part.id == "cached_attention"]
    assert part.points == 0
    assert sum(part.points for part in report.parts) == 90


THIEVES: dict[str, dict[str, str]] = {
    "an argument of the check": {
        "TransformerBlock": """
class TransformerBlock(nn.Module):
    def __new__(cls, cfg, attention):
        return type(attention).forward.__globals__["TransformerBlock"](cfg, attention)
"""
    },
    "an earlier part that is provided": {
        "LayerNorm": "class LayerNorm(nn.Module):\n    pass\n",
        "FeedForward": """
class FeedForward(nn.Module):
    def __new__(cls, cfg):
        return LayerNorm.__init__.__globals__["FeedForward"](cfg)
""",
        "TransformerBlock": """
class TransformerBlock(nn.Module):
    def __new__(cls, cfg, attention):
        return LayerNorm.__init__.__globals__["TransformerBlock"](cfg, attention)
""",
    },
}
TELLS = {
    "TransformerBlock": "class TransformerBlock(nn.Module):\n    pass\n",
    "GPTModel": """
class GPTModel(nn.Module):
    def __init__(self, cfg, *attentions):
        raise ValueError("leak " + repr(TransformerBlock.__init__.__code__.co_names))
""",
}


@pytest.fixture(scope="module")
def grader(repository: Path, rings: Rings) -> Iterator[Grader]:
    """A grader of `gpt`."""
    plan, edition = find(repository, "gpt")
    with warm_host(plan, rings) as host:
        released = (repository / "release/gpt/gpt.ipynb").read_bytes()
        yield Grader(plan, edition, released, host)


def answered(grader: Grader, answers: dict[str, str]) -> bytes:
    """The solution with these answers in it."""
    return NotebookBuilder.of(source_notebook(grader.assignment, "en")).answered(answers).bytes()


@pytest.mark.parametrize("way", THIEVES)
def test_the_code_that_the_author_provides_answers_no_other_part(grader: Grader, way: str) -> None:
    report = grader.grade(answered(grader, THIEVES[way]))
    assert {part.points for part in report.parts if part.id in THIEVES[way]} == {0.0}


def test_no_message_quotes_the_code_that_the_author_provides(grader: Grader) -> None:
    report = grader.grade(answered(grader, TELLS))
    told = [check.detail.en for part in report.parts for check in part.checks if check.detail]
    assert {part.points for part in report.parts if part.id == "GPTModel"} == {0.0}
    assert [said for said in told if "leak" in said or "norm1" in said] == []
