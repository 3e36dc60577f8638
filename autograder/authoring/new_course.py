"""A new course folder, from the package's or the year before's, and a new assignment in it."""

import ast
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.checks.references import SETS, drawn
from autograder.core.assignment import sets
from autograder.core.assignment.given import text_of
from autograder.core.assignment.load import ASSIGNMENTS, NAMES, PAIRS, find, known, load
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.sets import SETS as SETS_FILE
from autograder.core.errors import CourseError
from autograder.notebook.syntax import nodes

CARRIED = ("assignments", "source", "nbgrader_config.py")
"""Named one by one: what is not named may hold marks or work of this year's students."""
COLUMNS = "LtiPlatform.line_items"
NO_COLUMNS = f"c.{COLUMNS} = {{}}  # of this year's course in the LMS\n"
UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
"""What nbgrader's exchange, or a shell, would take for something else in a course's id."""
LEFT = shutil.ignore_patterns("__pycache__", ".*")
TEMPLATES = Path(__file__).with_name("templates")
EXAMPLE = TEMPLATES / "example"
ID = re.compile(r"^id *= *[\"'].*?[\"']", re.MULTILINE)
OF_ONE = (SETS_FILE, PAIRS, NAMES)
"""What an assignment has learnt of its own numbers and students."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")


@contextmanager
def making(folder: Path) -> Iterator[Path]:
    """A place to make a course in, which takes the place of `folder` once it is complete; a
    CourseError if that is there already and not an empty folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CourseError(f"{folder} is not an empty folder; name one that is new or empty")
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Nobody else on the machine may read it, as nothing that `mkdtemp` makes.
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as around:
        target = Path(around, "course")
        target.mkdir(mode=0o700)
        yield target
        # By names alone; an empty folder stays the one it is, for somebody may stand in it.
        folder.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)
        for path in target.iterdir():
            path.rename(folder / path.name)


def new_course(folder: Path, name: str) -> None:
    _copied(bundled(), folder, ("assignments", "nbgrader_config.py"))
    config = folder / "nbgrader_config.py"
    config.write_text(_with_id(config, name), "utf-8")


def _with_id(config: Path, name: str) -> str:
    """The configuration of a course of this name: the exchange tells courses apart by their ids."""
    id_ = UNFIT.sub("-", name).strip("-") or "course"
    return _with_value(text_of(config, "nbgrader's settings"), ".course_id", f'"{id_}"')


def _with_value(config: str, setting: str, value: str) -> str:
    """The text of a configuration with this `value`, "" for none, of what ends in `setting`."""
    # Not splitlines, which ends a line at a form feed too, as Python does not.
    lines = re.findall(r".*\n|.+", config)
    for node in nodes(ast.parse(config), ast.Assign):
        if (target := ast.unparse(node.targets[0])).endswith(setting):
            first, last = node.lineno - 1, node.end_lineno or node.lineno
            new = f"{target} = {value}" if value else "pass"
            lines[first:last] = [f"{' ' * node.col_offset}{new}\n", *[""] * (last - first - 1)]
    return "".join(lines)


def bundled() -> Path:
    """The course that the package carries: inside it when installed, else around its checkout."""
    inside = TEMPLATES / "bundled"
    return inside if inside.is_dir() else Path(__file__).parents[2]


def _copied(source: Path, target: Path, names: tuple[str, ...]) -> None:
    for old, new in ((source / name, target / name) for name in names):
        if old.is_dir():
            shutil.copytree(old, new, ignore=LEFT, copy_function=shutil.copyfile)
        elif old.is_file():
            shutil.copyfile(old, new)


def carry_over(old: Path, new: Path, folder: Path) -> tuple[str, ...]:
    """Fill `new`, which will be `folder`, with what goes on; what is left behind in `old`."""
    if not known(old) or not (old / "nbgrader_config.py").is_file():
        raise CourseError(
            f"{old} is no course folder with assignments of this package: `autograder init DIR`"
            " makes one, and `autograder adopt` adds one to a running course"
        )
    _copied(old, new, CARRIED)
    config = old / "nbgrader_config.py"
    try:
        # Else both years would write into one gradebook.
        text = _with_value(_with_id(config, folder.name), ".CourseDirectory.db_url", "")
    except SyntaxError as error:
        raise CourseError(f"{config}, line {error.lineno}: {error.msg}") from None
    # Not the folder beside it whose name begins alike, such as an exchange.
    text = re.sub(rf"{re.escape(str(old))}(?![\w.-])", lambda _: str(folder), text)
    if COLUMNS in text:
        # Else this year's marks would be sent to last year's columns.
        text = f"{text.rstrip()}\n{NO_COLUMNS}"
    (new / config.name).write_text(text, "utf-8")
    return tuple(sorted(path.name for path in old.iterdir() if path.name not in CARRIED))


def to_reseed(course: Path, editions: Iterable[str]) -> tuple[str, ...]:
    """The assignments whose numbers students of this year have met, or that are secret."""
    met = {find(course, edition)[0].id for edition in editions}
    hidden = {name: sets.read(course / ASSIGNMENTS / name / "hidden") for name in known(course)}
    return tuple(sorted(met.union(name for name, one in hidden.items() if not one.published)))


@contextmanager
def apart(course: Path, name: str) -> Iterator[Path]:
    """A course with this assignment alone, in which to draw its numbers; they are copied back.

    They are proven with a release, which the course itself may not have. `making` removes it.
    """
    with tempfile.TemporaryDirectory(prefix="numbers-", dir=course.parent) as folder:
        copy, inside = Path(folder), Path(ASSIGNMENTS, name)
        shutil.copytree(course / inside, copy / inside, copy_function=shutil.copyfile)
        shutil.copyfile(bundled() / "nbgrader_config.py", copy / "nbgrader_config.py")
        yield copy
        sets.read(copy / inside / "hidden").write(course / inside / "hidden")


def new_assignment(course: Path, name: str, source: Path = EXAMPLE) -> Assignment:
    """Write assignments/`name` like the one in `source`, with numbers from a salt of its own. A
    CourseError if `course` is no course folder, or `name` cannot be a new assignment's.
    """
    if not (course / "nbgrader_config.py").is_file():
        raise CourseError(f"{course} is no course folder; `autograder init DIR` makes one")
    # nbgrader, file systems and Python's tools all take these.
    if not NAME.fullmatch(name) or name.endswith("-zh"):
        raise CourseError(
            f"{name!r} cannot name an assignment: it takes letters, digits, - and _, a letter first"
            ", and -zh at its end marks the Chinese edition"
        )
    folder = course / "assignments" / name
    if folder.exists():
        raise CourseError(f"{folder} is there already; choose another name")
    folder.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=course) as scratch:
        # Elsewhere, until it is whole: half an assignment would be found by every command.
        draft = Path(scratch, name)
        shutil.copytree(source, draft, ignore=shutil.ignore_patterns("__pycache__", ".*", *OF_ONE))
        plan = draft / "assignment.toml"
        text = ID.sub(f'id = "{name}"', plan.read_text("utf-8"), count=1)
        plan.write_text(text, "utf-8")
        drawn(load(draft), secrets.token_hex(16), SETS, published=False).write(draft / "hidden")
        draft.rename(folder)
    return load(folder)
