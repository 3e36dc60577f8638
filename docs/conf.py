"""The site of the documentation: `make docs`, from the pages as they are, without the network."""

import re
from typing import Any

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

from autograder import __version__

project = html_title = "Autograder"
author = "The maintainers of attention-autograder"
release = version = __version__
extensions = ["myst_parser"]
include_patterns = ["docs/*.md", "*.md"]
exclude_patterns = ["README.md", ".*", "assignments", "autograder", "tests", "docs/site"]
root_doc = "docs/index"
myst_heading_anchors = 3
html_theme = "furo"
html_copy_source = html_show_sphinx = html_show_copyright = False
html_extra_path = ["site"]
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"


class BothLanguages(SearchEnglish):
    """English words, and of a Chinese sentence every two characters: it has no blanks."""

    def split(self, input: str) -> list[str]:
        pairs = [a + b for run in re.findall(r"[\u4e00-\u9fff]+", input) for a, b in zip(run, run[1:])]
        return super().split(input) + pairs


def of_its_language(app: Sphinx, name: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """A Chinese page says that it is one: fonts and screen readers go by that."""
    context["language"] = "zh-Hans" if name.endswith(".zh") else "en"


def joined(app: Sphinx, name: str, source: list[str]) -> None:
    """Lines of Chinese joined: a browser would put a blank where one ends."""
    source[0] = re.sub(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u4e00-\u9fff])", "", source[0])


def setup(app: Sphinx) -> None:
    """What Sphinx calls first."""
    app.add_search_language(BothLanguages)
    app.connect("source-read", joined)
    app.connect("html-page-context", of_its_language)
