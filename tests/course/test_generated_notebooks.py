"""The generated notebooks are those that notebook.py makes, and give nothing away."""

import json

import pytest
import torch

from autograder import course as rooms
from autograder.checks import references as scripts
from autograder.core.assignment import sets
from autograder.core.assignment.load import find, known
from autograder.nbgrader_adapter.course_settings.settings import generate
from tests.courses import ROOT, contents

ASSIGNMENTS = known(ROOT)
EDITIONS = tuple(f"{name}{language}" for name in ASSIGNMENTS for language in ("", "-zh"))


def test_source_and_release_are_current(course, repository):
    for name in ASSIGNMENTS:
        list(rooms.build(course, name))
    generate(course, EDITIONS)
    for folder in ("source", "release"):
        assert contents(course / folder) == contents(repository / folder)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_contract_is_kept(repository, edition):
    assignment, _ = find(repository, edition)
    notebook = json.loads((repository / f"release/{edition}/{assignment.id}.ipynb").read_bytes())
    marked = [c["metadata"]["nbgrader"] for c in notebook["cells"] if "nbgrader" in c["metadata"]]
    cells = [
        (m["grade_id"], m["solution"], m["grade"], m["locked"], m.get("points"))
        for m in marked
        if m["solution"] or m["grade"]
    ]
    expected = []
    for part in assignment.parts:
        expected.append((part.id, True, False, False, None))
        expected.append((f"test_{part.id}", False, True, True, part.points))
    assert cells == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_release_holds_no_solution(repository, edition):
    release = b"".join(contents(repository / f"release/{edition}").values()).decode("utf-8")
    (path,) = (repository / f"source/{edition}").glob("*.ipynb")
    source = json.loads(path.read_bytes())
    assert "BEGIN SOLUTION" not in release
    assert "autograder" not in release
    for cell in source["cells"]:
        text = "".join(cell["source"])
        if "### BEGIN SOLUTION" in text:
            body = text.split("### BEGIN SOLUTION")[1].split("### END SOLUTION")[0].strip()
            assert body not in release


def alike(one: object, other: object) -> bool:
    """Whether two values are the same, up to rounding: other processors add up in another order."""
    tensors = isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor)
    return torch.allclose(one, other, rtol=1e-5, atol=1e-6) if tensors else one == other


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_references_are_reproducible_and_marked_as_published(repository, name):
    """The wheel carries them, so grading refuses them."""
    assignment, _ = find(repository, name)
    committed = sets.read(assignment.folder / "hidden")
    assert committed.published
    again = scripts.drawn(assignment, committed.salt, len(committed.sets), published=True)
    for new, old in zip(again.sets, committed.sets, strict=True):
        drawn, kept = (scripts.decode(numbers.references) for numbers in (new, old))
        assert drawn.keys() == kept.keys()
        for case, values in drawn.items():
            actual, expected = scripts.contents(values), scripts.contents(kept[case])
            assert actual.keys() == expected.keys()
            assert all(alike(value, expected[key]) for key, value in actual.items()), case
