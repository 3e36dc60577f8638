"""Mutants: small changes of right answers by rule, and which of them the checks let through."""

from pathlib import Path

import pytest
import typer

from autograder.authoring import mutants
from autograder.authoring.audit_run import AuditRun
from autograder.authoring.mutants import form, mutants_of
from autograder.authoring.specimens import Specimen, mistakes
from autograder.checks.references import drawn
from autograder.cli.audit import audit, mutant
from autograder.core.assignment.load import find, load
from autograder.core.errors import CourseError
from tests.courses import edit
from tests.small import release, small_assignment

SOURCE = """
def f(x, y, dim=-1):
    total = x.sum(dim, keepdim=True)
    if y > 2 and x.T is not y:
        x[:, 1:] /= total
    return (x - y) ** 2
"""


def changes() -> list[mutants.Mutant]:
    return [*mutants_of(Specimen("the solution", "f", (SOURCE,), {}, Path("notebook.py")))]


def changed(rule: str) -> set[str]:
    """The new lines of every mutant by a rule."""
    diffs = [change.diff for change in changes() if change.rule == rule]
    return {line[1:].strip() for diff in diffs for line in diff.splitlines() if line[0] == "+"}


@pytest.mark.parametrize(
    ("rule", "lines"),
    [
        ("operator", {"return (x + y) ** 2", "return (x - y) * 2", "if y >= 2 and x.T is not y:",
                      "if y < 2 and x.T is not y:", "if y > 2 or x.T is not y:"}),
        ("operands", {"return (y - x) ** 2", "return 2 ** (x - y)"}),
        ("constant", {"def f(x, y, dim=0):", "def f(x, y, dim=-2):", "x[:, 2:] /= total",
                      "total = x.sum(dim, keepdim=False)"}),
        ("name", {"total = y.sum(dim, keepdim=True)", "return (y - y) ** 2",
                  "x[:, 1:] /= dim", "total = x.sum(y, keepdim=True)"}),
        ("arguments", {"total = x.sum(dim)"}),
        ("call", {"total = x", "total = dim"}),
        ("statement", {"pass"}),
        ("shape", {"x[:, :] /= total", "if y > 2 and x is not y:"}),
        ("condition", {"if not (y > 2 and x.T is not y):"}),
    ],
)  # fmt: skip
def test_each_rule_changes_one_thing(rule, lines):
    assert lines <= changed(rule)


def test_every_mutant_is_python_and_another_than_the_answer():
    variants = changes()
    assert len({variant.id for variant in variants}) == len(variants) > 30
    for variant in variants:
        compile(variant.source, "f", "exec")
        assert variant.diff.count("\n") == 1


LOOSE = "agree(student.centred(case.x), case.centred, atol=1.0)"


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """A course with the small assignment, one of whose checks looks at values none too closely."""
    root = tmp_path_factory.mktemp("course")
    folder = small_assignment(root)
    drawn(load(folder), "a word", 2, published=True).write(folder / "hidden")
    close = "agree(student.centred(case.x), case.centred)"
    edit(folder / "hidden/test_centred.py", close, LOOSE)
    release(root)
    return root


@pytest.fixture(scope="module")
def audited(course, rings) -> dict[str, mutants.MutationRow]:
    """What becomes of the mutants of each part."""
    run = AuditRun(course, "small", rings, 1)
    return {row.part: row for row in run.mutation(frozenset(), 30, lambda ready, _: ready)}


def test_a_loose_check_lets_mutants_through_and_they_are_shown(audited):
    shown = {survivor.mutant.diff for survivor in audited["centred"].open}
    assert len(shown) > 3
    row = audited["centred"]
    assert row.made == row.caught + len(row.alike) + len(row.survivors)


def test_a_close_check_lets_none_through(audited):
    row = audited["Gain"]
    assert row.made > 10
    assert [survivor.mutant.diff for survivor in row.survivors] == []
    assert row.caught > 5


def test_a_survivor_is_made_a_specimen_by_one_command(course, audited, capsys):
    survivor = audited["centred"].open[0].mutant
    mutant("small", survivor.id, root=course)
    assert survivor.diff in capsys.readouterr().out
    words = {"title_en": "too far", "question_en": "How far?", "root": course}
    with pytest.raises(CourseError, match="needed in en, zh"):
        mutant("small", survivor.id, **words)
    mutant("small", survivor.id, **words, title_zh="太远", question_zh="多远？")
    assignment, _ = find(course, "small")
    (specimen,) = [mistake for mistake in mistakes(assignment) if mistake.path.stem == "too_far"]
    assert not specimen.is_submitted
    assert specimen.mistake.question.zh == "多远？"
    assert form(specimen.cells[-1]) == form(survivor.source)
    # What is a specimen is a mutant no longer.
    assert survivor.id not in {variant.id for variant in mutants.mutants(assignment, "centred")}
    specimen.path.unlink()


def test_a_survivor_that_is_explained_is_no_fault(course, audited):
    assignment, _ = find(course, "small")
    survivor = audited["centred"].open[0].mutant
    mutant("small", survivor.id, because='nobody "asks"', root=course)
    assert mutants.explained(assignment) == {survivor.id: 'nobody "asks"'}


def test_the_audit_lists_what_survives_and_then_fails(course, capsys):
    with pytest.raises(typer.Exit) as ended:
        audit("small", root=course, part=["centred"], mutants=True, most=1, jobs=1)
    assert ended.value.exit_code == 1
    output = capsys.readouterr().out
    assert "(full points by sets 1, 2)\n-    return x - " in output
    assert "autograder mutant small ID" in output


def test_a_mutant_that_there_is_not_is_named(course):
    with pytest.raises(CourseError, match="there is no mutant '00000000' of small; "):
        mutant("small", "00000000", root=course)
