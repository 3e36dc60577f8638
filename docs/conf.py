"""The site of the documentation: `make docs`, from the pages as they are, without the network."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

from autograder import __version__

project = html_title = "Autograder"
author = "The maintainers of attention-autograder"
release = version = __version__
extensions = ["myst_parser"]
include_patterns = ["docs/*.md", "*.md", "assignments/*/audit.md"]
exclude_patterns = ["README.md", ".*", "autograder", "tests", "docs/site"]
root_doc = "docs/index"
myst_heading_anchors = 3
html_theme = "furo"
html_copy_source = html_show_sphinx = html_show_copyright = False
html_extra_path = ["site"]
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"

MENDED = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<th class="head"><p></p></th>': "<td></td>",
    "<pre>": '<pre tabindex="0">',
}
"""What axe-core finds in the theme's pages, and what it wants: names, a level, keys that scroll."""


class BothLanguages(SearchEnglish):
    """English words, and of a Chinese sentence every two characters: it has no blanks."""

    def split(self, input: str) -> list[str]:
        pairs = [a + b for run in re.findall(r"[\u4e00-\u9fff]+", input) for a, b in pairwise(run)]
        return super().split(input) + pairs


def of_its_language(
    app: Sphinx, name: str, template: str, context: dict[str, Any], tree: Any
) -> None:
    """A Chinese page says that it is one: fonts and screen readers go by that."""
    context["language"] = "zh-Hans" if name.endswith(".zh") else "en"


def joined(app: Sphinx, name: str, source: list[str]) -> None:
    """Lines of Chinese joined: a browser would put a blank where one ends."""
    source[0] = re.sub(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u4e00-\u9fff])", "", source[0])


def headed(app: Sphinx, name: str, source: list[str]) -> None:
    """A table that `autograder audit` writes, as a page that DESIGN.md links to."""
    if name.endswith("/audit"):
        title = f"What the audit says of {name.split('/')[1]}"
        source[0] = f"---\norphan: true\n---\n\n# {title}\n\n{source[0]}"


def mended(app: Sphinx, exception: Exception | None) -> None:
    """Every page without the theme's faults of accessibility."""
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text("utf-8")
        for fault, right in MENDED.items():
            text = text.replace(fault, right)
        page.write_text(text, "utf-8")


def setup(app: Sphinx) -> None:
    """What Sphinx calls first."""
    app.add_search_language(BothLanguages)
    app.connect("source-read", joined)
    app.connect("source-read", headed)
    app.connect("build-finished", mended)
    app.connect("html-page-context", of_its_language)
