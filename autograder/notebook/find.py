"""The notebook among the files of a submission, whatever its name."""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from autograder.core import atomic_file
from autograder.core.assignment import Assignment
from autograder.core.assignment.given import given_names
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.folder import NOTEBOOK, Contents, held, look, read_plain, shown
from autograder.notebook.names import defines, unanswered
from autograder.notebook.read import ParsedNotebook, read
from autograder.notebook.stamp import FILE, NO_STAMP, Stamp
from autograder.notebook.unpack import MAX_BYTES

OTHERS = (".json", ".zip", ".gz", ".tgz", ".tar", ".py", ".md", ".html", ".htm", ".txt")
MAX_CANDIDATES = 20
"""Each of them is read: a thousand would hold up the class."""
MAX_TOLD = 3
SHIPPED = "checks.py"
STAMPS = frozenset({FILE, "submission_secret.txt"})
KEPT = ".unreadable"
COPIED = ".copied"

Readable = dict[Path, ParsedNotebook]


@dataclass(frozen=True)
class Found:
    """The notebook of a submission, and what its report says of the folder."""

    path: Path
    repairs: tuple[Text, ...] = ()
    flags: tuple[Text, ...] = ()
    stamp: Stamp = NO_STAMP


def adopt(folder: Path, assignment: Assignment) -> Found:
    """The notebook in a submission's folder under the name that nbgrader looks for.

    A notebook handed in under another name, or as something else that holds its code, is copied
    to that name. A hidden file beside the copy says what it is a copy of: a newer file takes its
    place. The student's own files stay: one that has the right name and cannot be read is put aside
    if another one can be. What else lies in the folder is named, and keeps nobody from a grade.

    Raises:
        SubmissionUnreadable: no notebook; or several, and the one of the right name, if there is
            one, answers fewer parts than another.
    """
    wanted = folder / f"{assignment.id}{NOTEBOOK}"
    contents = look(folder, wanted.name)
    if why := contents.left_out.get(Path(wanted.name)):
        raise SubmissionUnreadable(f"{shown(wanted)} {why.en}")
    stamp = Stamp.read(folder, contents.left_out.pop(Path(FILE), None))
    files = _theirs(contents, folder, given_names(assignment.folder))
    parts = frozenset(part.name for part in assignment.parts)
    is_own = wanted in files and _origin(wanted) is None
    if is_own:
        chosen, others = _own(files, wanted, parts)
    else:
        chosen, others = _of_other_names(files, wanted, parts, contents)
    flags = _told(_among(chosen, others, parts), contents.left_out)
    unknown = (stamp.unknown,) if stamp.unknown else ()
    path = _copied(chosen, wanted)
    repairs = () if is_own and chosen == wanted else _renamed(wanted)
    return Found(path, repairs, (*unknown, *flags), stamp)


def _theirs(contents: Contents, folder: Path, given: Iterable[str]) -> list[Path]:
    """The files that a student can have meant; hidden ones are not among them."""
    left_out = {*given, *STAMPS, SHIPPED}
    inner = [file.path.relative_to(folder) for file in contents.files]
    return [
        folder / path
        for path in inner
        if path.as_posix() not in left_out
        and path.name not in left_out
        and not any(step.startswith((".", "__")) for step in path.parts)
    ]


def _own(files: Sequence[Path], wanted: Path, parts: frozenset[str]) -> tuple[Path, Readable]:
    """The student's notebook of the right name, and those beside it, unless one of them counts.

    Raises:
        SubmissionUnreadable: another one answers more parts.
    """
    if files == [wanted]:
        return wanted, {}
    own = _readable([wanted])
    if not own:
        meant, beside = _meant(files, wanted, parts)
        if meant:
            with held(wanted.parent) as here:
                (here / wanted.name).replace(here / f"{wanted.name}{KEPT}")
        return meant or wanted, beside
    mine = own[wanted]
    others = _readable(_notebooks(files, wanted))
    different = {path: one for path, one in others.items() if one.cells != mine.cells}
    if any(len(_answered(one, parts)) > len(_answered(mine, parts)) for one in different.values()):
        raise _unclear(own | different, parts)
    return wanted, {path: one for path, one in different.items() if _is_alike(path, wanted)}


def _of_other_names(
    files: Sequence[Path], wanted: Path, parts: frozenset[str], contents: Contents
) -> tuple[Path, Readable]:
    """The notebook of another name, or the copy that was made of one."""
    meant, beside = _meant(files, wanted, parts)
    if meant:
        return meant, beside
    if wanted in files:
        origin = _origin(wanted)
        return (origin if origin and origin in files else wanted), {}
    odd = [
        f"{shown(path)} {why.en}"
        for path, why in contents.left_out.items()
        if path.suffix in (NOTEBOOK, *OTHERS)
    ]
    but = f": {'; '.join(odd[:MAX_TOLD])}" if odd else ""
    raise SubmissionUnreadable(f"the folder {shown(wanted.parent)} holds no notebook{but}")


def _meant(
    files: Sequence[Path], wanted: Path, parts: frozenset[str]
) -> tuple[Path | None, Readable]:
    """Among files of other names the one that can be meant, and the others like it.

    Raises:
        SubmissionUnreadable: several, and none of them answers all that the others do and more.
    """
    scripts = [path for path in files if path != wanted and path.suffix.lower() in OTHERS]
    for candidates in (_notebooks(files, wanted), _nearest(scripts, wanted)):
        readable = _readable(candidates)
        # Of files with the same cells the first: its name is most like the wanted one.
        different = {one.cells: path for path, one in reversed(readable.items())}
        several = {path: readable[path] for path in readable if path in different.values()}
        if several:
            alike = [path for path in several if _is_alike(path, wanted)]
            chosen = _best(several, parts) or (alike[0] if len(alike) == 1 else None)
            if chosen is None:
                raise _unclear(several, parts)
            return chosen, {path: one for path, one in several.items() if path != chosen}
    return None, {}


def _best(several: Readable, parts: frozenset[str]) -> Path | None:
    """The notebook that answers all that each of the others does, and more."""
    answers = {path: _answered(one, parts) for path, one in several.items()}
    best = max(answers, key=lambda path: len(answers[path]), default=None)
    others = (answers[path] for path in answers if path != best)
    return best if best and all(one < answers[best] for one in others) else None


def _notebooks(files: Sequence[Path], wanted: Path) -> list[Path]:
    every = [path for path in files if path != wanted and path.suffix.lower() == NOTEBOOK]
    return _nearest(every, wanted)


def _nearest(paths: Sequence[Path], wanted: Path) -> list[Path]:
    return sorted(paths, key=lambda path: (not _is_alike(path, wanted), path))[:MAX_CANDIDATES]


def _is_alike(path: Path, wanted: Path) -> bool:
    return path.stem.lower().startswith(wanted.stem.lower())


def _readable(paths: Sequence[Path]) -> Readable:
    found: Readable = {}
    for path in paths:
        with suppress(SubmissionUnreadable, OSError):
            found[path] = read(read_plain(path, MAX_BYTES))
    return found


def _answered(notebook: ParsedNotebook, parts: frozenset[str]) -> frozenset[str]:
    """The names of the parts that some cell defines as more than a stub."""
    sources = [cell.source for cell in notebook.cells]
    return frozenset(
        name
        for name in parts
        if any(defines(source, name) and not unanswered(source) for source in sources)
    )


def _unclear(several: Readable, parts: frozenset[str]) -> SubmissionUnreadable:
    folder = shown(next(iter(several)).parent)
    named = [
        f"{shown(Path(path.name))!r} ({len(_answered(one, parts))} of {len(parts)} parts answered)"
        for path, one in several.items()
    ]
    return SubmissionUnreadable(
        f"the folder {folder} holds different notebooks, and nothing says which is meant: "
        f"{' or '.join(named)}; leave the one that counts"
    )


def _among(chosen: Path, others: Readable, parts: frozenset[str]) -> Iterable[Text]:
    """What is said of notebooks that lie beside the one that is graded."""
    for path, one in list(others.items())[:MAX_TOLD]:
        name, count = shown(Path(path.name)), len(_answered(one, parts))
        yield Text(
            f"{shown(Path(chosen.name))} was graded; {name} beside it is another notebook "
            f"({count} of {len(parts)} parts answered)",
            f"评分的是 {shown(Path(chosen.name))}；旁边的 {name} 是另一个笔记本"
            f"（{len(parts)} 个部分中回答了 {count} 个）",
        )


def _told(beside: Iterable[Text], left_out: Mapping[Path, Text]) -> tuple[Text, ...]:
    said = [
        Text(f"left out: {shown(path)} {why.en}", f"已略去：{shown(path)} {why.zh}")
        for path, why in left_out.items()
    ]
    more = len(said) - MAX_TOLD
    further = Text(f"left out: {more} more in the folder", f"已略去：文件夹里还有 {more} 项")
    return (*beside, *said[:MAX_TOLD], *([further] if more > 0 else []))


def _renamed(wanted: Path) -> tuple[Text, ...]:
    """The repair message for a notebook adopted from a file of another name."""
    origin = _origin(wanted)
    if origin is None:
        return ()
    name = shown(Path(*origin.relative_to(wanted.parent).parts[-3:]))
    return (Text(f"handed in as {name}", f"提交的文件是 {name}"),)


def _copied(found: Path, wanted: Path) -> Path:
    """Put a copy of a file under the wanted name, with a note of what it is a copy of."""
    if found == wanted:
        return wanted
    data = read_plain(found, MAX_BYTES)
    if _origin(wanted) != found or read_plain(wanted, MAX_BYTES) != data:
        inner = os.fsencode(found.relative_to(wanted.parent))
        note = hashlib.sha256(data).hexdigest().encode() + b" " + inner
        with held(wanted.parent) as here:
            atomic_file.write(here / wanted.name, data, atomic_file.AS_OTHERS)
            atomic_file.write(_note(here / wanted.name), note, atomic_file.AS_OTHERS)
    return wanted


def _note(wanted: Path) -> Path:
    return wanted.with_name(f".{wanted.name}{COPIED}")


def _origin(wanted: Path) -> Path | None:
    """The file that `adopt` copied to `wanted`; None if it is the student's own."""
    try:
        digest, _, inner = read_plain(_note(wanted), 10_000).partition(b" ")
        data = read_plain(wanted, MAX_BYTES)
    except (OSError, SubmissionUnreadable):
        return None
    origin = wanted.parent / os.fsdecode(inner)
    # A file of this name that was put here later is no copy of ours; nor is a student's own note
    # one that leads out of the folder.
    same = hashlib.sha256(data).hexdigest().encode() == digest
    return origin if same and inner and origin.is_relative_to(wanted.parent) else None
