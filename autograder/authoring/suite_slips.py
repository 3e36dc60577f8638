"""What an author has slipped in to a hidden suite, found by reading it."""

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.core.assignment.plan import Part
from autograder.core.errors import meant

NO_PART = "assignment.toml does not know"
CHECKS = Path(__file__).parents[1] / "checks"


@dataclass(frozen=True, order=True)
class Slip:
    file: Path
    line: int
    said: str


@dataclass(frozen=True)
class Contract:
    """What a suite may speak of: parts, names that answers define, cases (None: not known)."""

    parts: Mapping[str, Part]
    names: Collection[str]
    cases: Collection[str] | None
    languages: tuple[str, ...]


def judged(tree: ast.Module) -> set[str | None]:
    """The parts of a suite's checks; None is any that no text names."""
    return {_part_of(mark) for _, mark in _checks(tree) if mark}


def suite_slips(path: Path, tree: ast.Module, contract: Contract) -> Iterator[Slip]:
    for node in ast.walk(tree):
        for text in _said_of(node, contract):
            yield Slip(path, node.lineno, text)  # type: ignore[attr-defined]
    last = {check.name: check for check, _ in _checks(tree)}
    for check, mark in _checks(tree):
        if check is not last[check.name]:
            text = f"{check.name} is defined again below, and never run; rename one of them"
            yield Slip(path, check.lineno, text)
        for line, text in _check(check, mark, contract):
            yield Slip(path, line, f"{check.name} {text}")


def _said_of(node: ast.AST, contract: Contract) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and node.module == "autograder.checks":
        for name in {alias.name for alias in node.names} - EXPORTED - {"*"}:
            yield f"autograder.checks has no {name}{meant(name, EXPORTED)}"
    elif isinstance(node, ast.Attribute) and _name(node.value) == "student":
        name, names = node.attr, contract.names
        if name not in STUDENTS and name not in names:
            text = f"student.{name}: no part and no cell of notebook.py defines it"
            yield text + meant(name, names)
        elif name in STUDENTS and name in names:
            yield f"student.{name} is Student's own; write student[{name!r}] for the answer's"
    elif isinstance(node, ast.Call) and _name(node.func) == "require":
        languages = len(contract.languages)
        if len(node.args) + len(node.keywords) <= languages:
            yield f"require needs its message in {languages} languages"


def _check(
    check: ast.FunctionDef, mark: ast.Call | None, contract: Contract
) -> Iterator[tuple[int, str]]:
    line, several = check.lineno, len(contract.languages) > 1
    sentence = (ast.get_docstring(check) or "").strip()
    if not sentence or (several and "\n\n" not in sentence):
        content = "English, a blank line, Chinese" if several else "a sentence for the student"
        yield line, f"needs a docstring: {content}"
    if mark is None:
        yield line, "does not say which part it judges (@part)"
        return
    if (part := _part_of(mark)) is None:
        # Whether it is a part, only a run of the suite can tell.
        return
    if part not in contract.parts:
        yield line, f"judges {part!r}, which {NO_PART}{meant(part, contract.parts)}"
    for word in mark.keywords:
        for text in _marked(part, word.arg or "", _literal(word.value), contract):
            yield word.value.lineno, text


def _marked(part: str, name: str, value: Any, contract: Contract) -> Iterator[str]:
    languages, cases = contract.languages, contract.cases
    if name not in MARKED:
        yield f"has the mark {name!r}, which there is not{meant(name, MARKED)}"
    elif name == "hint" and isinstance(value, dict) and len(languages) > 1:
        for language in set(languages) - value.keys():
            yield f"has a hint without {language!r}"
    elif name == "cases" and isinstance(value, str):
        yield f'has a text for cases; write cases=("{value}",)'
    elif name == "cases" and isinstance(value, list | tuple) and cases is not None:
        for case in {f"{part}/{item}" for item in value} - {*cases}:
            advice = meant(case, cases) or "; `autograder reseed` draws new ones"
            yield f"names the case {case}, which there is not{advice}"


def _checks(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.Call | None]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            marks = (call for call in node.decorator_list if isinstance(call, ast.Call))
            yield node, next((mark for mark in marks if _name(mark.func) == "part"), None)


def _part_of(mark: ast.Call) -> str | None:
    part = _literal(mark.args[0]) if mark.args else None
    return part if isinstance(part, str) else None


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


# Read: to import them would be to import torch.
_EXPORTS, _STUDENT, _ITEMS = (
    [*ast.walk(ast.parse((CHECKS / name).read_bytes()))]
    for name in ("__init__.py", "student.py", "items.py")
)
EXPORTED = {one.name for node in _EXPORTS if isinstance(node, ast.ImportFrom) for one in node.names}
METHODS = [node.name for node in _STUDENT if isinstance(node, ast.FunctionDef)]
STUDENTS = {name for name in METHODS if not name.startswith("_")}
PART = next(node for node in _ITEMS if isinstance(node, ast.FunctionDef) and node.name == "part")
MARKED = {word.arg for word in PART.args.kwonlyargs}
