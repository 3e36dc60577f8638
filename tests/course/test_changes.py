"""A specimen may say what is other than in the solution, and no more."""

from pathlib import Path

import pytest

from autograder.authoring.specimens import alternatives, mistakes
from autograder.authoring.templates import new_assignment
from autograder.core.assignment import Assignment, load
from autograder.core.errors import CourseError

ROWS = '''"""
name = "by one less"
name_zh = "少除了一"
question = "By what do you divide?"
question_zh = "除以多少？"

[change]
"x.shape[-1]" = "(x.shape[-1] - 1)"
"keepdim=True" = "keepdim=bool(1)"
"""
'''


@pytest.fixture
def small(tmp_path: Path) -> Assignment:
    """The small assignment."""
    (tmp_path / "nbgrader_config.py").touch()
    return new_assignment(tmp_path, "small")


def changed(small: Assignment, text: str) -> Assignment:
    """The assignment with this specimen of the part `centred`."""
    (small.folder / "specimens/mistakes/centred/by_one_less.py").write_text(text, "utf-8")
    return load(small.folder)


def test_the_answer_is_the_solution_with_the_changes(small: Assignment) -> None:
    found = {one.id: one for one in mistakes(changed(small, ROWS))}
    (source,) = found["centred/by_one_less"].cells
    assert "return x - x.sum(dim=-1, keepdim=bool(1)) / (x.shape[-1] - 1)\n" in source
    assert source.startswith("def centred(x: torch.Tensor)")
    assert found["centred/by_one_less"].mistake.name.zh == "少除了一"
    names: dict[str, object] = {}
    exec("import torch\n" + source, names)
    assert callable(names["centred"])


def test_cells_before_it_are_added_as_ever(small: Assignment) -> None:
    found = {one.id: one for one in mistakes(changed(small, ROWS + "\nONE = 1\n"))}
    assert len(found["centred/by_one_less"].cells) == 2
    assert found["centred/by_one_less"].cells[0] == "ONE = 1\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"keepdim=True"', '"keepdims=True"', r"'keepdims=True' stands 0 times in the solution of"),
        ('"keepdim=True"', '"x"', r"'x' stands \d+ times in the solution of centred"),
        ('"keepdim=bool(1)"', "1", "the docstring must give"),
        ("[change]", "[changes]", "the docstring must give"),
    ],
)
def test_a_change_that_cannot_be_made_is_named(
    small: Assignment, old: str, new: str, said: str
) -> None:
    with pytest.raises(CourseError, match=said) as raised:
        mistakes(changed(small, ROWS.replace(old, new)))
    assert "by_one_less.py: " in str(raised.value)


def test_alternatives_may_be_changes_as_well(small: Assignment) -> None:
    text = '"""\nform = "mean"\n\n[change]\n"x * self.gain" = "self.gain * x"\n"""\n'
    (small.folder / "specimens/alternatives/Gain/turned.py").write_text(text, "utf-8")
    found = {one.id: one for one in alternatives(load(small.folder))}
    assert "return self.gain * x\n" in found["Gain/turned"].cells[-1]
