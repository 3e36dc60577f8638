"""A student's afternoon in JupyterLab.

What it says in Chinese, `tests/course/test_student_machine.py` has without a browser.
"""

import re
import shutil
from pathlib import Path

import pytest
from lab import Desk, LabNotebook
from playwright.sync_api import expect

from autograder.authoring.make import NotebookBuilder, with_stub

PLACE = "6 of 36 values differ"
STUB = "def causal_mask"
PICTURES = ("summary", "roles", "mask", "heads")
CHECK = 'check("causal_mask"'
WRONG = "def causal_mask(num_tokens):\n    return torch.triu(torch.ones(num_tokens, num_tokens))"
RIGHT = WRONG.replace("tokens))", "tokens), diagonal=1)")


def put(desk: Desk, repository: Path, name: str, frame: NotebookBuilder) -> str:
    """A notebook beside its checks; its path in JupyterLab."""
    folder = desk.course / name
    folder.mkdir()
    shutil.copy(repository / "release/attention/checks.py", folder)
    (folder / "attention.ipynb").write_bytes(frame.bytes())
    return f"{name}/attention.ipynb"


def test_an_answer_from_wrong_to_right(page, desk, repository, solved, released):
    """In a notebook that lacks the causal mask alone."""
    path = put(desk, repository, "nearly", with_stub(solved, released, "causal_mask"))
    notebook = LabNotebook.opened(page, desk.lab(path))
    notebook.run("import checks")
    pictures = page.locator('img[src^="data:image/png"]')
    expect(pictures).to_have_count(len(PICTURES))
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


@pytest.mark.slow
def test_the_finished_module_is_trained_and_drawn(page, desk, repository, solved):
    """Pictures are there before anything is run; all runs from the top, the payoff draws four heads
    and the times, and Validate calls it a success."""
    path = put(desk, repository, "finished", solved)
    notebook = LabNotebook.opened(page, desk.lab(path))
    for place in range(len(PICTURES)):
        picture = page.locator('img[src^="data:image/png"]').nth(place)
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.naturalWidth") == 1080
        assert picture.get_attribute("alt")

    notebook.restart_and_run_all()
    trained = notebook.cell("checks.train(")
    expect(trained.locator(".jp-RenderedHTML svg")).to_have_count(4)
    raced = notebook.cell("checks.race(")
    expect(raced.locator(".jp-RenderedHTML svg")).to_have_count(1)
    progress = notebook.cell("checks.progress(")
    expect(progress.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]:"))
    progress.scroll_into_view_if_needed()
    expect(
        page.locator(".jp-Notebook .jp-mod-error, .jp-RenderedText[data-mime-type$=stderr]")
    ).to_have_count(0)
    expect(notebook.validate()).to_contain_text("Success! Your notebook passes all the tests.")


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["long-contexts", "long-contexts-zh"])
def test_the_lesson_about_long_texts_reads_its_sentence(page, desk, repository, edition):
    """Everything is run from the top; formulas are set, and no cell fails."""
    shutil.copytree(repository / "source" / edition, desk.course / "long" / edition)
    address = desk.lab(f"long/{edition}/long-contexts.ipynb")
    notebook = LabNotebook.opened(page, address)
    notebook.restart_and_run_all()
    expect(notebook.cell("checks.recall(")).to_contain_text(
        "what was read ten thousand words ago is not forgotten."
    )
    expect(notebook.cell("checks.progress(").locator(".jp-InputPrompt")).to_have_text(
        re.compile(r"\[\d+\]:")
    )
    expect(page.locator(".jp-Notebook .jp-mod-error")).to_have_count(0)
