"""Running the notebook's cells in one namespace, as a kernel would, one after the other."""

import ast
import codeop
import linecache
import sys
import types
from collections.abc import Callable

from IPython.core.inputtransformer2 import TransformerManager

from autograder.worker import failure
from autograder.worker.streams import CappedText
from autograder.worker.timing import OutOfTime, time_limit

DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Shell:
    """What `get_ipython()` gives: magics do nothing harmful, and timing magics run their code."""

    def __init__(self, run: Callable[[str], None]) -> None:
        self._run = run

    def run_line_magic(self, name: str, line: str, *_: object) -> None:
        """Run the code after %time, %timeit, %prun; ignore every other line magic."""
        if name in {"time", "timeit", "prun"}:
            self._run(line)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """Run the body of a cell magic that wraps Python; ignore those of other languages."""
        if name in {"time", "timeit", "capture", "prun", "python", "python3"}:
            self._run(cell)

    def system(self, command: str) -> None:
        """`!command`: there is no shell here."""

    def getoutput(self, command: str) -> list[str]:
        """`!!command` and `x = !command`: there is no shell here."""
        return []


class Notebook:
    """The namespace of one submission and what its cells print.

    `module` stands in `sys.modules["__main__"]`, so that dataclasses, pickling and `inspect`
    find the student's definitions where a notebook has them.
    """

    def __init__(self, output_cap: int) -> None:
        self.module = types.ModuleType("__main__")
        self.names = self.module.__dict__
        self.printed = CappedText(output_cap)
        self._compile = codeop.Compile()
        self._transform = TransformerManager()
        shell = Shell(self._run_fragment)
        self.names["get_ipython"] = lambda: shell
        self.names["display"] = print
        sys.modules["__main__"] = self.module
        sys.stdout = sys.stderr = self.printed

    def run(
        self, index: int, source: str, seconds: float, definitions_only: bool
    ) -> tuple[str | None, bool]:
        """Run a cell; the error's sentence if it raised, and whether it ran out of time."""
        try:
            with time_limit(seconds):
                self._execute(index, source, definitions_only)
        except OutOfTime:
            return f"stopped after {seconds:g} s", True
        except BaseException as error:
            return failure.sentence(error), False
        return None, False

    def _execute(self, index: int, source: str, definitions_only: bool) -> None:
        filename = failure.CELL_FILE.format(index=index)
        tree = self._parse(source, filename)
        if definitions_only:
            tree.body = [node for node in tree.body if isinstance(node, DEFINITIONS)]
        exec(self._compile(tree, filename, "exec"), self.names)  # type: ignore[arg-type]

    def _parse(self, source: str, filename: str) -> ast.Module:
        try:
            tree = ast.parse(source, filename)
        except SyntaxError:
            # Magics are no Python; plain cells skip the costly rewriting.
            source = self._transform.transform_cell(source)
            tree = ast.parse(source, filename)
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        return tree

    def _run_fragment(self, source: str) -> None:
        exec(self._compile(self._transform.transform_cell(source), "<magic>", "exec"), self.names)
