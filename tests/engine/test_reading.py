"""Submitted notebooks are read as a person would read them."""

import io
import json
import tarfile
import zipfile
from collections.abc import Callable

import pytest

from autograder.authoring.make import NotebookBuilder
from autograder.core.assignment import Assignment, Part
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook import Source, read, recover
from autograder.notebook.answers import Code
from autograder.notebook.released import frame_repairs

PART = Part("p", 4, 1, Text("p", "p"), "softmax_naive", "function", ("x",), ("softmax",))


def notebook(*cells: tuple[str, str], **more: object) -> bytes:
    """A notebook of (kind, source) cells."""
    made = [{"cell_type": kind, "source": source, "metadata": {}} for kind, source in cells]
    return json.dumps({"cells": made, "nbformat": 4} | more).encode()


RELEASED = read(notebook(("code", "def softmax_naive(x):\n    raise NotImplementedError()")))
ANSWER = "def softmax_naive(x):\n    return x"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_are_read(encoding: str) -> None:
    """A notebook in another encoding is read."""
    assert read(notebook(("code", ANSWER)).decode().encode(encoding)).cells[0].source == ANSWER


def zipped(*names: str) -> bytes:
    """A zip archive that holds the answer under each name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), notebook(("code", ANSWER)))
    return packed.getvalue()


def tarred(*names: str) -> bytes:
    """A tar archive that holds the answer under each name."""
    packed, data = io.BytesIO(), notebook(("code", ANSWER))
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


@pytest.mark.parametrize("name", ["./attention.ipynb", "work//attention.ipynb", "../a.ipynb"])
@pytest.mark.parametrize("packed", [zipped, tarred])
def test_an_archive_may_spell_a_path_in_its_own_way(
    packed: Callable[..., bytes], name: str
) -> None:
    """`tar cf work.tar .` puts ./ before every name."""
    assert read(packed(name)).cells[0].source == ANSWER


def test_a_nameless_member_of_an_archive_is_passed_over() -> None:
    """A zip archive may hold a member whose name is empty."""
    assert read(zipped("", "attention.ipynb")).cells[0].source == ANSWER


def test_an_old_format_is_read() -> None:
    """Format 3 keeps its cells in worksheets and their text in `input`."""
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": [ANSWER]}]}], "nbformat": 3}
    submission = read(json.dumps(old).encode())
    assert submission.cells[0].source == ANSWER
    assert submission.repairs


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"PK\x03\x04", b'{"cells": []}'])
def test_what_is_no_notebook_is_named(data: bytes) -> None:
    """A file without a notebook in it is reported with a reason."""
    with pytest.raises(SubmissionUnreadable, match="the "):
        read(data)


@pytest.mark.parametrize("value", ["1" * 5000, "NaN", "-Infinity", "1e999", '"\\ud800"'])
@pytest.mark.parametrize("place", ['"outputs": [%s]', '"metadata": {"nbgrader": {"points": %s}}'])
@pytest.mark.parametrize("end", [None, -2], ids=["whole", "torn"])
def test_a_value_that_python_or_json_refuses_costs_no_answer(
    value: str, place: str, end: int | None
) -> None:
    cell = '{"cell_type": "code", "source": ["def f(x): return x"], %s}' % (place % value)
    assert read(f'{{"cells": [{cell}, {cell}]}}'[:end].encode()).cells[0].source.startswith("def f")


@pytest.mark.parametrize("data", [b"[" * 10**6, b'{"cells": ' * 10**5, b"1" * 5000])
def test_what_breaks_the_reader_is_unreadable(data: bytes) -> None:
    with pytest.raises(SubmissionUnreadable, match="the file"):
        read(data)


def test_a_stub_left_behind_does_not_hide_the_answer() -> None:
    """An untouched stub after the answer is not run."""
    stub = RELEASED.cells[0].source
    code = recover(read(notebook(("code", ANSWER), ("code", stub))), RELEASED, (PART,)).code
    assert [cell.source for cell in code] == [ANSWER]


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_an_answer_in_a_cell_of_another_type_is_found(kind: str) -> None:
    """An answer whose cell lost its type is run, and the repair is said."""
    found = recover(read(notebook((kind, ANSWER))), RELEASED, (PART,))
    assert [cell.source for cell in found.code] == [ANSWER]
    assert found.repairs


@pytest.mark.parametrize(
    "source",
    [
        "def softmax_naive(x):\n    return torch.softmax(x, 0)",
        "def softmax_naive(x):\n    return x.softmax(0)",
        "from torch.nn.functional import softmax as s\ndef softmax_naive(x):\n    return s(x, 0)",
        "def softmax_naive(x):\n    return nn.Softmax(dim=0)(x)",
        "f = torch.softmax\ndef softmax_naive(x):\n    return f(x, 0)",
        "def h(x):\n    return F.softmax(x, 0)\ndef softmax_naive(x):\n    return h(x)",
        'def softmax_naive(x):\n    return getattr(torch, "softmax")(x, 0)',
    ],
)
def test_a_forbidden_call_is_found_however_it_is_spelled(source: str) -> None:
    """Aliases, methods, modules and helpers are seen through."""
    assert Source((Code(3, source, 2),)).forbidden_calls(PART)[0].where.startswith("cell [2], line")


@pytest.mark.parametrize(
    "source",
    [
        "def softmax_naive(x):\n    # torch.softmax is forbidden\n    return x",
        'def softmax_naive(x):\n    """Not F.softmax."""\n    return x',
        "def other(x):\n    return torch.softmax(x, 0)\ndef softmax_naive(x):\n    return x",
        "def softmax_naive(x):\n    softmax = x.exp()\n    return softmax / softmax.sum()",
        "def softmax(x):\n    return x.exp()\ndef softmax_naive(x):\n    return softmax(x)",
    ],
)
def test_a_name_that_is_no_call_is_no_offence(source: str) -> None:
    """Comments, strings, unused helpers and the student's own names are innocent."""
    assert Source((Code(0, source),)).forbidden_calls(PART) == ()


def test_a_file_torn_before_its_first_answer_is_unreadable(solved: NotebookBuilder) -> None:
    with pytest.raises(SubmissionUnreadable):
        read(solved.bytes()[:500])


def test_more_code_than_a_person_writes_is_left_out_and_said() -> None:
    """Cells beyond half a megabyte of code are not run; the ones before it are."""
    long = "x = [1, 2]\n" * 50_000
    found = recover(read(notebook(("code", ANSWER), ("code", long))), RELEASED, (PART,))
    assert [cell.source for cell in found.code] == [ANSWER]
    assert [said.en for said in found.repairs if "too long" in said.en]


EDITS = (
    "", "def softmax_naive(x):\n    return x\n", "raise SystemExit\n", "%%writefile x.py\nx = 1\n",
)  # fmt: skip


def test_what_a_student_edits_in_a_test_cell_changes_nothing(
    solved: NotebookBuilder, plan: Assignment
) -> None:
    """Neither its text nor its kind, marks or place reach the code that is run."""
    root = plan.folder.parents[1]
    released = read((root / "release/attention/attention.ipynb").read_bytes())
    edited = NotebookBuilder.of(solved.bytes())
    for number, cell in enumerate(edited.notebook["cells"]):
        marks = cell["metadata"].get("nbgrader", {})
        if marks.get("grade"):
            cell["source"] = f"import os\nsoftmax_naive = {number}\n" + EDITS[number % len(EDITS)]
            marks["points"], marks["locked"] = 1000, False
    before = recover(read(solved.bytes()), released, plan.parts)
    after = recover(read(edited.bytes()), released, plan.parts)
    assert [cell.source for cell in after.code] == [cell.source for cell in before.code]


def test_points_as_jupyterlab_saves_them_are_no_repair(
    solved: NotebookBuilder, plan: Assignment
) -> None:
    """nbgrader writes 4.0; JupyterLab saves 4, and everybody's page would speak of a repair."""
    root = plan.folder.parents[1]
    released = read((root / "release/attention/attention.ipynb").read_bytes())
    saved = NotebookBuilder.of(solved.bytes())
    for cell in saved.notebook["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        if "points" in marks:
            marks["points"] = int(marks["points"])
    assert frame_repairs(read(saved.bytes()), released, plan.parts) == ()
