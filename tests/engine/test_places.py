"""A reader finds a cell by the number that JupyterLab shows beside it."""

from autograder.notebook.answers import recover
from autograder.notebook.read import read
from autograder.wire.places import in_chinese, numbered, place
from autograder.worker import failure
from tests.cells import notebook


def test_cells_with_code_are_counted_from_one():
    """JupyterLab gives an empty cell no number, and a comment one."""
    cells = [
        ("markdown", "# Title"),
        ("code", "# one"),
        ("code", " \n"),
        ("raw", "x"),
        ("code", "y"),
    ]
    assert [numbered(cells)[place] for place in (1, 4)] == [1, 2]


def test_a_chinese_reader_gets_the_place_in_chinese():
    assert in_chinese(f"NameError: x ({place(12, 3)})") == "NameError: x（单元格 [12] 第 3 行）"


def test_the_text_of_a_syntax_error_names_no_file():
    try:
        compile("x = (", "<cell 4>", "exec")
    except SyntaxError as error:
        said = failure.sentence(error)
    assert said == "SyntaxError: '(' was never closed (cell [4], line 1)"


def test_a_file_of_another_name_is_no_cell():
    try:
        exec(compile("1 / 0", "<cell 4><b>", "exec"), {})
    except ZeroDivisionError as error:
        assert failure.place(error.__traceback__) == ""


RELEASED = read(notebook(("code", "import math")))


def test_code_below_lines_that_are_no_python_keeps_its_line_numbers():
    answer = "def f(x):\n    return x.sise()"
    data = notebook(("code", f"Answer:\n\n{answer}\nand this is why\nit works:\nvalue = 1"))
    lines = recover(read(data), RELEASED, ()).code[-1].source.split("\n")
    assert (lines[2:4], lines[6]) == (answer.split("\n"), "value = 1")
