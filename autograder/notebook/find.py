"""The notebook among the files of a submission, whatever its name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from autograder.core.assignment.given import RESERVED, given_paths
from autograder.core.assignment.plan import Assignment
from autograder.core.errors import SubmissionUnreadable
from autograder.core.model import Text
from autograder.notebook.damaged import BESIDE
from autograder.notebook.folder import NOTEBOOK, Contents, look, read_plain, shown
from autograder.notebook.read import Cell, read
from autograder.notebook.stamp import FILE, Stamp
from autograder.notebook.syntax import defined_in, unanswered
from autograder.notebook.unpack import MAX_BYTES

OTHERS = (".json", ".zip", ".gz", ".tgz", ".tar", ".py", ".md", ".html", ".htm", ".txt")
MAX_CANDIDATES = 20
"""Each of them is read: a thousand would hold up the class."""
MAX_NAMED = 3


@dataclass(frozen=True)
class Found:
    path: Path
    repairs: tuple[Text, ...] = ()
    flags: tuple[Text, ...] = ()
    stamp: Stamp = field(default_factory=Stamp)


@dataclass(frozen=True)
class _Candidate:
    path: Path
    cells: tuple[Cell, ...]
    answered: frozenset[str]

    @property
    def name(self) -> str:
        return shown(Path(self.path.name))


def adopt(folder: Path, assignment: Assignment) -> Found:
    """The notebook in a submission's folder, which is only looked at; it may have another name, or
    be something else that holds its code. SubmissionUnreadable if it has none, or nothing says
    which of several is meant.
    """
    wanted = folder / f"{assignment.id}{NOTEBOOK}"
    contents = look(folder, wanted.name)
    if reason := contents.left_out.get(Path(wanted.name)):
        raise SubmissionUnreadable(f"{shown(wanted)} {reason.en}")
    stamp = Stamp.read(folder, contents.left_out.pop(Path(FILE), None))
    files = _students_own(contents, folder, given_paths(assignment.folder))
    search = _Search(wanted, files, frozenset(part.name for part in assignment.parts))
    path, neighbours = search.choice()
    if path is None:
        raise search.without_notebook(contents.left_out)
    name = shown(Path(*path.relative_to(folder).parts[-3:]))
    repairs = [] if path == wanted else [Text(f"handed in as {name}", f"提交的文件是 {name}")]
    repairs += _beside(path, neighbours[:MAX_NAMED], len(search.parts))
    flags = [text for text in (stamp.unknown, stamp.to_come(folder)) if text]
    return Found(path, tuple(repairs), (*flags, *_left_out(contents.left_out)), stamp)


def _students_own(contents: Contents, folder: Path, given: Iterable[str]) -> list[Path]:
    """The files that a student can have meant; hidden ones are not among them."""
    of_others, own = RESERVED.union(given), []
    for file in contents.files:
        inner = file.path.relative_to(folder)
        is_hidden = any(step.startswith((".", "__")) for step in inner.parts)
        if not is_hidden and of_others.isdisjoint((inner.as_posix(), inner.name)):
            own.append(file.path)
    return own


@dataclass(frozen=True)
class _Search:
    wanted: Path
    files: list[Path]
    parts: frozenset[str]

    def choice(self) -> tuple[Path | None, list[_Candidate]]:
        """The file that is meant, and the notebooks beside it that it could be mistaken for."""
        if self.files == [self.wanted]:
            return self.wanted, []
        files = [path for path in self.files if path != self.wanted]
        notebooks = [path for path in files if path.suffix.lower() == NOTEBOOK]
        scripts = [path for path in files if path.suffix.lower() in OTHERS]
        if readable := self._readable([self.wanted] if self.wanted in self.files else []):
            # The notebook of the right name, unless another one answers more parts.
            main = readable[0]
            # Nothing answers more than all of them.
            more = [] if main.answered == self.parts else self._readable(scripts)
            others = [*self._readable(notebooks), *more]
            different = [other for other in others if other.cells != main.cells]
            if any(len(other.answered) > len(main.answered) for other in different):
                raise self._unclear([main, *different])
            # An export of the notebook is none that it could be mistaken for.
            alike = (other for other in different if self._is_alike(other.path))
            return main.path, [other for other in alike if other.path in notebooks]
        for candidates in (self._readable(notebooks), self._readable(scripts)):
            if candidates:
                chosen = self._best(candidates)
                return chosen.path, [other for other in candidates if other is not chosen]
        return (self.wanted if self.wanted in self.files else None), []

    def _best(self, candidates: list[_Candidate]) -> _Candidate:
        """The one that answers all that each of the others does and more, or the only one alike."""
        best = max(candidates, key=lambda candidate: len(candidate.answered))
        if all(other.answered < best.answered for other in candidates if other is not best):
            return best
        alike = [candidate for candidate in candidates if self._is_alike(candidate.path)]
        if len(alike) != 1:
            raise self._unclear(candidates)
        return alike[0]

    def _readable(self, paths: Sequence[Path]) -> list[_Candidate]:
        """Those that can be read; of files with the same cells the one with the likest name."""
        nearest = sorted(paths, key=lambda path: (not self._is_alike(path), path))
        candidates: dict[tuple[Cell, ...], _Candidate] = {}
        for path in nearest[:MAX_CANDIDATES]:
            with suppress(SubmissionUnreadable, OSError):
                cells = read(read_plain(path, MAX_BYTES)).cells
                names = defined_in(cell.source for cell in cells if not unanswered(cell.source))
                candidates.setdefault(cells, _Candidate(path, cells, names & self.parts))
        return list(candidates.values())

    def _is_alike(self, path: Path) -> bool:
        return path.stem.lower().startswith(self.wanted.stem.lower())

    def without_notebook(self, left_out: Mapping[Path, Text]) -> SubmissionUnreadable:
        """That there is none, and what there is instead."""
        found = [f"{shown(path)} {why.en}" for path, why in left_out.items()][:MAX_NAMED]
        found += map(self._unread, self.files[: MAX_NAMED - len(found)])
        text = f"the folder {shown(self.wanted.parent)} holds no notebook"
        what = f" (found: {'; '.join(found)}); hand in {self.wanted.name}"
        return SubmissionUnreadable(text + what if found else text)

    def _unread(self, path: Path) -> str:
        try:
            read(read_plain(path, MAX_BYTES))
        except (SubmissionUnreadable, OSError) as error:
            return f"{self._within(path)}: {error}"
        return self._within(path)

    def _within(self, path: Path) -> str:
        return shown(path.relative_to(self.wanted.parent))

    def _unclear(self, files: list[_Candidate]) -> SubmissionUnreadable:
        counts = ((self._within(file.path), len(file.answered)) for file in files)
        named = [f"{name!r} {count}/{len(self.parts)}" for name, count in counts]
        return SubmissionUnreadable(
            f"the folder {shown(self.wanted.parent)} holds different notebooks, and nothing says "
            f"which is meant (parts answered: {', '.join(named)}); leave the one that counts"
        )


def _beside(chosen: Path, others: Iterable[_Candidate], parts: int) -> Iterator[Text]:
    name = shown(Path(chosen.name))
    for other in others:
        count = len(other.answered)
        en = f"{name} was graded; {other.name} {BESIDE} ({count} of {parts} parts answered)"
        zh = f"评分的是 {name}；旁边的 {other.name} 是另一个笔记本"
        yield Text(en, f"{zh}（{parts} 个部分中回答了 {count} 个）")


def _left_out(left_out: Mapping[Path, Text]) -> Iterator[Text]:
    for path, reason in list(left_out.items())[:MAX_NAMED]:
        yield Text(f"left out: {shown(path)} {reason.en}", f"已略去：{shown(path)} {reason.zh}")
    if (more := len(left_out) - MAX_NAMED) > 0:
        yield Text(f"left out: {more} more in the folder", f"已略去：文件夹里还有 {more} 项")
