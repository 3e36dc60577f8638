"""Running the notebook's cells in one namespace, as a kernel would, one after the other."""

import ast
import codeop
import contextlib
import io
import linecache
import sys
import types
from collections.abc import Callable

from IPython.core.inputtransformer2 import TransformerManager

from autograder.wire import magics
from autograder.worker import failure, leftovers
from autograder.worker.timing import OutOfTime, time_limit

DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _below(tree: ast.Module, error: BaseException, filename: str) -> list[ast.stmt]:
    """The definitions of a cell below the statement that raised `error`."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename != filename:
        trace = trace.tb_next
    if trace is None:
        return []
    return [n for n in tree.body if n.lineno > trace.tb_lineno and isinstance(n, DEFINITIONS)]


def _remember(source: str, filename: str) -> None:
    """So that tracebacks and `inspect` find the cell's lines."""
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)


class Shell:
    """What `get_ipython()` gives: magics do nothing harmful, and timing magics run their code."""

    def __init__(self, run: Callable[[str], None]) -> None:
        self._run = run

    def run_line_magic(self, name: str, line: str, *_: object) -> None:
        """Run the code after a magic like %time; ignore every other line magic."""
        if magics.line_magic_runs(name):
            self._run(line)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """Run the body of a cell magic that wraps Python; ignore those of other languages."""
        if magics.cell_magic_runs(name, line):
            self._run(cell)

    def system(self, command: str) -> None:
        """`!command`: there is no shell here."""

    def getoutput(self, command: str) -> list[str]:
        """`!!command` and `x = !command`: there is no shell here."""
        return []


class Notebook:
    """The namespace of one submission and what its cells print.

    `module` stands in `sys.modules["__main__"]`, so that dataclasses, pickling and `inspect`
    find the student's definitions where a notebook has them. `below` says whether definitions
    below a failing statement of the last cell were made. A cell that leaves less than `spare` bytes
    of memory ends the process, as what comes after it could do nothing, and so does one whose
    threads go on computing, as it would take many times as long.
    """

    def __init__(self, output_cap: int, spare: int = 0) -> None:
        self._spare = spare
        self.module = types.ModuleType("__main__")
        self.names = self.module.__dict__
        self.printed = CappedText(output_cap)
        self.below = False
        self._threads = 0
        self._compile = codeop.Compile()
        self._transform = TransformerManager()
        shell = Shell(self._run_fragment)
        self.names["get_ipython"] = lambda: shell
        self.names["display"] = print
        sys.modules["__main__"] = self.module
        sys.stdout, sys.stderr = self.printed, Aside(self.printed)

    def run(
        self, index: int, source: str, seconds: float, definitions_only: bool
    ) -> tuple[str | None, bool]:
        """Run a cell; the error's sentence if it raised, and whether it ran out of time.

        It did so, too, if it caught the alarm and went on: with more time it might not have.
        """
        self.below = False
        ended = self._ended(index, source, seconds, definitions_only)
        if self._spare:
            leftovers.end_without_memory(self._spare)
        self._threads = leftovers.end_with_busy(self._threads)
        return ended

    def _ended(
        self, index: int, source: str, seconds: float, definitions_only: bool
    ) -> tuple[str | None, bool]:
        try:
            with time_limit(seconds) as alarm:
                self._execute(index, source, definitions_only)
        except OutOfTime:
            return f"stopped after {seconds:g} s", True
        except BaseException as error:
            return failure.sentence(error), alarm.rang
        return None, alarm.rang

    def _execute(self, index: int, source: str, definitions_only: bool) -> None:
        filename = failure.CELL_FILE.format(index=index)
        code = self._compiled(source, filename, definitions_only)
        try:
            exec(code, self.names)
        except BaseException as error:
            self._define(_below(self._parse(source, filename), error, filename), filename)
            raise

    def _compiled(self, source: str, filename: str, definitions_only: bool) -> types.CodeType:
        if not definitions_only:
            # Python's own tree of a cell, made and read again, takes twice as long as its code.
            with contextlib.suppress(SyntaxError, ValueError):
                code = self._compile(source + "\n", filename, "exec")
                _remember(source, filename)
                return code
        tree = self._parse(source, filename)
        if definitions_only:
            tree.body = [node for node in tree.body if isinstance(node, DEFINITIONS)]
        return self._compile(tree, filename, "exec")  # type: ignore[arg-type]

    def _define(self, nodes: list[ast.stmt], filename: str) -> None:
        """Make the definitions below a statement that raised or was stopped, as a student has them
        who ran the cells in another order, or with a package that is not here."""
        for node in nodes:
            # Whatever one of them raises, the statement above it is what the student is told.
            with contextlib.suppress(Exception):
                alone = ast.Module([node], [])
                exec(self._compile(alone, filename, "exec"), self.names)  # type: ignore[arg-type]
                self.below = True

    def _parse(self, source: str, filename: str) -> ast.Module:
        try:
            tree = ast.parse(source, filename)
        except SyntaxError:
            # Magics are no Python; plain cells skip the costly rewriting.
            source = self._transform.transform_cell(source)
            tree = ast.parse(source, filename)
        _remember(source, filename)
        return tree

    def _run_fragment(self, source: str) -> None:
        exec(self._compile(self._transform.transform_cell(source), "<magic>", "exec"), self.names)


class CappedText(io.TextIOBase):
    """A text stream that keeps the first `cap` characters and drops the rest."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._parts: list[tuple[str, bool]] = []
        self._left = cap
        self._dropped = False

    def writable(self) -> bool:
        """Always true: code that asks before printing must not be put off."""
        return True

    def write(self, text: str) -> int:
        """Keep what fits; never fail for length."""
        return self.keep(text, printed=True)

    def keep(self, text: str, *, printed: bool) -> int:
        """Keep what fits; what goes to stderr is not `printed`."""
        kept = text[: self._left]
        if kept:
            self._parts.append((kept, printed))
            self._left -= len(kept)
        self._dropped = self._dropped or len(kept) < len(text)
        return len(text)

    def take(self) -> str:
        """What was written since the last call."""
        text = "".join(text for text, _ in self._parts)
        self._parts.clear()
        return text

    def take_printed(self) -> str:
        """What was printed since the last call, without stderr.

        Raises:
            ValueError: more was written than is kept; cut off, it would pass for another text.
        """
        if self._dropped:
            raise ValueError(f"more than {self._cap} characters were printed")
        text = "".join(text for text, printed in self._parts if printed)
        self._parts.clear()
        return text

    def restart(self) -> None:
        """Drop what is kept, and begin with all of the cap."""
        self._parts.clear()
        self._left, self._dropped = self._cap, False


class Aside(io.TextIOBase):
    """stderr: kept with what is printed, but no part of an answer (warnings go there)."""

    def __init__(self, beside: CappedText) -> None:
        self._beside = beside

    def writable(self) -> bool:
        """As of what it stands beside."""
        return True

    def write(self, text: str) -> int:
        """As of what it stands beside."""
        return self._beside.keep(text, printed=False)
