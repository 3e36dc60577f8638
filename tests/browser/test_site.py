"""The site that `make docs` builds, and the lesson's drawings as Chromium draws them."""

import os
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lab import hard_to_use
from playwright.sync_api import expect

from tests.courses import ROOT
from tests.tiers import only

DOCS = ROOT / "docs"
LINKED = {"a": "href", "img": "src", "script": "src", "iframe": "src", "source": "srcset",
          "link": "href"}  # fmt: skip
PAGES = [f"docs/{path.stem}" for path in sorted(DOCS.glob("*.md"))]
PAGES += [path.stem for path in sorted(ROOT.glob("*.md")) if path.stem != "README"]
PAGES += ["assignments/attention/audit"]


class Links(HTMLParser):
    """What a page points at, what of it is loaded with the page, and the names in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.linked: set[str] = set()
        self.loaded: set[str] = set()
        self.names: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.names.add(attributes.get("id") or "")
        if target := attributes.get(LINKED.get(tag, "")):
            self.linked.add(target)
            if tag != "a":
                self.loaded.add(target)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site without the gallery's whole pages; a warning of Sphinx is an error."""
    root = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs", ".", root]
    subprocess.run(command, cwd=ROOT, check=True)
    shutil.copytree(DOCS / "pictures", root / "docs/pictures")
    return root


def dead(site: Path, beside: str = "docs/gallery/") -> set[tuple[str, str]]:
    """Pages with what they link to and is not there; left out is what is made beside the site."""
    pages = {page: Links(page) for page in site.rglob("*.html") if beside not in str(page)}
    missing = set()
    for page, links in pages.items():
        for link in links.linked:
            parts = urlsplit(link)
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if parts.scheme or (beside and f"/{beside}" in str(target)):
                continue
            name = unquote(parts.fragment)
            if not target.exists() or (
                name and target in pages and name not in pages[target].names
            ):
                missing.add((page.name, link))
    return missing


def test_no_link_is_dead(site):
    assert dead(site) == set()


@pytest.mark.slow
def test_no_link_to_or_in_the_gallery_is_dead(site, tmp_path):
    """The class pages lead to the students', and docs/gallery.md to those that it names."""
    for name in ("assignments", "source", "scripts", "nbgrader_config.py"):
        (tmp_path / name).symlink_to(ROOT / name)
    whole = tmp_path / "site"
    shutil.copytree(site, whole)
    gallery = [tmp_path / "scripts/gallery", whole / "docs/gallery"]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    subprocess.run(gallery, cwd=tmp_path, env=env, check=True, capture_output=True)
    assert dead(whole, beside="") == set()


def test_nothing_is_loaded_from_elsewhere(site):
    pages = {page.name: Links(page).loaded for page in site.rglob("*.html")}
    styles = [path.read_text("utf-8") for path in site.rglob("*.css")]
    away = {(name, at) for name, links in pages.items() for at in links if urlsplit(at).netloc}
    assert away == set()
    assert not any("url(http" in style or "url(//" in style for style in styles)


@pytest.mark.parametrize(
    ("word", "found"), [("lateness", "For instructors"), ("隔离", "管理员指南")]
)
def test_search_finds_words_of_both_languages(page, site, word, found):
    page.goto(f"{(site / 'search.html').as_uri()}?q={word}")
    expect(page.locator("#search-results li", has_text=found).first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", only(["docs/index", "docs/gallery.zh"], PAGES))
def test_a_page_breaks_no_rule_of_accessibility(page, site, name, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto((site / f"{name}.html").as_uri())
    assert hard_to_use(page) == []


BOXES = """svg => [...svg.querySelectorAll('text')].map(text => {
    const box = text.getBBox()
    return [text.textContent, box.x, box.y, box.x + box.width, box.y + box.height]
})"""
DRAWINGS = sorted(ROOT.glob("assignments/attention/pictures/*.svg"))
ENGLISH = [path for path in DRAWINGS if path.stem.endswith(".en")]


@pytest.mark.parametrize("drawing", only(ENGLISH, DRAWINGS), ids=lambda path: path.stem)
def test_words_of_a_drawing_stand_apart_and_inside(page, drawing):
    page.set_content(drawing.read_text("utf-8"))
    svg = page.locator("svg")
    width, height = (float(svg.get_attribute(name) or 0) for name in ("width", "height"))
    boxes = svg.evaluate(BOXES)
    for word, left, top, right, bottom in boxes:
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, word
    for (word, *box), (beside, *neighbour) in combinations(boxes, 2):
        across = min(box[2], neighbour[2]) - max(box[0], neighbour[0])
        down = min(box[3], neighbour[3]) - max(box[1], neighbour[1])
        # A line's box is a little taller than its letters.
        assert across <= 0 or down <= 2.0, (word, beside)
