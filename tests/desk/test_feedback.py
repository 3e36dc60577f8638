"""`autograder feedback`, on a class graded once for all tests here."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from gradebooks import opened, override

from autograder.authoring.make import NotebookBuilder

WRONG = (
    "def causal_mask(num_tokens):\n    return torch.ones(num_tokens, num_tokens).tril(-1).bool()\n"
)
BROKEN = "def causal_mask(num_tokens):\n    return torch.ones(num_tokens) +\n"
MARKUP = "def causal_mask(num_tokens):\n    raise ValueError('<script>alert(1)</script>')\n"
LIMIT = 150_000


def answered(solved: NotebookBuilder, source: str) -> bytes:
    return solved.answered({"causal_mask": source}).bytes()


def without_metadata(solved: NotebookBuilder) -> bytes:
    """The answer to the first part is found by what it defines, and gets a cell at the end."""
    found = json.loads(solved.bytes())
    for cell in found["cells"]:
        cell["metadata"] = {}
        source = "".join(cell["source"])
        cell["source"] = f"In [3]: {source}" if "def softmax_naive" in source else source
    return json.dumps(found).encode()


@pytest.fixture(scope="module")
def classroom(tmp_path_factory, generated, solved, released, submit, succeeds) -> Path:
    """Six students, graded; ada was given points and a comment by a person."""
    course = copytree(generated, tmp_path_factory.mktemp("desk") / "course")
    for student, data in {
        "ada": answered(solved, WRONG),
        "bob": released.bytes(),
        "cem": answered(solved, BROKEN),
        "dan": answered(solved, MARKUP),
        "eve": solved.bytes(),
        "fay": without_metadata(solved),
    }.items():
        submit(course, student, data)
    succeeds(course, "autograder", "grade", "attention")
    override(course, "ada", 3)
    with opened(course) as book:
        comment = "Nearly: see $x^2$ and **this** <script>alert(2)</script>"
        comment += " ![a sketch](attachment:sketch.png)"
        one = book.find_comment("causal_mask", "attention", "attention", "ada")
        one.manual_comment = comment
        book.db.commit()
    return course


@pytest.fixture(scope="module")
def pages(classroom, succeeds) -> Callable[[str], str]:
    """Read a student's page after `autograder feedback`."""
    succeeds(classroom, "autograder", "feedback", "attention")
    return lambda student: page_of(classroom, student).read_text("utf-8")


def page_of(course: Path, student: str) -> Path:
    """Where nbgrader, too, looks for a student's feedback."""
    return course / "feedback" / student / "attention" / "attention.html"


def test_a_mistake_is_told_once_with_an_explanation_to_unfold(pages):
    page = pages("ada")
    assert page.count("This looks like:") == 1
    assert page[page.index('class="part"') :].count("Think about:") == 1
    assert page.index("Think about:") < page.index('<details class="help"><summary>Explanation')


def test_parts_have_the_numbers_of_the_assignment_wherever_their_cells_stood(pages):
    page = pages("fay")
    assert ">1 · A naive softmax<" in page and ">2 · One context vector<" in page


def test_what_a_person_gave_and_wrote_stands_out(pages):
    """A picture that the comment does not have is shown as its text."""
    page = pages("ada")
    assert "<strong>99</strong>" in page
    assert "Your instructor gave 3 points here" in page
    assert "<math" in page and "<strong>this</strong>" in page
    assert "<script" not in page and "<em>a sketch</em>" in page


def test_a_blank_notebook_is_said_to_be_blank_once_a_part(pages):
    page = pages("bob")
    assert "NotImplementedError" not in page
    assert page.count("<td>Not written yet.</td>") == 15
    assert "✗" not in page


def test_a_syntax_error_of_the_answers_cell_is_the_cause(pages):
    page = pages("cem")
    assert page[page.index('class="part"') :].count("SyntaxError") == 1
    assert "SyntaxError" in page[: page.index("All parts")]
    assert "Not true yet" not in page


def test_markup_in_an_error_is_text(pages):
    assert "<script" not in pages("dan")


def test_a_page_is_small_and_needs_nothing_else(pages):
    for student in ("ada", "bob", "eve"):
        page = pages(student)
        assert len(page.encode()) < LIMIT
        assert "http://" not in page.replace("http://www.w3.org/1998/Math/MathML", "")
        assert "https://" not in page and "src=" not in page


def test_a_page_whose_content_is_as_before_is_left_alone(classroom, pages, run):
    page_of(classroom, "eve").write_text("changed", "utf-8")
    before = {student: page_of(classroom, student).stat().st_mtime_ns for student in ("ada", "bob")}
    done = run(classroom, "autograder", "feedback", "attention")
    assert done.stdout == "pages written: 1, as before: 5\n"
    assert {student: page_of(classroom, student).stat().st_mtime_ns for student in before} == before


def test_nbgraders_own_command_writes_the_same_pages(classroom, pages, run):
    ours = pages("ada"), pages("bob")
    run(classroom, "nbgrader", "generate_feedback", "attention", "--force")
    assert (pages("ada"), pages("bob")) == ours


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts")
def test_a_disk_that_cannot_be_written_to_ends_it_with_one_sentence(classroom, pages, called):
    """It is nobody's notebook: there is no line for each student."""
    pages("ada")
    room = classroom / "feedback"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", room], check=False)
    if done.returncode:
        pytest.skip("this machine mounts nothing")
    try:
        code, _, said = called(classroom, "feedback attention")
    finally:
        subprocess.run(["umount", room], check=True)
    lines = [line for line in said.splitlines() if "Writing feedback" not in line]
    assert (code, len(lines)) == (1, 1), said
    assert "Read-only file system" in said


DAMAGE = ("{", "[]", '{"cells": [5]}', '{"cells": [{"cell_type": "code"}]}', '{"cells": null}')


@pytest.mark.parametrize("text", DAMAGE)
def test_a_damaged_autograded_notebook_costs_nobody_else_a_page(classroom, pages, called, text):
    pages("ada")
    file = classroom / "autograded/dan/attention/attention.ipynb"
    before = file.read_bytes()
    file.chmod(0o644)
    file.write_text(text, "utf-8")
    page_of(classroom, "eve").unlink()
    code, _, said = called(classroom, "feedback attention")
    file.write_bytes(before)
    assert code == 1
    assert "dan: no page written" in said and "grade it again" in said
    assert page_of(classroom, "eve").is_file()


def test_an_answer_in_a_script_is_shown_by_its_own_lines(ready, solved, called):
    """A script without marks of cells is one cell, and that answers every part."""
    wrong = solved.answered({"causal_mask": "def causal_mask(num_tokens):\n    return num_tokens"})
    cells = [cell for cell in wrong.notebook["cells"] if cell["cell_type"] == "code"]
    place = ready / "submitted/ada/attention/attention.py"
    place.parent.mkdir(parents=True)
    place.write_text("\n\n".join("".join(cell["source"]) for cell in cells), "utf-8")
    called(ready, "grade attention")
    called(ready, "feedback attention")
    page = (ready / "feedback/ada/attention/attention.html").read_text("utf-8")
    (code,) = re.findall(r'<div class="yours">.*?</pre>', page, re.DOTALL)
    assert "num_tokens" in code and "YOUR CODE" not in code and "counter-reset" in code


def test_the_next_steps_see_a_score_that_a_person_gave_after_the_pages(classroom, tmp_path, run):
    course = copytree(classroom, tmp_path / "course")
    for command in ("grade", "feedback", "report"):
        run(course, "autograder", command, "attention")
    assert "Totals have changed" not in run(course, "autograder").stdout
    override(course, "bob", 1)
    said = run(course, "autograder").stdout
    assert "Totals have changed since the class page." in said
    assert "autograder feedback attention" in said and "autograder report attention" in said
