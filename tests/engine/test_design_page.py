"""DESIGN.md and CONTRIBUTING.md name files of the engine as they are today."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINE, PAGE = ROOT / "autograder", (ROOT / "DESIGN.md").read_text("utf-8")


def test_every_file_of_the_pipeline_and_every_place_where_something_is_changed_exists():
    """CONTRIBUTING and SECURITY name files of the engine from the top of the repository."""
    files = re.findall(
        r"\b[a-z_]+(?:/[a-z_]+)*\.py\b", PAGE.split("## Pipeline")[1].split("## Packages")[0]
    )
    pages = [(ROOT / name).read_text("utf-8") for name in ("CONTRIBUTING.md", "SECURITY.md")]
    places = [name for page in pages for name in re.findall(r"`autograder/([\w/.]+)`", page)]
    for named in (files, places):
        assert len({*named}) > 15
        assert [name for name in named if not (ENGINE / name).exists()] == []


def test_every_module_of_the_page_exists():
    packages = "|".join(path.name for path in ENGINE.iterdir() if path.is_dir())
    named = re.findall(rf"`((?:{packages})[./](?!py\b)\w+(?:[./](?!py\b)[a-z_]+)*)", PAGE)
    assert len(named) > 50
    assert [name for name in named if not _is_there(ENGINE, re.split("[./]", name))] == []


def _is_there(folder: Path, steps: list[str]) -> bool:
    """Whether folders and a module have these names; what follows a module is a name in it."""
    if not steps or not folder.is_dir():
        return True
    found = [*folder.glob(steps[0]), *folder.glob(f"{steps[0]}.*")]
    return bool(found) and _is_there(found[0], steps[1:])


def test_a_word_of_the_glossary_is_explained_once():
    glossary = PAGE.split("## Glossary")[1].split("\n## ")[0]
    words = re.findall(r"^\| ([a-z][^|]*?) \|", glossary, re.MULTILINE)[1:]
    single = [word for entry in words for word in entry.split(", ")]
    assert len(single) > 20
    assert sorted(single) == sorted(set(single))
