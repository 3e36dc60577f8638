"""Submitted notebooks are read as a person would read them, and what was mended is said."""

import gzip
import json
import re
import sys
from collections.abc import Callable

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.core.assignment.plan import Part
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.answers import recover
from autograder.notebook.calls import Source
from autograder.notebook.damaged import AMID, ONE_SIDE
from autograder.notebook.read import Code, ParsedNotebook, read
from autograder.notebook.repair import ENTITIES, LOOKED
from autograder.notebook.syntax import definition, without_stubs
from autograder.report.phrases import file_problem
from autograder.wire.places import in_chinese, numbered, place
from autograder.worker import failure
from tests import cells
from tests.cells import notebook

PART = Part("p", 4, 1, Text("p", "p"), "softmax_naive", "function", ("x",), ("softmax",))
STUB = "def softmax_naive(x):\n    raise NotImplementedError()"
ANSWER = "def softmax_naive(x):\n    return x"
SETUP, GIVEN = "import math", "helper = 1"


def cell(kind: str, source: object, **marks: object) -> dict[str, object]:
    """A cell with nbgrader's marks."""
    return {"cell_type": kind, "metadata": {"nbgrader": marks} if marks else {}, "source": source}


def written(*cells: object) -> bytes:
    return json.dumps({"cells": cells, "nbformat": 4}).encode()


def zipped(*names: str) -> bytes:
    """A zip archive that holds the answer under each name."""
    return cells.zipped(notebook(("code", ANSWER)), *names)


PLAIN = notebook(("code", f"# 缓存 鏡 填充\n{ANSWER}"))
CONFLICT = b"<<<<<<< a\n%s\n=======\n%s\n>>>>>>> b\n"
CUT = PLAIN[:-5]
READ = {
    "the notebook was taken out of an archive": zipped("a.ipynb"),
    "a byte order mark was skipped": b"\xef\xbb\xbf" + PLAIN,
    "read as utf-16": PLAIN.decode().encode("utf-16"),
    "read as gb18030": json.dumps(json.loads(PLAIN), ensure_ascii=False).encode("gb18030"),
    "read as cp1252": PLAIN.replace(b"# ", b"# caf\xe9 \x80 "),
    "the end of a very large damaged file was left out": PLAIN + b"x" * (9 << 20),
    "text before the notebook was ignored": b"Dear Ada,\n" + PLAIN,
    "text after the notebook's end was ignored": PLAIN + b"\nYours, Bob",
    ONE_SIDE.en: CONFLICT % (PLAIN, b"{"),
    "the file is torn: 1 cells could be read, the last perhaps in part; hand in all of it": CUT,
    "a Markdown file was read as a notebook": f"# Mine\n```python\n{ANSWER}\n```".encode(),
    "a Python script was read as a notebook": f"# %%\n{ANSWER}\n# %% [markdown]\n# x".encode(),
    "a web page was read as a notebook": f"<html><pre><b>{ANSWER}</b></pre>".encode(),
    "null bytes in a cell were left out": notebook(("code", ANSWER + "\x00")),
    "a cell that is far too long was left out": notebook(("code", ANSWER), ("code", "x" * 5**10)),
    "only the first 2000 cells were read": notebook(*[("code", ANSWER)] * 2001),
}
"""By what is said of it: a file that is read."""


@pytest.mark.parametrize("said", READ)
def test_a_damaged_file_is_read_and_the_damage_said(said):
    parsed = read(READ[said])
    assert "return x" in parsed.cells[0].source
    assert parsed.repairs[0].en == said
    assert all(text.zh and text.zh != text.en for text in parsed.repairs)


@pytest.mark.parametrize("mark", ["# In[ ]:", "# In[12]:"])
def test_a_script_has_the_cells_of_the_notebook_that_it_was_exported_from(mark):
    """Prose that nbconvert writes below a cell is none of its code."""
    prose = "# ## Part 2\n# \n# Write it."
    script = f"# # Title\n\n{mark}\n\n\nimport math\n\n\n{prose}\n\n{mark}\n\n\n{ANSWER}\n"
    _, *cells = [(cell.kind, cell.source.strip()) for cell in read(script.encode()).cells]
    markdown = ("markdown", "## Part 2\n\nWrite it.")
    assert cells == [("code", "import math"), markdown, ("code", ANSWER)]


MANY = 70_000_000
TWICE_PACKED = gzip.compress(gzip.compress(PLAIN))
UNREADABLE = {
    "the file is empty": b"\x00 \n",
    f"the file has {MANY} bytes; the limit is 67108864": b"x" * MANY,
    "the file is a RAR archive, not a notebook": b"Rar!",
    "the file is a damaged archive: File is not a zip file": b"PK\x03\x04",
    "the file is a damaged archive: Compressed file ended before the end-of-stream marker was "
    "reached": gzip.compress(PLAIN)[:-9],
    "the file is an archive in an archive in an archive": gzip.compress(TWICE_PACKED),
    "the archive holds more than 67108864 bytes": gzip.compress(bytes(MANY), 1),
    "the archive holds 2001 files, and no one knows which": zipped(*map(str, range(2001))),
    "the archive holds several notebooks: a.ipynb, b.ipynb": zipped("a.ipynb", "b.ipynb"),
    "the file is an archive without a notebook": zipped("a.txt", "__MACOSX/a.ipynb", ".b.ipynb"),
    "the file is JSON, but no notebook": b'{"a": 1}',
    "the notebook has no cells": b'{"cells": []}',
    "the file is damaged or no notebook: no cell and no answer was found in it": PLAIN[:30],
}
"""By what is said of it: a file that is not read."""


def test_a_file_in_the_wrong_place_is_told_in_chinese_too():
    text = file_problem("misplaced: submitted/a.ipynb is not looked at; move it to submitted/a/A/")
    assert text.zh == "放错了位置：没有读取 submitted/a.ipynb；请移到 submitted/a/A/"


@pytest.mark.parametrize("said", UNREADABLE)
def test_a_file_without_a_notebook_in_it_is_refused_with_a_reason(said):
    with pytest.raises(SubmissionUnreadable) as raised:
        read(UNREADABLE[said])
    assert str(raised.value) == said
    # As the page of a class in Chinese has it.
    assert re.search("[一-鿿]", file_problem(said).zh) and "{" not in file_problem(said).zh


def test_whatever_reading_raises_is_said_of_the_file(monkeypatch):
    monkeypatch.setattr(sys.modules["autograder.notebook.read"], "decoded", lambda *_: 1 // 0)
    with pytest.raises(SubmissionUnreadable, match=r"the file cannot be read \(ZeroDivisionError"):
        read(b"x")


@pytest.mark.parametrize("value", ["1" * 5000, "NaN", "-Infinity", "1e999", '"\\ud800"'])
@pytest.mark.parametrize("place", ['"outputs": [%s]', '"metadata": {"nbgrader": {"points": %s}}'])
@pytest.mark.parametrize("end", [None, -2], ids=["whole", "torn"])
def test_a_value_that_python_or_json_refuses_costs_no_answer(value, place, end):
    cell = '{"cell_type": "code", "source": ["def f(x): return x"], %s}' % (place % value)
    assert read(f'{{"cells": [{cell}, {cell}]}}'[:end].encode()).cells[0].source.startswith("def f")


@pytest.mark.parametrize("name", ["./attention.ipynb", "work//attention.ipynb", "../a.ipynb"])
def test_an_archive_may_spell_a_path_in_its_own_way(name):
    """And a member may have no name."""
    for names in ([name], ["", name]):
        assert read(zipped(*names)).cells[0].source == ANSWER


def frame(answer: str) -> list[dict]:
    """The cells of the released notebook, with something in the place of an answer."""
    return [
        cell("code", SETUP),
        cell("code", GIVEN, grade_id="given", locked=True),
        cell("code", answer, grade_id="p", solution=True),
        cell("code", "checks.p()", grade_id="test_p", grade=True),
        cell("code", "# two", grade_id="two", solution=True),
    ]


RELEASED = read(written(*frame(STUB)))
HEAD = [("code", SETUP), ("code", GIVEN)]
MENDED = {
    "cell [3]: the indentation was evened out": f"    {ANSWER}".replace("\n", "\n    "),
    "cell [3]: the prompts of a console were left out": f">>> {ANSWER}".replace("\n", "\n... "),
    "cell [3]: the marks of a code block were left out": f"```python\n{ANSWER}\n```",
    f"cell [3]: {ONE_SIDE.en}": CONFLICT.decode() % (ANSWER, STUB),
    f"cell [3]: {LOOKED.en}": "\u200e" + ANSWER.replace(":", "：\ufe0f"),
    f"cell [3]: {ENTITIES.en}": ANSWER.replace("(x)", "&lpar;x&rpar;"),
    "cell [3]: lines that are no Python were left out": f"@torch.no_grad()\n{ANSWER}\nprint(",
}
"""By what is said of it: an answer that is nearly Python."""


@pytest.mark.parametrize("said", MENDED)
def test_an_answer_that_is_nearly_python_is_mended(said):
    recovered = recover(read(notebook(*HEAD, ("code", MENDED[said]))), RELEASED, (PART,))
    assert [code.source.strip() for code in recovered.code if ANSWER in code.source]
    assert [text.en for text in recovered.repairs[1:]] == [said]
    assert recovered.repairs[1].zh.startswith("单元格 [3]")


WITH, WITHOUT = (json.dumps(cell("code", source)).encode() for source in (ANSWER, STUB))


@pytest.mark.parametrize("sides", [(WITH, WITHOUT), (WITHOUT, WITH), (b"", WITH), (WITH, b"")])
def test_of_each_merge_conflict_the_side_with_an_answer_is_read(sides):
    assert ANSWER in read(b'{"cells": [\n%s]}' % (CONFLICT % sides)).cells[0].source
    assert ANSWER in read(CONFLICT % (b"{", PLAIN)).cells[0].source


def test_pictures_in_prose_and_lines_without_their_ends_cost_no_answer():
    picture = "![a](data:image/png;base64," + "iVBORw0K" * 70_000 + ")"
    parsed = read(notebook(*[("markdown", picture)] * 9, ("code", ANSWER)))
    assert parsed.cells[-1].source == ANSWER
    assert read(written(cell("code", ANSWER.split("\n")))).cells[0].source == ANSWER


def edited(change: Callable[[list[dict]], object]) -> ParsedNotebook:
    """The released notebook, answered and then changed."""
    cells = frame(ANSWER)
    change(cells)
    return read(written(*cells))


PROSE = f"Mine:\n```python\n{ANSWER}\n```"
FRAME: dict[str, Callable[[list[dict]], object]] = {
    "no cell had nbgrader metadata: restored in all cells":
        lambda cells: [cell.update(metadata={}) for cell in cells],
    "missing graded cells were added as released: two": lambda cells: cells.pop(4),
    "duplicated cells (the last definition counts): p": lambda cells: cells.append(cells[2]),
    "restored edited test cells: test_p": lambda cells: cells[3].update(source="checks.p(1)"),
    "the answer to p was found in the cell of two":
        lambda cells: (cells[2].update(source="# one"), cells[4].update(source=ANSWER)),
    "the answer to p was found in a raw cell": lambda cells: cells[2].update(cell_type="raw"),
    "the answer to p was found in a markdown cell":
        lambda cells: cells[2].update(cell_type="markdown", source=PROSE.partition("\n")[2]),
    f"the answer to p was found {AMID}: see whether it is meant as one":
        lambda cells: cells[2].update(cell_type="markdown", source=PROSE),
    "restored given cells: given": lambda cells: cells[1].update(source="helper = 2"),
    "restored the released set-up cell": lambda cells: cells.pop(0),
    "ran the released imports first": lambda cells: cells.insert(0, cells.pop(2)),
    "only the first 3 code cells were run: the rest is too long":
        lambda cells: cells[4].update(source="x = [1, 2]\n" * 50_000),
}  # fmt: skip
"""By what is said of it: what became of a cell."""


@pytest.mark.parametrize("said", FRAME)
def test_what_became_of_the_cells_is_said_and_costs_no_answer(said):
    two = Part("two", 4, 1, Text("p", "p"), "two", "function", ("x",))
    recovered = recover(edited(FRAME[said]), RELEASED, (PART, two))
    assert ANSWER in [code.source for code in recovered.code]
    assert said in [text.en for text in recovered.repairs]
    assert GIVEN in [code.source for code in recovered.code]
    assert all(text.zh and text.zh != text.en for text in recovered.repairs)


@pytest.mark.parametrize("source", ["def other(): ...", ANSWER], ids=["another's", "ours"])
def test_the_notebook_of_another_assignment_is_told_unless_it_answers_a_part(source):
    """Ids alone do not tell: a tool may have given new ones to a notebook of this assignment."""
    handed_in = read(written(cell("code", source, grade_id="other", solution=True)))
    (repair, *_) = recover(handed_in, RELEASED, (PART,)).repairs
    assert repair.en.startswith("this looks like the notebook of another") == (source != ANSWER)
    assert repair.en.endswith("graded cells are: other") == (source != ANSWER)


@pytest.mark.parametrize(
    "by", [list, lambda lines: [lines], lambda lines: [[line] for line in lines]]
)
def test_lines_in_lists_within_a_list_are_lines(by):
    lines = ANSWER.splitlines(keepends=True)
    assert read(written(cell("code", by(lines)))).cells[0].source == ANSWER


@pytest.mark.parametrize("odd", [None, [None, "x = 1\n"]])
def test_a_source_that_is_nothing_loses_no_answer_behind_large_outputs(odd):
    """As a damaged file, only its first megabytes would be searched."""
    large = cell("code", "") | {"outputs": ["x" * (6 << 20)]}
    parsed = read(written(cell("code", odd), large, cell("code", ANSWER)))
    assert parsed.cells[-1].source == ANSWER
    assert parsed.repairs == ()


def test_a_stub_below_an_answer_in_one_cell_is_left_out_line_by_line():
    """Whatever ends its lines: the others keep their numbers."""
    stub = "def f(x):\n    raise NotImplementedError()"
    kept = without_stubs(f"a = 1\r\ndef f(x):\r    return x\n@d\n{stub}\nb = 2")
    assert kept == "a = 1\ndef f(x):\n    return x\n\n\n\nb = 2"
    assert without_stubs(f"b = '\r'\n{stub}") == f"b = '\r'\n{stub}"


CALLED = (
    ("", "return torch.softmax(x, 0)"), ("", 'return getattr(torch, "softmax")(x, 0)'),
    ("from torch.nn.functional import softmax as s", "return s(x, 0)"),
    ("f = torch.softmax", "return f(x, 0)"), ("%%time", "return x.softmax(0)"),
    ("!ls\n%time %timeit -n 10 f = torch.softmax\nf?", "return f(x, 0)"),
    ("def h(x):\n    return F.softmax(x, 0)", "return h(x)"),
    ("from torch import softmax\ndef g(x, softmax):\n    return softmax(x, 0)",
     "return g(x, softmax=softmax)"),
    ("import torch\nclass A:\n    def softmax(self): ...",
     "A()\n    return torch.softmax(x, 0)"),
)  # fmt: skip
NOT_CALLED = (
    ("", '"""Not F.softmax."""\n    return x'),
    ("", "softmax = x.exp()\n    return softmax / softmax.sum()"),
    ("def other(x):\n    return torch.softmax(x, 0)", "return x"),
    ("def softmax(x):\n    return x.exp()", "return softmax(x)"),
    ("class A:\n    def softmax(self, x):\n        return x.exp()", "return A().softmax(x)"),
)
"""What stands above the answer, and what in it."""


@pytest.mark.parametrize(("above", "body"), CALLED + NOT_CALLED)
def test_a_forbidden_call_is_found_however_it_is_spelled_and_no_other_use_of_its_name(above, body):
    code = Code(3, f"{above}\ndef softmax_naive(x):\n    {body}".lstrip(), 2)
    calls = Source((code,)).forbidden_calls(PART)
    assert bool(calls) == ((above, body) in CALLED)
    assert all(call.where.startswith("cell [2], line") for call in calls)


EDITS = ("", ANSWER, "raise SystemExit\n", "%%writefile x.py\nx = 1\n")


def test_what_a_student_edits_in_a_test_cell_changes_nothing(solved, released, assignment):
    edited = NotebookBuilder.of(solved.bytes())
    for number, cell in enumerate(edited.notebook["cells"]):
        marks = cell["metadata"].get("nbgrader", {})
        if marks.get("grade"):
            cell["source"] = f"import os\nsoftmax_naive = {number}\n" + EDITS[number % len(EDITS)]
            marks["points"], marks["locked"] = 1000, False
    frame, parts = read(released.bytes()), assignment.parts
    before, after = (recover(read(builder.bytes()), frame, parts) for builder in (solved, edited))
    assert [code.source for code in after.code] == [code.source for code in before.code]


def test_the_lines_of_a_definition_begin_with_its_decorators():
    source = "x = 1\n\n@twice\ndef f():\n    return x\n\nf = f\n"
    assert definition(source, "f") == ("@twice\ndef f():\n    return x", 3)
    assert definition(source, "x") is None


def test_cells_with_code_are_counted_from_one():
    """JupyterLab gives an empty cell no number, and a comment one."""
    cells = [("markdown", "# A"), ("code", "# one"), ("code", " \n"), ("raw", "x"), ("code", "y")]
    assert [numbered(cells)[index] for index in (1, 4)] == [1, 2]


def test_a_chinese_reader_gets_the_place_in_chinese():
    assert in_chinese(f"NameError: x ({place(12, 3)})") == "NameError: x（单元格 [12] 第 3 行）"


@pytest.mark.parametrize(
    ("file", "code", "said"),
    [("<cell 4>", "x = (", "SyntaxError: '(' was never closed (cell [4], line 1)"),
     ("<cell 4><b>", "1 / 0", "ZeroDivisionError: division by zero")]
)  # fmt: skip
def test_an_error_is_told_with_its_cell_and_names_no_file(file, code, said):
    with pytest.raises((SyntaxError, ZeroDivisionError)) as raised:
        exec(compile(code, file, "exec"), {})
    assert failure.sentence(raised.value) == said


def test_code_below_lines_that_are_no_python_keeps_its_line_numbers():
    answer = "def f(x):\n    return x.sise()"
    data = notebook(("code", f"Answer:\n\n{answer}\nand this is why\nit works:\nvalue = 1"))
    lines = recover(read(data), read(PLAIN), ()).code[-1].source.split("\n")
    assert (lines[2:4], lines[6]) == (answer.split("\n"), "value = 1")
