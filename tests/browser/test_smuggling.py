"""Markup that a student hands in is text, or nothing, on every page of formgrader and feedback."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Desk
from nbgrader.api import Gradebook
from playwright.sync_api import Page, expect

from autograder.specimens.make import Frame

MARKUP = (
    "<script>top.smuggled('script')</script>",
    "<img src=x onerror=\"top.smuggled('img')\">",
    "<svg onload=\"top.smuggled('svg')\"></svg>",
    "<svg><animate onbegin=\"top.smuggled('animate')\" attributeName=x dur=1s></svg>",
    "<iframe srcdoc=\"<script>top.smuggled('iframe')</script>\"></iframe>",
    "<details open ontoggle=\"top.smuggled('details')\"><summary>s</summary></details>",
    "<math><mtext><style><img src=x onerror=\"top.smuggled('math')\"></style></mtext></math>",
    "<form action=\"javascript:top.smuggled('form')\"><input type=submit autofocus"
    " onfocus=\"top.smuggled('focus')\"></form>",
    "[link](javascript:top.smuggled('link'))",
    "`code` <a href=\"javascript:top.smuggled('a')\">a</a>",
    '<div id=test_softmax_naive class=score style="position:fixed;inset:0">over all</div>',
)
ALL = "\n\n".join(MARKUP)
NAME = "<img src=x onerror=\"top.smuggled('name')\">"
ID = "m<img src=x onerror=top.smuggled('id')>"
CODE = f"from IPython.display import HTML, display\ndisplay(HTML({ALL!r}))\nprint({ALL!r})\n"
PRINTED = f"{CODE}raise ValueError({ALL!r})"


@pytest.fixture(scope="module")
def smuggled_in(
    desk: Desk, solved: Frame, submit: Callable[..., Path], nbgrader: Callable[..., object]
) -> None:
    """Mallory's notebook, with markup in every place; graded, with feedback."""
    notebook = Frame.of(solved.bytes()).notebook
    for kind in ("markdown", "raw", "code"):
        notebook["cells"].append(cell(kind, ALL if kind != "code" else PRINTED))
    submit(desk.course, "mallory", json.dumps(notebook).encode())
    submit(desk.course, ID, solved.bytes())
    nbgrader("generate_assignment", "attention", "--force")
    nbgrader("autograde", "attention", "--student", "mallory")
    with Gradebook(f"sqlite:///{desk.course / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_student("mallory", first_name=NAME, last_name=NAME)
    nbgrader("generate_feedback", "attention", "--student", "mallory")


def cell(kind: str, source: str) -> dict[str, object]:
    """A cell that claims to hold HTML wherever a cell can claim it."""
    made: dict[str, object] = {"cell_type": kind, "source": source, "id": f"smuggled-{kind}"}
    made["metadata"] = {"raw_mimetype": "text/html", "tags": [ALL]}
    if kind == "code":
        html = {"output_type": "display_data", "data": {"text/html": ALL}, "metadata": {}}
        made |= {"outputs": [html], "execution_count": None}
    return made


@pytest.fixture
def sprung(page: Page) -> list[str]:
    """The markup that ran in the page, by name."""
    names: list[str] = []
    page.expose_function("smuggled", lambda name: names.append(name))
    return names


def settle(page: Page) -> None:
    """Wait until everything that loads or fails to load has done so, and was drawn twice."""
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise(f => requestAnimationFrame(() => requestAnimationFrame(f)))")


def test_the_trap_springs(page: Page, sprung: list[str]) -> None:
    """In a page that cleans nothing, the markup runs."""
    page.set_content(ALL)
    settle(page)
    assert {"script", "img", "svg", "iframe", "details"} <= set(sprung)


def test_a_feedback_page_runs_nothing(
    page: Page, desk: Desk, smuggled_in: None, sprung: list[str], shot: Callable[..., None]
) -> None:
    """Neither cells, sources, outputs nor errors of a student act in the page."""
    page.goto((desk.course / "feedback/mallory/attention/attention.html").as_uri())
    settle(page)
    shot(page, "feedback", whole=True)
    assert sprung == []
    expect(page.locator("a[href^='javascript:'], form, iframe")).to_have_count(0)


def test_formgrader_runs_nothing(
    page: Page, desk: Desk, smuggled_in: None, sprung: list[str], shot: Callable[..., None]
) -> None:
    """Names, ids and cells of students are text in formgrader's tables and its page to grade."""
    pages = ["manage_submissions/attention", "manage_students", "gradebook/attention/attention"]
    for name in pages:
        page.goto(desk.page(f"formgrader/{name}"))
        expect(page.locator("#main-table tr").first).to_be_visible()
        settle(page)
        shot(page, name.replace("/", "-"))
    page.goto(desk.page("formgrader/manage_students/mallory/attention"))
    page.locator("#main-table").get_by_role("link", name="attention", exact=True).click()
    expect(page.locator("#test_softmax_naive")).to_have_count(1)
    settle(page)
    page.locator(".name-hidden.glyphicon").click()
    shot(page, "submission", whole=True)
    assert sprung == []
    expect(page.locator("a[href^='javascript:'], form, iframe")).to_have_count(0)
