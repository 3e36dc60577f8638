"""The instructor's desk in JupyterLab: nbgrader's formgrader, with our verdicts in it."""

from lab import PATIENCE, Desk
from nbgrader.api import Gradebook
from playwright.sync_api import FrameLocator, Locator, Page, expect


def formgrader(page: Page, desk: Desk) -> FrameLocator:
    page.goto(desk.lab())
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name="Formgrader").click()
    return page.frame_locator("iframe[src*=formgrader]")


def row_of(frame: FrameLocator | Page, name: str) -> Locator:
    return frame.locator("tr").filter(has=frame.get_by_text(name, exact=True))


def acknowledge(frame: FrameLocator | Page, words: str) -> None:
    """Formgrader says in a dialogue that it went well."""
    dialogue = frame.locator(".modal.in")
    expect(dialogue).to_contain_text(words, timeout=PATIENCE)
    dialogue.get_by_role("button", name="OK").click()
    expect(frame.locator(".modal")).to_have_count(0)


def test_a_week_in_formgrader(page, desk, solved, failing, submit, assignment):
    """All with its buttons. Of two students ada is right, and mei made known mistakes."""

    def grades(student: str) -> dict[str, tuple[float, float]]:
        """By grade cell, read by nbgrader's own api."""
        with Gradebook(f"sqlite:///{desk.course / 'gradebook.db'}") as gradebook:
            notebook = gradebook.find_submission_notebook("attention", "attention", student)
            return {grade.name: (grade.auto_score, grade.score) for grade in notebook.grades}

    submit(desk.course, "ada", solved.bytes())
    submit(desk.course, "mei", failing("en"))
    frame = formgrader(page, desk)
    row_of(frame, "attention").locator(".glyphicon-education").click()
    acknowledge(frame, "Successfully created the student version of 'attention'")
    row_of(frame, "attention").locator(".num-submissions a").click()
    for student in ("ada", "mei"):
        row_of(frame, student).locator(".glyphicon-flash").click()
        acknowledge(frame, f"Successfully autograded 'attention' for student '{student}'")
    expect(row_of(frame, "ada")).to_contain_text("100 / 100")
    full = {f"test_{part.id}": (part.points, part.points) for part in assignment.parts}
    assert grades("ada") == full
    before = grades("mei")
    assert before["test_softmax_naive"][0] < full["test_softmax_naive"][0]

    row_of(frame, "mei").locator(".student-name a").click()
    frame.locator("#main-table").get_by_role("link", name="attention", exact=True).click()
    part = frame.locator("div.cell").filter(has=frame.locator("#test_softmax_naive"))
    expect(part).to_contain_text("✗")
    part.scroll_into_view_if_needed()
    part.locator("input.score").fill("3.5")
    part.locator("input.score").press("Tab")
    expect(part.locator(".score-saved.glyphicon-ok")).to_be_visible()
    assert grades("mei") == {**before, "test_softmax_naive": (before["test_softmax_naive"][0], 3.5)}
    assert grades("ada") == full

    frame = formgrader(page, desk)
    row_of(frame, "attention").locator("td.generate-feedback a").click()
    acknowledge(frame, "Successfully generated feedback of 'attention'")
    feedback = desk.course / "feedback/mei/attention/attention.html"
    assert "Your instructor gave 3.5 points here" in feedback.read_text("utf-8")
