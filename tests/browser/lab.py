"""JupyterLab over a course, and its notebook driven as a student drives it."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

PATIENCE = 60_000
"""Milliseconds; two slow cores may be shared with others."""
PHONE = {"width": 390, "height": 844}


def hard_to_use(page: Page) -> list[str]:
    """What axe-core finds against a page on a phone, all of it open, and if it is too wide."""
    page.set_viewport_size(PHONE)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    faults = Axe().run(page).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]
    return [*(f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in faults), *["wide"] * wide]


@dataclass(frozen=True)
class Desk:
    course: Path
    url: str
    token: str

    def lab(self, path: str = "") -> str:
        """The address of JupyterLab in a workspace of its own, with a file opened."""
        tree = f"/tree/{path}" if path else ""
        room = secrets.token_hex(4)
        return f"{self.url}/lab/workspaces/{room}{tree}?token={self.token}"


@dataclass(frozen=True)
class LabNotebook:
    page: Page

    def idle(self) -> None:
        """Wait until its kernel can be asked."""
        status = self.page.locator(".jp-StatusBar-TextItem", has_text="(ipykernel)")
        expect(status).to_contain_text("| Idle")

    def cell(self, words: str) -> Locator:
        """The code cell whose source has these words."""
        source = self.page.locator(".jp-InputArea-editor", has_text=words)
        return self.page.locator(".jp-CodeCell").filter(has=source).first

    def run(self, words: str) -> Locator:
        """Run the cell that has these words; it, when it has finished."""
        cell = self.cell(words)
        cell.locator(".cm-content").click()
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        self.page.keyboard.press("Control+Enter")
        expect(prompt).not_to_have_text(before)
        expect(prompt).not_to_have_text("[*]:")
        return cell

    def rewrite(self, words: str, source: str) -> None:
        self.cell(words).locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)
