"""getattr and setattr with names computed at run time, for code that must stay seen through.

`opaque` reads names in the source; a name that is only known when the code runs is judged then, by
stand-ins for the two builtins that a cell in front of the notebook defines.
"""

import ast
import functools
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from autograder.notebook import harmless
from autograder.notebook.answers import Code
from autograder.notebook.cells import parsed, walked
from autograder.notebook.parse_cache import kept

INDEX = -1
"""The index of the cell in front: no cell of the submission has it."""


def guarded(code: tuple[Code, ...]) -> tuple[Code, ...]:
    """The code, with the cell in front if any of it looks up computed names."""
    computed = any(_computes(cell.source) for cell in code)
    return (Code(INDEX, _cell()), *code) if computed else code


@kept
def _computes(source: str) -> bool:
    """Whether getattr or setattr stand anywhere but before a name written out."""
    tree = parsed(source)
    nodes = walked(tree) if tree else ()
    used = sum(isinstance(n, ast.Name) and n.id in ("getattr", "setattr") for n in nodes)
    return used > sum(isinstance(n, ast.Call) and _written_out(n) for n in nodes)


def _written_out(call: ast.Call) -> bool:
    function = isinstance(call.func, ast.Name) and call.func.id in ("getattr", "setattr")
    return function and len(call.args) > 1 and isinstance(call.args[1], ast.Constant)


@functools.cache
def _cell() -> str:
    gates, dunders = (
        sorted(harmless.GATES | harmless.MACHINERY),
        sorted(harmless.DUNDERS | harmless.OWN_DUNDERS),
    )
    made = f"{guards.__name__}(__import__('builtins'), {gates!r}, {dunders!r})"
    return f"{inspect.getsource(guards)}\ngetattr, setattr = {made}\ndel {guards.__name__}\n"


def guards(
    plain: "ModuleType", gates: "list[str]", dunders: "list[str]"
) -> "tuple[Callable[..., Any], Callable[..., None]]":
    """The two stand-ins. Their text runs in the worker: they use nothing but what they hold."""
    get, put, kind, is_a, refused = (
        plain.getattr, plain.setattr, plain.type, plain.isinstance, plain.AttributeError,
    )  # fmt: skip
    module, text = kind(plain), plain.str

    def closed(thing, name):  # type: ignore[no-untyped-def]
        if kind(name) is not text:
            return True
        if name[:2] == "__":
            return name not in dunders
        own = get(kind(thing), "__module__", "") == "__main__"
        inner = name[:1] == "_" and is_a(thing, module)
        return inner or (name in gates and not own)

    def getattr(thing, name, *default):  # type: ignore[no-untyped-def]
        if closed(thing, name):
            raise refused(name)
        found = get(thing, name, *default)
        if is_a(found, module):
            raise refused(name)
        return found

    def setattr(thing, name, value):  # type: ignore[no-untyped-def]
        shared = is_a(thing, (kind, module)) and get(thing, "__module__", "") != "__main__"
        if shared or closed(thing, name):
            raise refused(name)
        put(thing, name, value)

    return getattr, setattr
