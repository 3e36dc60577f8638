"""Code that hides what it does is told from code that can be seen through."""

import builtins
import types

import pytest
import torch

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import alternatives, mistakes
from autograder.core.assignment import Assignment
from autograder.notebook import read, recover
from autograder.notebook.answers import Code
from autograder.notebook.cells import parsed
from autograder.notebook.guard import guarded
from autograder.notebook.opaque import opaque, without
from autograder.notebook.tamper_flags import attempts
from autograder.wire import magics
from autograder.worker.cells import Shell

OPAQUE = (
    "import gc", "import threading as t", "from sys import modules", "import sys\nsys.modules",
    "import torch.overrides", "from torch import overrides", "torch._C", "torch.utils.x",
    "().__class__.__base__", "f.__globals__", "e.__traceback__", "g.gi_frame", "exec('1')",
    "globals()", "x = __builtins__", "__import__('gc')", "torch.softmax = f", "nn.Module.to = f",
    "M.parameters = f", "setattr(torch, 'softmax', f)", "getattr(torch, '_' + 'C')",
    "for torch.softmax in (f,): pass", "import os\nos.dup2(1, 2)", "get_ipython().ast_transformers",
    "import functools\nfunctools.sys", "from torch import *\ndel torch.exp", "%time exec('1')",
    "x = 1\n%time import gc", "class T:\n    def __torch_function__(self): pass",
    "import operator\noperator.attrgetter('a')", "(lambda: 0).__code__", "not python at all",
    "%%time\nimport gc", "!x\ny = (1\n% e.tb_frame)", "import numpy\nnumpy.ctypeslib",
    "globals()['__builtins__']", "f(globals())", "globals().values()", "g = globals",
    "del getattr",
    "import sys as s\ns.modules", "import sys\nx = sys", "self = torch", "f(torch)", "x = torch.nn",
    "import torch.nn.functional as F\nf(F)", "class A:\n    def f(self): return self.gi_frame",
    "class A:\n    def f(self): self.f_back", "import collections\ncollections._sys.modules",
    "match torch.exp:\n    case object(sys=s): pass", "import string\nstring.Formatter",
    "import timeit\ntimeit.timeit('1')", "from typing import get_type_hints", "x._y",
    "import typing\ntyping.get_type_hints(f)", "import IPython.display", "from os import *",
    "def getattr(m, n): m.x = 1", "getattr = f", "lambda getattr: 1", "x = getattr(torch, 'nn')",
    "from m import f as hasattr", "print(torch)", "async def getattr(m, n): pass",
    "try:\n    f()\nexcept E as getattr:\n    pass", "match f:\n    case getattr: pass",
    "match f:\n    case [*setattr]: pass", "match f:\n    case {**hasattr}: pass",
    "%%writefile x.py\nimport gc", "%%file a/x.py\nimport gc", "from enum import bltns",
    "import re\nre.enum.bltns", "import numpy as np\nnp.ma.core.re.enum.bltns", "x.__annotations__",
    "import functools\nfunctools.update_wrapper(f, g)", "torch.optim.lr_scheduler.types",
    "from functools import wraps\n@wraps(f, assigned=A)\ndef g(): pass",
    "from functools import wraps\ng = wraps(f)", "import dataclasses\nd = dataclasses.dataclass",
    "import dataclasses\ndataclasses.make_dataclass('A', N)",
    "import contextlib\nclass R(contextlib.redirect_stdout): pass",
    "class M(type):\n    def __prepare__(name, bases): return N",
    "m.compile('1', 'f', 'exec')", "import enum as re\nre.compile('1')", "torch.compile = f",
    "import torch\ntorch.jit.trace(f, x)", "torch.jit.script = f", "import torch\nf(torch.jit)",
    "from torch import jit\njit.script(f)", "from torch.jit import script, trace",
    "from torch.jit import *", "x.jit.script", "x.__getattribute__('a')",
    "x.__mul__.__self__", "x.__add__ = f", "import torch\ntorch._C.script",
    "from re import compile", "import re\nre.compile = f",
    "import torch\ntorch.load(file)", "import torch as json\njson.load(file)\nimport json",
    "import numpy as np\nnp.load(file, allow_pickle=True)",
)  # fmt: skip

PLAIN = (
    "import torch\nfrom torch import nn\nimport torch.nn.functional as F", "import sys\nsys.path",
    "import os\nos.environ['X'] = '1'", "class A(nn.Module):\n    def f(self): self.parameters = 1",
    "import torch\n@torch.compile\ndef f(x): pass", "import torch as th\ng = th.compile(f)",
    "import torch\n@torch.jit.script\ndef f(x): pass", "import torch as th\ng = th.jit.script(f)",
    "from torch.jit import script\n@script\ndef f(x): pass", "import torch\ntorch._check(x > 0)",
    "import torch\ntorch._assert(x > 0, 'no')", "x.__matmul__(y).__truediv__(2).__round__()",
    "torch.Tensor.__mul__(x, y)", "c = torch.no_grad()\nc.__enter__()\nc.__exit__(None, None, f)",
    "import re\nword = re.compile('a')", "class A:\n    __slots__ = ()\n    forward = __call__",
    "class A:\n    __str__ = __repr__ = f", "__all__ = ['f']",
    "class A:\n    __constants__ = ['n']\n    __match_args__ = ('x',)\n    __hash__ = None",
    "layer.weight = nn.Parameter(x)", "model.eval()", "super().__init__()", "self._modules",
    "class A:\n    def f(self): return self.__class__.__name__", "torch.backends.x.enabled = True",
    "import torch\ngetattr(torch, 'exp')(x)", "for n in N:\n    setattr(a, n, getattr(b, n))",
    "%matplotlib inline\n!pip install torch", "%%time\nx = 1", "x.requires_grad = False",
    "for m in model.modules(): pass", "%%bash\nimport gc", "open('x').read()", "%time f(x)",
    "print(torch.__version__)", "from IPython.display import display", "self.load = self.utils",
    "import matplotlib.pyplot as plt\nplt.plot(x)", "import numpy as np\nnp.random.seed(1)",
    "import torch.nn.functional as F\nf(F.softmax, nn.Linear, torch.float32)",
    "torch.manual_seed(1)", "hasattr(torch, 'exp')",
    "%%writefile notes.txt\nimport gc", "import enum\nclass E(enum.Enum):\n    A = 1",
    "from functools import wraps\ndef d(f):\n    @wraps(f)\n    def g(): f()\n    return g",
    "from dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass A:\n    x: int",
    "import functools\n@functools.lru_cache(maxsize=None)\ndef f(): pass",
    "import contextlib\n@contextlib.contextmanager\ndef f(): yield",
    "import numpy as np\nnp.linalg.norm(x)\nnp.array([1])\nnp.random.rand()",
    "f = globals().get('f', 1)", "checks.check('part', globals())", "if 'f' in globals(): pass",
)  # fmt: skip


def code(*sources: str) -> tuple[Code, ...]:
    """Cells with these sources."""
    return tuple(Code(index, source, index + 1) for index, source in enumerate(sources))


@pytest.mark.parametrize("source", OPAQUE)
def test_what_reaches_into_the_process_is_opaque(source: str) -> None:
    """Frames, modules' insides, threads, code from text, patches: in whatever spelling."""
    imports = "import torch\nfrom torch import nn"
    assert [each.cell for each in opaque(code(imports, source))] != []


@pytest.mark.parametrize("source", PLAIN)
def test_what_answers_use_is_not_opaque(source: str) -> None:
    """Ordinary code of notebooks, magics and shell lines among it."""
    imports = "import torch\nfrom torch import nn"
    assert opaque(code(imports, source)) == ()


def test_no_specimen_answer_is_opaque_or_remarked_on(
    plan: Assignment, solved: NotebookBuilder, released: NotebookBuilder
) -> None:
    """Nothing that the course knows as an answer, right or wrong, needs opaque code."""
    frame = read(released.bytes())
    for specimen in (*alternatives(plan), *mistakes(plan)):
        submission = read(notebook_with(solved, specimen).bytes())
        recovered = recover(submission, frame, plan.parts).code
        assert opaque(recovered) == (), specimen.id
        assert attempts(recovered) == (), specimen.id


def test_only_the_opaque_statements_are_left_out() -> None:
    """Every other statement stays, on its line."""
    cells = code("import gc\nx = 1\n\n@decorated(eval)\ndef f():\n    pass\ny = 2")
    left = without(cells, opaque(cells))
    assert left == code("\nx = 1\n\n\n\n\ny = 2")


def test_a_cell_with_magics_keeps_its_other_statements() -> None:
    """Where lines are translated, the rest is written anew."""
    cells = code("%time import gc\n!ls\ndef f():\n    return 1")
    left = without(cells, opaque(cells))
    tree = parsed(left[0].source)
    assert tree is not None
    assert "gc" not in left[0].source
    assert "def f" in left[0].source


@pytest.mark.parametrize("name", sorted(magics.LINES | magics.WRAPPERS | magics.WRITERS | {"sh"}))
@pytest.mark.parametrize("file", ["", "m.py", "m.txt"])
def test_code_behind_a_magic_is_looked_into_if_it_is_run(name: str, file: str) -> None:
    """What the worker runs and the analysis does not see would be no opaque code."""
    run: list[str] = []
    shell = Shell(run.append)
    shell.run_cell_magic(name, file, "import gc\n")
    assert bool(opaque(code(f"%%{name} {file}\nimport gc\n"))) == bool(run)
    run.clear()
    shell.run_line_magic(name, "import gc")
    assert bool(opaque(code(f"%{name} import gc"))) == bool(run)


def test_names_computed_at_run_time_are_guarded() -> None:
    """getattr and setattr work on what is the student's, and refuse what `opaque` refuses."""
    cells = guarded(code("n = 'x'\nget = getattr\nput = setattr\ngetattr(n, n, 1)"))
    names: dict[str, object] = {"__name__": "__main__"}
    for cell in cells:
        exec(cell.source, names)
    own = type("Own", (), {"__module__": "__main__"})()
    names["put"](own, "value", 1)  # type: ignore[operator]
    assert names["get"](own, "value") == 1  # type: ignore[operator]
    assert names["get"](torch, "exp") is torch.exp  # type: ignore[operator]
    for thing, name in ((torch, "_C"), (own, "__reduce__"), (types, "sys"), (torch, "nn")):
        with pytest.raises(AttributeError):
            names["get"](thing, name)  # type: ignore[operator]
    for thing in (torch, torch.nn.Module, builtins):
        with pytest.raises(AttributeError):
            names["put"](thing, "softmax", None)  # type: ignore[operator]


def test_names_written_out_need_no_guard() -> None:
    """A notebook without computed names runs as it is."""
    cells = code("getattr(torch, 'exp')")
    assert guarded(cells) == cells


def test_a_remark_names_the_first_places() -> None:
    """An instructor finds in one sentence where to look."""
    (remark,) = attempts(code("x = 1", "import ctypes\nopen('/proc/self/environ')"))
    assert "ctypes (cell [2], line 1), '/proc/self/environ' (cell [2], line 2)" in remark.en
