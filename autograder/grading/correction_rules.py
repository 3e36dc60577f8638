"""The rules of `corrections`: each finds one kind of slip, and the edits that put it right."""

import ast
import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

from autograder.grading.written_answer import (
    IMPORTS,
    Function,
    Written,
    bound_in,
    free,
    of_self,
    returns,
    uses,
)

Edit = tuple[int, int, str]
"""Where an edit begins and ends, in bytes, and what stands there instead."""
MOST_LAYERS, MOST_NAMES = 6, 100
"""Of one answer: more are compared with nothing."""
CLOSE, NEAR = 0.7, 0.6
"""How alike two names are of which one is meant by the other; among a class's own attributes."""

Found = tuple[tuple[str, ...], tuple[Edit, ...]]
"""Words to be told, and the edits of the answer's cell."""
Rule = Callable[[Written], Iterable[Found]]


def _layers_renamed(written: Written) -> Iterator[Found]:
    """Layers made in `__init__` under names other than the exercise's."""
    init = written.method("__init__")
    if init is None or not written.part.layers:
        return
    made = _layers_made(init)
    missing = [name for name in written.part.layers if name not in made]
    extra = [name for name in made if name not in written.part.layers]
    if not 0 < len(missing) <= len(extra) <= MOST_LAYERS:
        return
    chosen = max(permutations(extra, len(missing)), key=lambda some: _likeness(some, missing))
    names = dict(zip(chosen, missing, strict=True))
    edits = tuple(
        (written.span(node)[1] - len(node.attr.encode()), written.span(node)[1], names[node.attr])
        for node in ast.walk(written.node)
        if isinstance(node, ast.Attribute) and of_self(node) and node.attr in names
    )
    yield (", ".join(f"`{name}`" for name in chosen), ", ".join(f"`{m}`" for m in missing)), edits


def _likeness(some: Iterable[str], missing: Iterable[str]) -> float:
    pairs = zip(some, missing, strict=True)
    return sum(difflib.SequenceMatcher(None, a.lower(), b.lower()).ratio() for a, b in pairs)


def _layers_made(init: Function) -> list[str]:
    """The attributes that are bound to something made by a class, in their order."""
    return [
        target.attr
        for node in ast.walk(init)
        if isinstance(node, ast.Assign) and _makes_layer(node.value)
        for target in node.targets
        if isinstance(target, ast.Attribute) and of_self(target)
    ]


def _makes_layer(value: ast.expr) -> bool:
    func = value.func if isinstance(value, ast.Call) else None
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    return name[:1].isupper() and name != "Dropout"


def _arguments_reordered(written: Written) -> Iterator[Found]:
    """Arguments of the exercise in another order."""
    function = written.method("__init__") or written.method("forward")
    if function is None:
        return
    own = function.args.args[1:] if isinstance(written.node, ast.ClassDef) else function.args.args
    names = [one.arg for one in own]
    wanted = list(written.part.signature)
    if names == wanted or sorted(names) != sorted(wanted):
        return
    defaults = [None] * (len(function.args.args) - len(function.args.defaults))
    given = dict(zip((one.arg for one in function.args.args),
                     [*defaults, *function.args.defaults], strict=True))  # fmt: skip
    texts = {one.arg: written.text(one) for one in own}
    for name, default in given.items():
        if default and name in texts:
            texts[name] += f"={written.text(default)}"
    begin, end = written.span(own[0])[0], written.span(given[own[-1].arg] or own[-1])[1]
    yield (
        (", ".join(names), ", ".join(wanted)),
        ((begin, end, ", ".join(texts[n] for n in wanted)),),
    )


def _attribute_misspelt(written: Written) -> Iterator[Found]:
    """An attribute of self that is read and never bound, nearly the name of one that is."""
    found: dict[str, list[ast.Attribute]] = {}
    for node in ast.walk(written.node):
        if isinstance(node, ast.Attribute) and of_self(node):
            found.setdefault(node.attr, []).append(node)
    stored = {one.name for one in written.functions}
    stored |= {n for n, some in found.items() if any(isinstance(s.ctx, ast.Store) for s in some)}
    for name in [*found][:MOST_NAMES]:
        close = difflib.get_close_matches(name, sorted(stored)[:MOST_NAMES], 1, NEAR)
        if name not in stored and close:
            ends = [written.span(node)[1] for node in found[name]]
            edits = tuple((end - len(name.encode()), end, close[0]) for end in ends)
            yield (f"self.{name}", f"self.{close[0]}"), edits


def _names_of_the_notebook(written: Written) -> Iterator[Found]:
    """Names that a method reads although they are arguments of `__init__`, or nearly its own."""
    init = written.method("__init__")
    given = [one.arg for one in init.args.args[1:]] if init else []
    begin = next((s for s in init.body if "super" in written.text(s)), None) if init else None
    for function in written.functions:
        if function is init:
            continue
        local = sorted(bound_in(function))
        for name, nodes in uses(function, free(written, function)).items():
            if name in given and init and begin:
                end = written.span(begin)[1]
                keep = (end, end, f"; self.{name} = {name}")
                new = f"self.{name}"
                edits = tuple((*written.span(node), new) for node in nodes)
                yield (name, new), (keep, *edits)
            elif (near := _nearest(name, local)) and name not in IMPORTS:
                yield (name, near), tuple((*written.span(node), near) for node in nodes)


def _nearest(name: str, local: list[str]) -> str | None:
    """The local name that is nearly this one, or the beginning of it."""
    close = difflib.get_close_matches(name, local, 1, CLOSE)
    short = [one for one in local if name.startswith(one) or one.startswith(name)]
    return next(iter((*close, *short)), None)


def _argument_unread(written: Written) -> Iterator[Found]:
    """An argument of which at most the shape is read, beside a name that is the notebook's."""
    for function in written.functions:
        names = [one.arg for one in function.args.args if one.arg != "self"]
        asked = {id(n.value) for n in ast.walk(function)
                 if isinstance(n, ast.Attribute) and n.attr in ("shape", "size")}  # fmt: skip
        names_read = (n for n in ast.walk(function) if isinstance(n, ast.Name))
        read = {n.id for n in names_read if id(n) not in asked}
        unread = [name for name in names if name not in read]
        if len(unread) == 1 and function.name != "__init__":
            strangers = free(written, function) - IMPORTS.keys()
            for name, nodes in uses(function, strangers).items():
                yield (name, unread[0]), tuple((*written.span(n), unread[0]) for n in nodes)


def _pair_returned(written: Written) -> Iterator[Found]:
    """Two results where the exercise has one."""
    function = written.method("forward")
    pairs = any(isinstance(node.value, ast.Tuple) for node in returns(written.right))
    for node in returns(function) if function and not pairs else ():
        if isinstance(node.value, ast.Tuple):
            for element in node.value.elts[:3]:
                text = written.text(element)
                yield (written.text(node.value), text), ((*written.span(node.value), text),)


def _nothing_returned(written: Written) -> Iterator[Found]:
    """A result that is computed, and not returned."""
    function = written.method("forward")
    if function is None or returns(function) or not returns(written.right):
        return
    last = function.body[-1]
    end = written.span(last)[1]
    bound = [t for s in function.body if isinstance(s, ast.Assign) for t in s.targets[:1]]
    shown = [last.value] if isinstance(last, ast.Expr) else []
    printed = [a for v in shown if isinstance(v, ast.Call) for a in v.args[:1]]
    for value in (*printed, *shown, *bound[-1:]):
        text = written.text(value)
        yield (text,), ((end, end, f"; return {text}"),)


def _own_errors(written: Written) -> Iterator[Found]:
    """Assertions and raised errors of the student's own."""
    for function in written.functions:
        for node in ast.walk(function):
            if isinstance(node, ast.Assert | ast.If) and _refuses(node):
                lines = written.text(node).splitlines()
                below = "\n" * (len(lines) - 1)
                yield (lines[0] if lines else "",), ((*written.span(node), f"pass{below}"),)


def _refuses(node: ast.Assert | ast.If) -> bool:
    if isinstance(node, ast.Assert):
        return True
    return not node.orelse and all(isinstance(one, ast.Raise) for one in node.body)


def _turned_round(written: Written) -> Iterator[Found]:
    """`.T`, which turns all dimensions of a batch round."""
    nodes = [n for n in ast.walk(written.node) if isinstance(n, ast.Attribute) and n.attr == "T"]
    ends = [written.span(node)[1] for node in nodes]
    if ends:
        yield (".T", ".mT"), tuple((end - 1, end, "mT") for end in ends)


def _no_super(written: Written) -> Iterator[Found]:
    """`__init__` of a module that does not call its base class's."""
    init = written.method("__init__")
    bases = written.node.bases if isinstance(written.node, ast.ClassDef) else []
    if init is None or not bases or "super" in written.text(init):
        return
    first = init.body[0]
    if isinstance(first, ast.Assign | ast.Expr | ast.AnnAssign):
        begin = written.span(first)[0]
        yield (), ((begin, begin, "super().__init__(); "),)
    elif isinstance(first, ast.If):
        begin = written.span(first.test)[0]
        yield (), ((begin, begin, "super().__init__() or "),)


def _method_misspelt(written: Written) -> Iterator[Found]:
    """A class without the method that everybody calls, and with one of nearly that name."""
    if not isinstance(written.node, ast.ClassDef):
        return
    names = [one.name for one in written.functions]
    for wanted in ("__init__", "forward"):
        close = difflib.get_close_matches(wanted, names, 1, CLOSE)
        for one in written.functions:
            if wanted not in names and one.name in close:
                text = written.cell.source.encode()
                begin = text.index(one.name.encode(), written.span(one)[0])
                yield (one.name, wanted), ((begin, begin + len(one.name.encode()), wanted),)


def _untransposed(written: Written) -> Iterator[Found]:
    """A product of matrices of which one has to be transposed first."""
    for node in ast.walk(written.node):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            text = written.text(node.right)
            if not re.search(r"\.T$|\.mT$|transpose\(|permute\(", text):
                begin, end = written.span(node.right)
                edits = (begin, begin, "("), (end, end, ").mT")
                yield (text, f"({text}).mT"), edits


RULES: dict[str, Rule] = {
    "no_super": _no_super,
    "method_misspelt": _method_misspelt,
    "arguments_reordered": _arguments_reordered,
    "names_changed": _layers_renamed,
    "attribute_misspelt": _attribute_misspelt,
    "name_of_the_notebook": _names_of_the_notebook,
    "inputs_read": _argument_unread,
    "pair_returned": _pair_returned,
    "no_return": _nothing_returned,
}
OF_ERRORS: dict[str, Rule] = {
    "dot_t": _turned_round,
    "untransposed": _untransposed,
    "own_error": _own_errors,
}
"""Worth a try where an error was raised."""
