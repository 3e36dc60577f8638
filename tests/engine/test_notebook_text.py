"""The autograded notebook's text is nbformat's, byte for byte."""

import copy

import nbformat.v4
import pytest
from nbformat.notebooknode import NotebookNode

from autograder.nbgrader_adapter.autograded.notebook import written

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
def test_the_text_is_that_of_nbformat(metadata: object) -> None:
    made = notebook(metadata)
    assert written(copy.deepcopy(made)) == nbformat.v4.writes(made)
