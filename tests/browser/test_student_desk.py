"""A student's afternoon in JupyterLab.

What runs in a kernel, and what it says in Chinese, `tests/course/test_student_machine.py` has.
"""

import shutil

from lab import LabNotebook
from playwright.sync_api import expect

from autograder.authoring.make import with_stub

PLACE = "6 of 36 values differ"
STUB = "def causal_mask"
CHECK = 'check("causal_mask"'
WRONG = "def causal_mask(num_tokens):\n    return torch.triu(torch.ones(num_tokens, num_tokens))"
RIGHT = WRONG.replace("tokens))", "tokens), diagonal=1)")


def test_an_answer_from_wrong_to_right(page, desk, repository, solved, released):
    """In a notebook that lacks the causal mask alone."""
    (desk.course / "nearly").mkdir()
    shutil.copy(repository / "release/attention/checks.py", desk.course / "nearly")
    data = with_stub(solved, released, "causal_mask").bytes()
    (desk.course / "nearly/attention.ipynb").write_bytes(data)
    page.goto(desk.lab("nearly/attention.ipynb"))
    notebook = LabNotebook(page)
    notebook.idle()
    notebook.run("import checks")
    pictures = page.locator('img[src^="data:image/png"]')
    expect(pictures).to_have_count(4)
    assert pictures.first.evaluate("image => image.naturalWidth") == 1080
    notebook.rewrite(STUB, WRONG)
    notebook.run(STUB)
    wrong = notebook.run(CHECK)
    expect(wrong).to_contain_text(PLACE)
    assert wrong.inner_text().count(PLACE) == 1  # not in the error, too
    expect(wrong.locator("svg text", has_text="≠")).to_have_count(6)
    notebook.rewrite(STUB, RIGHT)
    notebook.run(STUB)
    right = notebook.run(CHECK)
    expect(right).to_contain_text("all visible checks passed")
    expect(right.locator("svg text", has_text="≠")).to_have_count(0)
