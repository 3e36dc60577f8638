"""The autograded notebook's text is nbformat's, byte for byte."""

import copy

import nbformat.v4
import pytest
from nbformat.notebooknode import NotebookNode

from autograder.nbgrader_adapter.autograded.notebook import written
from autograder.nbgrader_adapter.autograded.outputs import clean_markdown
from autograder.notebook.read import read

ODD = [
    {"numbers": [1e-7, 1e22, 1.0, -0.0, 0.1, 12345678901234567890, -5, True, None]},
    {"empty": {}, "none": [], "nested": [[], {}, [[1]]], "z": 1, "a": 2},
    {"text": 'é 词 \u2028 \x00 \x1f \x7f " \\ / \ud7ff </script>'},
    {"not a number": float("nan")},
    {"infinite": [float("inf"), -float("inf")]},
]


def notebook(metadata: object) -> NotebookNode:
    """A notebook with every kind of cell and output."""
    code = nbformat.v4.new_code_cell("x = 1\n\ny = '词'\r\nz\x0b")
    code.outputs = [
        nbformat.v4.new_output("stream", name="stdout", text="a\nb\n"),
        nbformat.v4.new_output(
            "execute_result", data={"text/html": "<p>\n</p>", "text/plain": "3"}, metadata={}
        ),
    ]
    words = nbformat.v4.new_markdown_cell("", attachments={"a.png": {"image/png": "AA=="}})
    made = nbformat.v4.new_notebook(cells=[code, words, nbformat.v4.new_raw_cell("\n\n")])
    made.metadata = nbformat.from_dict({"odd": metadata, "signature": "x", "orig_nbformat": 4})
    code.metadata["trusted"] = True
    return made


@pytest.mark.parametrize("metadata", ODD, ids=["numbers", "order", "letters", "nan", "infinite"])
def test_the_text_is_that_of_nbformat(metadata):
    made = notebook(metadata)
    assert written(copy.deepcopy(made)) == nbformat.v4.writes(made)


@pytest.mark.parametrize(
    "source", ["![a mask](attachment:mask.png)", "![a mask][m]\n\n[m]: attachment:mask.png"]
)
def test_a_picture_that_is_not_kept_shows_as_its_text(source):
    """Whether the lesson or a student put it there; the page is shown all the same."""
    assert clean_markdown(source).strip() == "<p><em>a mask</em></p>"


def test_the_text_of_such_a_picture_cannot_act():
    """Scripts and handlers in it are dropped, as everywhere in a cell."""
    shown = clean_markdown("![<script>x()</script><b onclick=x()>y</b>](attachment:a.png)")
    assert "<script" not in shown
    assert "<b onclick" not in shown


@pytest.mark.parametrize("edition", ["attention", "attention-zh"])
def test_every_text_of_the_lesson_can_be_shown(edition, repository):
    """Of the cells of a graded notebook the words alone are left."""
    notebook = read((repository / f"source/{edition}/attention.ipynb").read_bytes())
    texts = [cell.source for cell in notebook.cells if cell.kind == "markdown"]
    assert any("attachment:" in text for text in texts)
    assert all(map(clean_markdown, texts))
