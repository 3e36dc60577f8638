"""A lesson's texts, pair by pair, and what has to be the same in both languages."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

import jupytext

from autograder.core.assignment.given import FILE, visible_checks
from autograder.core.assignment.plan import Assignment
from tests.courses import ROOT

FORMULA = re.compile(r"\$\$.+?\$\$|\$.+?\$", re.DOTALL)
CODE = re.compile(r"`[^`]+`")
DRAWN = re.compile(r"```.*?```", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Text:
    """One markdown cell in both languages; `part` is its number, 0 outside the parts."""

    en: str
    zh: str

    @property
    def part(self) -> int:
        heading = re.search(r"^### Part (\d+):", self.en, re.MULTILINE)
        return int(heading[1]) if heading else 0


def checks_of(name: str) -> ModuleType:
    """The visible checks of an assignment as its students import them."""
    module = sys.modules["checks"] = ModuleType("checks")
    module.__file__ = FILE
    code = compile(visible_checks(ROOT / "assignments" / name), FILE, "exec")
    try:
        exec(code, vars(module))
    finally:
        del sys.modules["checks"]
    return module


def cells_of(assignment: Assignment) -> list:
    return jupytext.reads(
        (assignment.folder / "notebook.py").read_text("utf-8"), fmt="py:percent"
    ).cells


def texts_of(assignment: Assignment) -> list[Text]:
    """The markdown cells, pair by pair."""
    marked = [cell for cell in cells_of(assignment) if cell.cell_type == "markdown"]
    languages = [cell.metadata["lang"] for cell in marked]
    assert languages == ["en", "zh"] * (len(marked) // 2)
    return [Text(a.source, b.source) for a, b in zip(marked[::2], marked[1::2], strict=True)]


def title(text: Text) -> str:
    return text.en.splitlines()[0].strip("# ")


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ ", text, re.MULTILINE)


def formulas(text: str) -> list[str]:
    """As a set in order of the alphabet: a sentence is built in another order in Chinese."""
    return sorted({" ".join(formula.split()) for formula in FORMULA.findall(text)})


def code(text: str) -> list[str]:
    language = {'`checks.speak("zh")`', '`checks.speak("en")`'}
    return sorted(set(CODE.findall(DRAWN.sub("", text))) - language)


def numbers(text: str) -> list[str]:
    """Numbers of the prose; words for small numbers are left to the reader."""
    prose = CODE.sub(" ", FORMULA.sub(" ", text))
    return sorted(n for n in NUMBER.findall(prose) if "." in n or len(n) > 1)


def items(text: str) -> list[str]:
    return re.findall(r"^(?:- |\d\. |\|)", text, re.MULTILINE)


def bold(text: str) -> int:
    return len(re.findall(r"\*\*.+?\*\*", text))


SAME: tuple[Callable[[str], object], ...] = (headings, formulas, code, numbers, items, bold)
"""Headings, formulas, names, numbers, lists, tables and bold words, in the same order."""
