"""Running the notebook's cells in one namespace, as a kernel would, one after the other."""

import ast
import asyncio
import codeop
import contextlib
import gc
import inspect
import io
import linecache
import os
import sys
import types
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, PROT_READ, mmap
from pathlib import Path
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from autograder.wire import messages
from autograder.wire.places import LINE_MAGICS
from autograder.worker import failure
from autograder.worker.control import USED_UP
from autograder.worker.timing import OutOfTime, time_limit

DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)
CELL_MAGICS = frozenset({"time", "timeit", "capture", "prun", "python", "python3"})
"""Those whose body runs."""

WRITERS = frozenset({"writefile", "file"})
"""Cell magics that write a file of Python, to be imported later or to be an answer as it is."""


class Notebook:
    """The namespace of one submission and what its cells print.

    It is also the shell of IPython's magics. A cell that leaves less than `spare` bytes of memory
    ends the process: every answer would lack it.
    """

    def __init__(self, output_cap: int, spare: int = 1) -> None:
        self._spare = spare
        # In sys.modules, so that dataclasses, pickling and `inspect` find the definitions.
        sys.modules["__main__"] = main = types.ModuleType("__main__")
        self.names = main.__dict__
        self.printed = Printed(output_cap)
        self._compile = codeop.Compile()
        self._compile.flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        self._transform = TransformerManager()
        self.names["get_ipython"] = lambda: self
        self.names["display"] = print
        sys.stdout, sys.stderr = Stream(self.printed), Stream(self.printed, printed=False)

    def run(self, cell: messages.RunCell) -> messages.CellRan:
        # Each cell has room of its own: one that prints too much silences no other.
        self.printed.restart()
        self._below, problem = False, None
        try:
            with time_limit(cell.seconds) as alarm:
                self._execute(cell)
        except OutOfTime:
            problem = f"stopped after {cell.seconds:g} s"
        except BaseException as error:
            problem = failure.sentence(error)
        if not (_available(self._spare) or (gc.collect() and _available(self._spare))):
            os._exit(USED_UP)
        return messages.CellRan(self.printed.take(), problem, alarm.rang, self._below)

    def _execute(self, cell: messages.RunCell) -> None:
        filename = failure.CELL_FILE.format(index=cell.number)
        tree = self._parse(cell.source, filename)
        if cell.definitions_only:
            tree.body = [node for node in tree.body if _is_definition(node)]
        try:
            self._exec(tree, filename)
        except BaseException as error:
            # A student has them who ran the cells in another order, or has a missing package.
            for node in _below(tree, error, filename):
                # The report tells the first error alone.
                with contextlib.suppress(Exception):
                    self._exec(ast.Module([node], []), filename)
                    self._below = True
            raise

    def _exec(self, code: Any, filename: str) -> None:
        result = eval(self._compile(code, filename, "exec"), self.names)
        # As Jupyter does where `await` stands outside of a function.
        if inspect.iscoroutine(result):
            asyncio.run(result)

    def _parse(self, source: str, filename: str) -> ast.Module:
        try:
            tree = ast.parse(source, filename)
        except SyntaxError:
            # Magics are no Python; plain cells skip the costly rewriting.
            source = self._transform.transform_cell(source)
            tree = ast.parse(source, filename)
        # Tracebacks and `inspect` find the cell's lines there.
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        return tree

    def run_line_magic(self, name: str, line: str, *_: object) -> None:
        if name in LINE_MAGICS:
            self._run_fragment(line)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """Run the body of a magic that wraps Python, of no other."""
        *options, path = line.split() or [""]
        if name in WRITERS and path.endswith(".py"):
            # What cannot be written, in a folder that is not there, may be an answer all the same.
            mode = "a" if "-a" in options else "w"
            with contextlib.suppress(OSError), Path(path).open(mode, encoding="utf-8") as file:
                file.write(cell)
            before = dict(self.names)
            try:
                self._run_fragment(cell)
            finally:
                # Names that there are already stay what they are.
                self.names.update(before)
        elif name in CELL_MAGICS:
            self._run_fragment(cell)

    def system(self, command: str) -> None:
        """`!command`: there is no shell here."""

    def getoutput(self, command: str) -> list[str]:
        """`!!command` and `x = !command`: there is no shell here."""
        return []

    def _run_fragment(self, source: str) -> None:
        self._exec(self._transform.transform_cell(source), "<magic>")


class Printed:
    """What cells and calls write: the first `cap` characters, each text with whether it was
    printed; what goes to stderr (warnings) was not.
    """

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self.restart()

    def restart(self) -> None:
        self._parts: list[tuple[str, bool]] = []
        self._left, self._dropped = self._cap, False

    def keep(self, text: str, *, printed: bool) -> None:
        kept = text[: self._left]
        self._parts.append((kept, printed))
        self._left -= len(kept)
        self._dropped |= len(kept) < len(text)

    def take(self) -> str:
        parts, self._parts = self._parts, []
        return "".join(text for text, _ in parts)

    def take_printed(self) -> str:
        """What was printed since the last call, without stderr; ValueError if more was written than
        is kept: cut off, it would pass for another text.
        """
        if self._dropped:
            raise ValueError(f"more than {self._cap} characters were printed")
        parts, self._parts = self._parts, []
        return "".join(text for text, printed in parts if printed)


class Stream(io.TextIOBase):
    """stdout or stderr of a notebook; no write fails for its length."""

    def __init__(self, kept: Printed, *, printed: bool = True) -> None:
        self._kept, self._printed = kept, printed

    def writable(self) -> bool:
        """Always true: some code asks before it prints."""
        return True

    def write(self, text: str) -> int:
        self._kept.keep(text, printed=self._printed)
        return len(text)


def _below(tree: ast.Module, error: BaseException, filename: str) -> list[ast.stmt]:
    """The definitions of a cell below the statement that raised `error`, and unless its time ran
    out the assignments, each of which may take as much again.
    """
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename != filename:
        trace = trace.tb_next
    if trace is None:
        return []
    kinds = (*DEFINITIONS, *ASSIGNMENTS) if isinstance(error, Exception) else DEFINITIONS
    return [n for n in tree.body if n.lineno > trace.tb_lineno and isinstance(n, kinds)]


def _is_definition(node: ast.stmt) -> bool:
    """Whether it takes no time: a definition, or an assignment that calls nothing but `float`."""
    calls = (n for n in ast.walk(node) if isinstance(n, ast.Call))
    constant = all(isinstance(call.func, ast.Name) and call.func.id == "float" for call in calls)
    return isinstance(node, DEFINITIONS) or (isinstance(node, ast.Assign) and constant)


def _available(size: int) -> bool:
    try:
        # Readable alone: a machine that commits no more than it has may refuse the rest.
        mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS, prot=PROT_READ).close()
    except OSError:
        return False
    return True
