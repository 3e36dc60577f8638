"""`autograder feedback`, on a class graded once for all tests here."""

import json
import os
import re
import subprocess
from shutil import copytree

import pytest
from commands import Commands
from gradebooks import override

ANSWERS = {
    "ada": "return torch.ones(num_tokens, num_tokens).tril(-1).bool()",
    "cem": "return torch.ones(num_tokens) +", "dan": "raise ValueError('<script>')",
}  # fmt: skip
COMMENT = "See $x^2$ and **this** <script>alert(2)</script> ![a sketch](attachment:sketch.png)"


@pytest.fixture(scope="module")
def classroom(class_of, solved, released) -> Commands:
    """Seven students, graded, with pages; ada was given points and a comment by a person."""
    # The answer to fay's first part is found by what it defines, and gets a cell at the end.
    right = solved.bytes()
    pasted = json.loads(right.replace(b'"def softmax_naive', b'"In [3]: def softmax_naive'))
    for cell in pasted["cells"]:
        cell["metadata"] = {}
    data = {"bob": released.bytes(), "eve": right, "fay": json.dumps(pasted).encode()}
    for student, body in ANSWERS.items():
        answer = f"def causal_mask(num_tokens):\n    {body}\n"
        data[student] = solved.answered({"causal_mask": answer}).bytes()
    wrong = solved.answered({"causal_mask": "def causal_mask(num_tokens):\n    return num_tokens"})
    cells = [cell for cell in wrong.notebook["cells"] if cell["cell_type"] == "code"]
    script = "\n\n".join("".join(cell["source"]) for cell in cells)
    room: Commands = class_of(data | {"gil": script.encode()})
    handed_in = room.course / "submitted/gil/attention/attention.ipynb"
    handed_in.rename(handed_in.with_suffix(".py"))
    room.done("grade attention")
    override(room.course, "ada", 3, comment=COMMENT)
    room.done("feedback attention")
    return room


@pytest.fixture
def pages(classroom) -> dict[str, str]:
    folders = (classroom.course / "feedback").iterdir()
    return {path.name: classroom.page(path.name).read_text("utf-8") for path in folders}


def test_a_mistake_is_told_once_with_an_explanation_to_unfold(pages):
    page = pages["ada"]
    assert page.count("This looks like:") == 1
    assert page[page.index('class="part"') :].count("Think about:") == 1
    assert page.index("Think about:") < page.index('<details class="help"><summary>Explanation')


def test_parts_have_the_numbers_of_the_assignment_wherever_their_cells_stood(pages):
    page = pages["fay"]
    assert ">1 · A naive softmax<" in page and ">2 · One context vector<" in page


def test_what_a_person_gave_and_wrote_stands_out(pages):
    """A picture that the comment does not have is shown as its text, as is markup in an error."""
    page = pages["ada"]
    assert "<strong>99</strong>" in page
    assert "Your instructor gave 3 points here" in page
    assert "<math" in page and "<strong>this</strong>" in page
    assert "<script" not in page + pages["dan"] and "<em>a sketch</em>" in page


def test_a_blank_notebook_is_said_to_be_blank_once_a_part(pages):
    page = pages["bob"]
    assert "NotImplementedError" not in page
    assert page.count("<td>Not written yet</td>") == 15
    assert "✗" not in page


def test_a_syntax_error_of_the_answers_cell_is_the_cause(pages):
    page = pages["cem"]
    assert page[page.index('class="part"') :].count("SyntaxError") == 1
    assert "SyntaxError" in page[: page.index("All parts")]
    assert "Not true yet" not in page


def test_a_page_is_small_and_needs_nothing_else(pages):
    for student in ("ada", "bob", "eve"):
        page = pages[student]
        assert len(page.encode()) < 150_000
        assert "http://" not in page.replace("http://www.w3.org/1998/Math/MathML", "")
        assert "https://" not in page and "src=" not in page


def test_a_changed_page_is_written_and_the_same_by_nbgraders_command(classroom, pages, succeeds):
    before = classroom.page("ada").stat().st_mtime_ns
    classroom.page("eve").write_text("changed", "utf-8")
    assert classroom.done("feedback attention") == "pages written: 1, as before: 6\n"
    assert classroom.page("ada").stat().st_mtime_ns == before
    succeeds(classroom.course, "nbgrader", "generate_feedback", "attention", "--force")
    for student, page in pages.items():
        assert classroom.page(student).read_text("utf-8") == page


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts")
def test_a_disk_that_cannot_be_written_to_ends_it_with_one_sentence(classroom, called):
    """It is nobody's notebook: there is no line for each student."""
    room = classroom.course / "feedback"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", room], check=False)
    if done.returncode:
        pytest.skip("this machine mounts nothing")
    try:
        code, _, errors = called(classroom.course, "feedback attention")
    finally:
        subprocess.run(["umount", room], check=True)
    lines = [line for line in errors.splitlines() if "Writing feedback" not in line]
    assert (code, len(lines)) == (1, 1), errors
    assert "Read-only file system" in errors


@pytest.mark.parametrize("text", ["{", '{"cells": null}'])
def test_a_damaged_autograded_notebook_costs_nobody_else_a_page(classroom, called, text):
    file = classroom.course / "autograded/dan/attention/attention.ipynb"
    before = file.read_bytes()
    file.chmod(0o644)
    file.write_text(text, "utf-8")
    classroom.page("eve").unlink()
    code, _, errors = called(classroom.course, "feedback attention")
    file.write_bytes(before)
    assert code == 1 and classroom.page("eve").is_file()
    assert "dan: no page written" in errors and "grade it again" in errors


def test_an_answer_in_a_script_is_shown_by_its_own_lines(pages):
    """A script without marks of cells is one cell, and that answers every part."""
    (code,) = re.findall(r'<div class="yours">.*?</pre>', pages["gil"], re.DOTALL)
    assert "num_tokens" in code and "YOUR CODE" not in code and "counter-reset" in code


def test_the_next_steps_see_a_score_that_a_person_gave_after_the_pages(classroom, tmp_path):
    room = Commands(copytree(classroom.course, tmp_path / "course"))
    for command in ("grade", "feedback", "report"):
        room.done(f"{command} attention")
    assert "Totals have changed" not in room.done("")
    override(room.course, "bob", 1)
    output = room.done("")
    assert "Totals have changed since the class page." in output
    assert "autograder feedback attention" in output and "autograder report attention" in output
