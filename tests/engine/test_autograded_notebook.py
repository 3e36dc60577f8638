"""How markdown is shown in graded notebooks."""

import pytest

from autograder.nbgrader_adapter.autograded.outputs import clean_markdown
from autograder.notebook.read import read


@pytest.mark.parametrize(
    "source", ["![a mask](attachment:mask.png)", "![a mask][m]\n\n[m]: attachment:mask.png"]
)
def test_a_picture_that_is_not_kept_shows_as_its_text(source):
    """Whether the lesson or a student put it there; the page is shown all the same."""
    assert clean_markdown(source).strip() == "<p><em>a mask</em></p>"


def test_the_text_of_such_a_picture_cannot_act():
    shown = clean_markdown("![<script>x()</script><b onclick=x()>y</b>](attachment:a.png)")
    assert "<script" not in shown
    assert "<b onclick" not in shown


@pytest.mark.parametrize("edition", ["attention", "attention-zh"])
def test_every_text_of_the_lesson_can_be_shown(edition, repository):
    notebook = read((repository / f"source/{edition}/attention.ipynb").read_bytes())
    texts = [cell.source for cell in notebook.cells if cell.kind == "markdown"]
    assert any("attachment:" in text for text in texts)
    assert all(map(clean_markdown, texts))
