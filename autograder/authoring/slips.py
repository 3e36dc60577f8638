"""What an author has slipped in, found by reading the files of an assignment and running none.

All of it at once, with file and line, in about a second. Whether the checks are good is for the
audit to find out.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from autograder.authoring.specimens import files, mistakes, read
from autograder.authoring.suite_slips import NO_PART, Contract, Slip, judged, suite_slips
from autograder.core.assignment import sets
from autograder.core.assignment.given import FOLDER, below, given_files, lesson
from autograder.core.assignment.load import load
from autograder.core.assignment.plan import COSTS, FAMILIES, Assignment, Part, spelled
from autograder.core.errors import CourseError, meant
from autograder.core.marks import CHANGES, Costs, changes_by_rule
from autograder.notebook.build import MANUAL
from autograder.notebook.syntax import bound, fresh_tree
from autograder.report.help import read_help

MARK = re.compile(r'^# %% .*\b(part|test|manual)="([^"]*)"')
CHECKED = re.compile(r"""^checks\.check\(["']([^"']*)""", re.MULTILINE)
LANGUAGE = re.compile(r'\blang="(\w+)"')
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
RUN = ("hidden/*.py", "checks.py", "checks/*.py", "specimens/variants.py", "given/**/*.py")
"""Python that is run as it stands; notebook.py and specimens are made of cells."""
LAZY_ANSWERS = Path(__file__).with_name("lazy_answers.toml")
STUBS = ("_C/_VariableFunctions.pyi", "nn/functional.pyi")
"""In torch's folder: its operations by name, to be read in no time."""


@dataclass(frozen=True)
class Cell:
    """A cell of notebook.py: its kind ("part", "test", "manual" or ""), and the id of its part. It
    has no `tree` where it is no plain Python: text, or code with magics.
    """

    line: int
    kind: str
    id: str
    languages: tuple[str, ...]
    source: str
    tree: ast.Module | None


def slips(folder: Path) -> tuple[Slip, ...]:
    """Every slip in the files of the assignment in `folder`, by file and line."""
    plan = folder / "assignment.toml"
    all_slips = {*_broken(folder), *_refusal(folder / FOLDER, partial(given_files, folder))}
    try:
        assignment = load(folder)
        cells = tuple(_cells(assignment))
    except CourseError as error:
        return tuple(sorted({*all_slips, _refused(plan, error)}))
    if (cases := _cases(folder)) is None:
        text = "there are no hidden numbers; `autograder reseed` draws them"
        all_slips.add(Slip(folder / "hidden", 1, text))
    all_slips |= {*_notebook(assignment, cells), *_suites(assignment, cells, cases)}
    all_slips |= {*_plan(plan, assignment), *_costs(assignment)}
    unread = {*_refusal(plan, partial(read_help, assignment))}
    for path in (*files(assignment, "mistakes"), *files(assignment, "alternatives")):
        unread |= {*_refusal(path, partial(read, assignment, path))}
    return tuple(sorted(all_slips | (unread or {*_help(assignment)})))


def _refusal(file: Path, read_file: Callable[[], object]) -> Iterator[Slip]:
    try:
        read_file()
    except CourseError as error:
        yield _refused(file, error)


def _refused(file: Path, error: CourseError) -> Slip:
    """The error as a slip of the file that its message begins with, or else of `file`."""
    named = re.match(r"(.+?\.(?:py|toml)):? (.*)", str(error), re.DOTALL)
    if named and Path(named[1]).is_file():
        file, message = Path(named[1]), named[2]
    else:
        message = str(error).removeprefix(f"{file} ")
    line = 1
    if place := re.search(r"\(at line (\d+)", message):
        line = int(place[1])
    elif place := re.search(r"`\$\.(part|manual)\[(\d+)\]", message):
        lines = enumerate(file.read_text("utf-8").splitlines(), 1)
        heads = [number for number, text in lines if text.strip() == f"[[{place[1]}]]"]
        # Tables may be written in another way than with a head each.
        line = next(iter(heads[int(place[2]) :]), 1)
    return Slip(file, line, message)


def _broken(folder: Path) -> Iterator[Slip]:
    paths = {path for pattern in RUN for path in folder.glob(pattern)}
    for path in sorted(paths.intersection(below(folder, "*.py"))):
        try:
            yield from _lost_imports(ast.parse(path.read_bytes()), path, folder / FOLDER)
        except SyntaxError as error:
            yield Slip(path, error.lineno or 1, error.msg)


def _lost_imports(tree: ast.AST, path: Path, given: Path, above: int = 0) -> Iterator[Slip]:
    """Imports of what is not installed, in code that begins `above` lines below a file's head."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        else:
            continue
        for name in names:
            # Of a package the outermost alone: to look below it, it would have to be imported.
            top = name.partition(".")[0]
            beside = (place / file for place in (path.parent, given) for file in (top, f"{top}.py"))
            if not any(file.exists() for file in beside) and find_spec(top) is None:
                yield Slip(path, above + node.lineno, f"there is no module {name!r} to import")


def _cells(assignment: Assignment) -> Iterator[Cell]:
    lines = lesson(assignment.folder).split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("# %%")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        mark = MARK.match(lines[start])
        kind, id_ = mark.groups() if mark else ("", "")
        languages = tuple(LANGUAGE.findall(lines[start])) or assignment.languages
        source = "\n".join(lines[start + 1 : end])
        yield Cell(start + 1, kind, id_, languages, source, fresh_tree(source))


def _cases(folder: Path) -> set[str] | None:
    """The names of all hidden cases; None where the numbers cannot be read."""
    try:
        return set(sets.settings(sets.read(folder / "hidden").example.references))
    except (CourseError, KeyError, ValueError):
        return None


def _notebook(assignment: Assignment, cells: tuple[Cell, ...]) -> Iterator[Slip]:
    file = assignment.folder / "notebook.py"
    if not cells:
        yield Slip(file, 1, "there are no cells: the lesson that notebooks are built from")
        return
    parts = {part.id: part for part in assignment.parts}
    manual = [part.id for part in assignment.manual]
    for cell in cells:
        if cell.tree:
            yield from _lost_imports(cell.tree, file, assignment.folder / FOLDER, cell.line)
        ids = manual if cell.kind == MANUAL else parts
        if cell.kind and cell.id not in ids:
            text = f"a cell of {cell.id!r}, which {NO_PART}{meant(cell.id, ids)}"
            yield Slip(file, cell.line, text)
        elif cell.kind == "part":
            yield from (Slip(file, *slip) for slip in _answer(cell, parts[cell.id]))
        elif cell.kind == "test":
            for called in {*CHECKED.findall(cell.source)} - {cell.id}:
                text = f"the check cell of {cell.id} calls the check of {called!r}"
                yield Slip(file, cell.line, text)
    heads = [f'`# %% {cell.kind}="{cell.id}"`' for cell in cells if cell.kind != MANUAL]
    marks = [f'`# %% {kind}="{part}"`' for part in parts for kind in ("part", "test")]
    by_hand = f'`# %% {MANUAL}="{{}}"` in {{!r}}'.format
    heads += [by_hand(c.id, lang) for c in cells if c.kind == MANUAL for lang in c.languages]
    marks += [by_hand(part, language) for part in manual for language in assignment.languages]
    for mark in marks:
        if (count := heads.count(mark)) != 1:
            yield Slip(file, 1, f"there are {count} cells {mark}, not one")


def _answer(cell: Cell, part: Part) -> Iterator[tuple[int, str]]:
    if cell.source.count(BEGIN) != cell.source.count(END):
        yield cell.line, f"{part.id}: BEGIN SOLUTION and END SOLUTION do not match"
    if BEGIN not in cell.source:
        yield cell.line, f"{part.id} has no solution between ### BEGIN and ### END"
    try:
        tree = ast.parse(cell.source)
    except SyntaxError as error:
        yield cell.line + (error.lineno or 1), error.msg
        return
    if part.name not in {name for name, _ in bound(tree)}:
        yield cell.line, f"the cell of {part.id} defines no {part.name}"
        return
    arguments = _arguments(tree, part)
    if arguments not in (None, [*part.signature]):
        yield cell.line, f"{part.name} takes {arguments}, in assignment.toml {[*part.signature]}"


def _arguments(tree: ast.Module, part: Part) -> list[str] | None:
    """The arguments of a part's answer; None where they cannot be seen."""
    defined = [node for node in tree.body if getattr(node, "name", "") == part.name]
    inner = [node for owner in defined if isinstance(owner, ast.ClassDef) for node in owner.body]
    for node in (*defined, *(node for node in inner if getattr(node, "name", "") == "__init__")):
        if isinstance(node, ast.FunctionDef):
            names = [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)]
            return names[part.kind == "class" :]
    return None


def _plan(file: Path, assignment: Assignment) -> Iterator[Slip]:
    # To ask torch itself what it has would take seconds.
    spec = find_spec("torch")
    assert spec and spec.origin
    # Some distributions leave them out: then nothing is known of any name.
    stubs = filter(Path.is_file, (Path(spec.origin).parent / name for name in STUBS))
    operations = {n for file in stubs for n in re.findall(r"\bdef (\w+)", file.read_text("utf-8"))}
    alike = " ".join(map(spelled, operations))
    for part in assignment.parts:
        for name in part.forbidden:
            if operations and name not in FAMILIES and spelled(name) not in alike:
                hint = meant(name, {*operations, *FAMILIES})
                yield Slip(file, _line_of(file, name), f"torch has no operation {name!r}{hint}")
        for name in {*part.optional, *part.sizes, *part.rates} - {*part.signature}:
            hint = meant(name, part.signature)
            text = f"{part.id} has no argument {name!r} in its signature{hint}"
            yield Slip(file, _line_of(file, name), text)


def _help(assignment: Assignment) -> Iterator[Slip]:
    names = {specimen.mistake.name.en for specimen in mistakes(assignment)}
    # What is told of changes by rule and of lazy answers can be explained, too.
    told = "".join(path.read_text("utf-8") for path in (CHANGES, LAZY_ANSWERS))
    unknown = {name for name in read_help(assignment).keys() - names if f'"{name}"' not in told}
    for path in below(assignment.folder / "help", "*.toml"):
        for name in unknown.intersection(tomllib.loads(path.read_text("utf-8"))["mistakes"]):
            text = f"no mistake has the name {name!r}{meant(name, names)}"
            yield Slip(path, _line_of(path, name), text)


def _line_of(file: Path, name: str) -> int:
    """The first line with a text in quotes; 1 if there is none."""
    lines = enumerate(file.read_text("utf-8-sig").split("\n"), 1)
    return next((number for number, text in lines if name in re.split("[\"']", text)), 1)


def _costs(assignment: Assignment) -> Iterator[Slip]:
    file = assignment.folder / COSTS
    try:
        costs = Costs.read(assignment)
    except CourseError as error:
        yield _refused(file, error)
        return
    known = [(path.parent.name, path.stem) for path in files(assignment, "mistakes")]
    known += [(part.id, rule) for part in assignment.parts for rule in changes_by_rule()]
    names = {name for part, mistake in known for name in (mistake, f"{part}/{mistake}")}
    for name in costs.kinds.keys() - names:
        text = f"no mistake is called {name!r}{meant(name, names)}"
        yield Slip(file, _line_of(file, name), text)


def _suites(
    assignment: Assignment, cells: tuple[Cell, ...], cases: set[str] | None
) -> Iterator[Slip]:
    # An answer defines its part, and may use everything that the lesson's own cells define.
    names = {part.name for part in assignment.parts}
    names |= {name for cell in cells if cell.tree for name, _ in bound(cell.tree)}
    parts = {part.id: part for part in assignment.parts}
    contract = Contract(parts, names, cases, assignment.languages)
    unjudged = set(parts)
    for path in sorted((assignment.folder / "hidden").glob("test_*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except SyntaxError:
            # Told already; it may judge any part.
            unjudged.clear()
            continue
        yield from suite_slips(path, tree, contract)
        parts_judged = judged(tree)
        unjudged -= unjudged if None in parts_judged else parts_judged
    for part in unjudged:
        yield Slip(assignment.folder / "hidden", 1, f"no check judges the part {part!r}")
