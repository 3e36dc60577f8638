"""A student's afternoon in JupyterLab, in both languages."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from lab import LOOKED_AT, Desk, LabNotebook
from playwright.sync_api import Locator, Page, expect

from autograder.authoring.make import NotebookBuilder, solution_index
from autograder.core.assignment import Assignment
from autograder.notebook.build import source_notebook

Shot = Callable[..., None]
EDITIONS = {"en": "attention", "zh": "attention-zh"}
PLACE = {"en": "6 of 36 values differ", "zh": "36 个值中有 6 个不同"}
PASSED = {"en": "all visible checks passed", "zh": "可见检查全部通过"}
STUB = "def causal_mask"
PICTURES = ("summary", "roles", "mask", "heads")
CHECK = 'check("causal_mask"'
WRONG = "def causal_mask(num_tokens):\n    return torch.triu(torch.ones(num_tokens, num_tokens))"
RIGHT = WRONG.replace("tokens))", "tokens), diagonal=1)")

LATER = pytest.mark.slow
"""The quick run has one afternoon in English; `tests/course/test_student_machine.py` has the rest
of the claims without a browser."""


@pytest.fixture
def nearly_done(desk: Desk, repository: Path, plan: Assignment, language: str) -> str:
    """A notebook that lacks the causal mask alone; its path in JupyterLab."""
    release = repository / "release" / EDITIONS[language]
    stub = NotebookBuilder.of((release / "attention.ipynb").read_bytes()).notebook
    solved = NotebookBuilder.of(source_notebook(plan, language))
    place = solution_index(solved.notebook, "causal_mask")
    solved.notebook["cells"][place] = stub["cells"][place]
    folder = desk.course / f"nearly-{language}"
    folder.mkdir()
    shutil.copy(release / "checks.py", folder)
    (folder / "attention.ipynb").write_bytes(solved.bytes())
    return f"{folder.name}/attention.ipynb"


@pytest.fixture
def finished(desk: Desk, repository: Path, plan: Assignment, language: str) -> str:
    """A notebook in which every part is right; its path in JupyterLab."""
    folder = desk.course / f"finished-{language}"
    folder.mkdir()
    shutil.copy(repository / "release" / EDITIONS[language] / "checks.py", folder)
    (folder / "attention.ipynb").write_bytes(source_notebook(plan, language))
    return f"{folder.name}/attention.ipynb"


def opened(page: Page, desk: Desk, path: str, language: str) -> LabNotebook:
    """The notebook in JupyterLab, its first code cell run in the student's language."""
    notebook = LabNotebook.opened(page, desk.lab(path))
    if language == "zh":
        notebook.append("import checks", 'checks.speak("zh")')
    notebook.run("import checks")
    return notebook


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=LATER)])
def test_an_answer_from_wrong_to_right(
    page: Page, desk: Desk, nearly_done: str, shot: Shot, language: str
) -> None:
    notebook = opened(page, desk, nearly_done, language)
    pictures = page.locator('img[src^="data:image/png"]')
    expect(pictures).to_have_count(len(PICTURES))
    assert pictures.first.evaluate("image => image.naturalWidth") == 1080
    notebook.rewrite(STUB, WRONG)
    notebook.run(STUB)
    wrong = notebook.run(CHECK)
    shot(page, f"{language}-4-wrong")
    expect(wrong).to_contain_text(PLACE[language])
    assert wrong.inner_text().count(PLACE[language]) == 1  # not in the error, too
    expect(wrong.locator("svg text", has_text="≠")).to_have_count(6)
    in_every_look(page, wrong, lambda look: shot(page, f"{language}-4-wrong-{look}"))

    notebook.rewrite(STUB, RIGHT)
    notebook.run(STUB)
    right = notebook.run(CHECK)
    shot(page, f"{language}-5-right")
    expect(right).to_contain_text(PASSED[language])
    expect(right.locator("svg text", has_text="≠")).to_have_count(0)


@LATER
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_finished_module_is_trained_and_drawn(
    page: Page, desk: Desk, finished: str, shot: Shot, language: str
) -> None:
    """Pictures are there before anything is run; all runs from the top, the payoff draws four heads
    and the times, and Validate calls it a success."""
    notebook = LabNotebook.opened(page, desk.lab(finished))
    for place, name in enumerate(PICTURES):
        picture = page.locator('img[src^="data:image/png"]').nth(place)
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("image => image.naturalWidth") == 1080
        assert picture.get_attribute("alt")
        shot(page, f"{language}-8-picture-{name}")

    notebook.restart_and_run_all()
    trained = notebook.cell("checks.train(")
    expect(trained.locator(".jp-RenderedHTML svg")).to_have_count(4)
    raced = notebook.cell("checks.race(")
    expect(raced.locator(".jp-RenderedHTML svg")).to_have_count(1)
    for name, cell in (("train", trained), ("race", raced)):
        in_every_look(page, cell, lambda look, name=name: shot(page, f"{language}-9-{name}-{look}"))

    progress = notebook.cell("checks.progress(")
    expect(progress.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]:"))
    progress.scroll_into_view_if_needed()
    shot(page, f"{language}-6-run-all")
    expect(
        page.locator(".jp-Notebook .jp-mod-error, .jp-RenderedText[data-mime-type$=stderr]")
    ).to_have_count(0)

    expect(notebook.validate()).to_contain_text("Success! Your notebook passes all the tests.")
    shot(page, f"{language}-7-valid")


def in_every_look(page: Page, cell: Locator, take: Callable[[str], None]) -> None:
    """Take a picture of a cell in both themes, on a wide and on a narrow page without side bar."""
    if not LOOKED_AT:
        return
    page.get_by_role("tab", name="File Browser").first.click()
    for theme in ("Light", "Dark"):
        in_theme(page, theme)
        for width in (1440, 560):
            page.set_viewport_size({"width": width, "height": 1000})
            cell.scroll_into_view_if_needed()
            take(f"{theme.lower()}-{width}")
        page.set_viewport_size({"width": 1440, "height": 1000})
    page.get_by_role("tab", name="File Browser").first.click()


def in_theme(page: Page, name: str) -> None:
    """Choose a theme in the menu, if it is not the one already."""
    page.get_by_role("menuitem", name="Settings").click()
    page.locator(".lm-Menu-item", has_text="Theme").first.hover()
    page.locator(".lm-Menu-item", has_text=f"JupyterLab {name}").first.click()
    expect(page.locator(f'body[data-jp-theme-name="JupyterLab {name}"]')).to_have_count(1)
