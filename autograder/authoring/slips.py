"""What an author has slipped in, found by reading the files of an assignment and running none.

All of it at once, with file and line, in about a second: misspelt parts and names, parts without
checks, checks without a sentence, texts without a language, cases that there are not, imports that
there are not. Whether the checks are good is for the audit to find out.
"""

import ast
import importlib.util
import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from autograder.authoring.specimens import files, read
from autograder.authoring.suite_slips import NO_PART, Contract, Slip, SuiteReading, meant
from autograder.core.assignment import Assignment, ManualPart, Part, load, sets
from autograder.core.assignment.given import FOLDER, given_files
from autograder.core.assignment.load import titled
from autograder.core.assignment.safetensors_header import MADE, METADATA, header
from autograder.core.errors import CourseError
from autograder.notebook.build import MANUAL
from autograder.notebook.names import bound

MARK = re.compile(r'^# %% .*\b(part|test|manual)="([^"]*)"')
LANGUAGE = re.compile(r'\blang="(\w+)"')
CELL = re.compile(r"^# %%")
RUN = (
    "hidden/*.py", "checks.py", "checks/*.py", "specimens/variants.py", "given/**/*.py"
)  # fmt: skip
"""Python that is run as it stands; notebook.py and specimens are made of cells."""


def slips(folder: Path) -> tuple[Slip, ...]:
    """Everything that is wrong in an assignment's folder, in order."""
    try:
        assignment = load(folder)
    except CourseError as error:
        plan = _plan(folder / "assignment.toml", str(error))
        return tuple(sorted({*_broken(folder), *_given(folder), *plan}))
    return tuple(sorted({*_broken(folder), *_given(folder), *_Reading(assignment).slips}))


def _plan(file: Path, said: str) -> Iterator[Slip]:
    """What is wrong with assignment.toml: every part by itself, or else what was `said`."""
    said = said.removeprefix(f"{file}: ")
    try:
        text = file.read_text("utf-8")
        plan = titled(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError):
        place = re.search(r"\(at line (\d+)", said)
        yield Slip(file, int(place[1]) if place else 1, said)
        return
    wrong = [
        Slip(file, line, str(error))
        for name, kind in (("part", Part), ("manual", ManualPart))
        for line, part in _tables(name, plan.get(name, []), text)
        for error in _unfit(part, kind)
    ]
    yield from wrong or [Slip(file, 1, said)]


def _tables(name: str, tables: object, text: str) -> Iterator[tuple[int, object]]:
    """Each table of this name, and the line in which it begins."""
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{name}]]"]
    return zip(lines, tables if isinstance(tables, list) else [], strict=False)


def _given(folder: Path) -> Iterator[Slip]:
    """What is wrong with the files that students are given."""
    try:
        given_files(folder)
    except CourseError as error:
        yield Slip(folder / FOLDER, 1, str(error).removeprefix(f"{folder / FOLDER} "))


def _unfit(part: object, kind: type) -> Iterator[msgspec.ValidationError]:
    try:
        msgspec.convert(part, kind)
    except msgspec.ValidationError as error:
        yield error


def _broken(folder: Path) -> Iterator[Slip]:
    """Files that are no Python, and imports of what is not installed."""
    for path in sorted(path for pattern in RUN for path in folder.glob(pattern)):
        try:
            tree = ast.parse(path.read_bytes())
        except SyntaxError as error:
            yield Slip(path, error.lineno or 1, error.msg)
            continue
        yield from _lost_imports(tree, path, folder / FOLDER)


def _lost_imports(tree: ast.AST, path: Path, given: Path, above: int = 0) -> Iterator[Slip]:
    """Imports of what is not installed, in code that begins below so many lines of a file."""
    for node in ast.walk(tree):
        for name in _modules(node):
            if not _installed(name, path, given):
                line = above + node.lineno  # type: ignore[attr-defined]
                yield Slip(path, line, f"there is no module {name!r} to import")


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level and node.module:
        return [node.module]
    return []


def _installed(name: str, path: Path, given: Path) -> bool:
    top = name.partition(".")[0]
    for room in (path.parent, given):
        if (room / f"{top}.py").is_file() or (room / top).is_dir():
            return True
    try:
        # Of a package the outermost alone: to look below it, it would have to be imported.
        return importlib.util.find_spec(top) is not None
    except (ImportError, ValueError):
        return False


class _Reading:
    """The files of an assignment whose plan can be read."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._folder = assignment.folder
        self._parts = {part.id: part for part in assignment.parts}
        self._manual = {part.id: part for part in assignment.manual}

    @property
    def slips(self) -> Iterator[Slip]:
        """All that is wrong with them."""
        yield from self._notebook()
        contract = Contract(self._parts, self._names, self._cases, self._assignment.languages)
        suites = [SuiteReading(path, tree, contract) for path, tree in self._suites]
        for suite in suites:
            yield from suite.slips
        judged = {part for suite in suites for part in suite.judged}
        # A suite that is no Python may judge any part.
        whole = len(suites) == len(list((self._folder / "hidden").glob("test_*.py")))
        for part in self._parts.keys() - judged if whole else ():
            yield Slip(self._folder / "hidden", 1, f"no check judges the part {part!r}")
        yield from self._specimens()

    @cached_property
    def _suites(self) -> list[tuple[Path, ast.Module]]:
        found = []
        for path in sorted((self._folder / "hidden").glob("test_*.py")):
            try:
                found.append((path, ast.parse(path.read_bytes())))
            except SyntaxError:
                # Told already.
                continue
        return found

    @cached_property
    def _cells(self) -> list[tuple[int, str, str, str]]:
        """Line, kind ("part", "test" or nothing), id and source of every cell of notebook.py."""
        try:
            lines = (self._folder / "notebook.py").read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []
        starts = [number for number, line in enumerate(lines) if CELL.match(line)]
        found = []
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            mark = MARK.match(lines[start])
            kind, id_ = mark.groups() if mark else ("", "")
            found.append((start + 1, kind, id_, "\n".join(lines[start + 1 : end])))
        return found

    def _notebook(self) -> Iterator[Slip]:
        file = self._folder / "notebook.py"
        if not self._cells:
            yield Slip(file, 1, "there are no cells: the lesson that notebooks are built from")
            return
        yield from self._imports(file)
        marked = [(kind, id_) for _, kind, id_, _ in self._cells if kind]
        for line, kind, id_, source in self._cells:
            known = self._manual if kind == MANUAL else self._parts
            if kind and id_ not in known:
                yield Slip(file, line, f"a cell of {id_!r}, which {NO_PART}{meant(id_, known)}")
            elif kind == "part":
                yield from self._answer(file, line, self._parts[id_], source)
        yield from self._by_hand(file)
        for part in self._parts:
            for kind in ("part", "test"):
                if (count := marked.count((kind, part))) != 1:
                    yield Slip(file, 1, f'there are {count} cells `# %% {kind}="{part}"`, not one')

    def _imports(self, file: Path) -> Iterator[Slip]:
        for line, _, _, source in self._cells:
            # What is no Python by itself may be text, or magics.
            with suppress(SyntaxError):
                yield from _lost_imports(ast.parse(source), file, self._folder / FOLDER, line)

    def _by_hand(self, file: Path) -> Iterator[Slip]:
        for name in self._manual:
            for language in self._assignment.languages:
                if (count := self._shown(name).count(language)) != 1:
                    said = f'{count} cells `# %% manual="{name}"` in {language!r}, not one'
                    yield Slip(file, 1, f"there are {said}")

    def _shown(self, name: str) -> list[str]:
        """The languages in which the cell of a question shows that a person marks."""
        found: list[str] = []
        for line in (self._folder / "notebook.py").read_text("utf-8").splitlines():
            mark = MARK.match(line)
            if mark and mark.groups() == (MANUAL, name):
                found += LANGUAGE.findall(line) or self._assignment.languages
        return found

    def _answer(self, file: Path, line: int, part: Part, source: str) -> Iterator[Slip]:
        if source.count("### BEGIN SOLUTION") != source.count("### END SOLUTION"):
            yield Slip(file, line, f"{part.id}: BEGIN SOLUTION and END SOLUTION do not match")
        if "### BEGIN SOLUTION" not in source:
            yield Slip(file, line, f"{part.id} has no solution between ### BEGIN and ### END")
        try:
            tree = ast.parse(source)
        except SyntaxError as error:
            yield Slip(file, line + (error.lineno or 1), error.msg)
            return
        if part.name not in _defined(tree):
            yield Slip(file, line, f"the cell of {part.id} defines no {part.name}")
            return
        arguments = _arguments(tree, part)
        if arguments is not None and arguments != list(part.signature):
            yield Slip(
                file, line, f"{part.name} takes {arguments}, in assignment.toml {[*part.signature]}"
            )

    @cached_property
    def _names(self) -> set[str]:
        """What an answer defines: the parts, and everything that the lesson's own cells do."""
        names = {part.name for part in self._parts.values()}
        for _, _, _, source in self._cells:
            try:
                names |= _defined(ast.parse(source))
            except SyntaxError:
                continue
        return names

    @cached_property
    def _cases(self) -> set[str] | None:
        """The names of all hidden cases; None where the numbers cannot be read."""
        try:
            data = sets.read(self._folder / "hidden").example.references
            return set(json.loads(header(data)[0][METADATA][MADE])["settings"])
        except (CourseError, KeyError, ValueError):
            return None

    def _specimens(self) -> Iterator[Slip]:
        if self._cases is None:
            said = "there are no hidden numbers; `autograder reseed` draws them"
            yield Slip(self._folder / "hidden", 1, said)
        for path in (
            *files(self._assignment, "mistakes"),
            *files(self._assignment, "alternatives"),
        ):
            try:
                read(self._assignment, path)
            except CourseError as error:
                yield Slip(path, 1, str(error).removeprefix(f"{path}: "))


def _defined(tree: ast.Module) -> set[str]:
    """The names that a cell binds."""
    return {name for name, _ in bound(tree)}


def _arguments(tree: ast.Module, part: Part) -> list[str] | None:
    """The arguments of a part's answer; None where they cannot be seen."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == part.name:
            inits = [one for one in node.body if isinstance(one, ast.FunctionDef)]
            node = next((one for one in inits if one.name == "__init__"), node)
        elif not (isinstance(node, ast.FunctionDef) and node.name == part.name):
            continue
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
            return names[part.kind == "class" :]
    return None
