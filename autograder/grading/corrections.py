"""Changes of one kind that make an answer judgeable: a name, an order, a line, as a teacher would.

The changed answer is another answer: it is run and judged like any. What it is told and charged for
is the change; a change that brings nothing is dropped. Lines keep their numbers.
"""

import ast
import builtins
import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path

import msgspec

from autograder.core.assignment import Part
from autograder.core.model import Mistake, Slip, Text
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.notebook.names import Definition, bound
from autograder.notebook.syntax import parsed, tree
from autograder.wire.places import cell as cell_named

Function = ast.FunctionDef | ast.AsyncFunctionDef
Edit = tuple[int, int, str]
"""Where an edit begins and ends, in bytes, and what stands there instead."""
MOST_LAYERS = 6
CLOSE, NEAR = 0.7, 0.6
"""How alike two names are of which one is meant by the other; among a class's own attributes."""
BUILTINS = frozenset(vars(builtins))
IMPORTS = {
    "torch": "import torch", "nn": "from torch import nn", "math": "import math",
    "F": "import torch.nn.functional as F", "np": "import numpy as np",
}  # fmt: skip
"""What students call the modules that an answer may need."""


class _Words(msgspec.Struct, frozen=True):
    name: Text
    question: Text
    said: Text


@dataclass(frozen=True)
class Correction:
    """A changed answer, the name of the change, and what is told with it."""

    id: str
    code: tuple[Code, ...]
    words: tuple[str, ...]
    number: int

    def slip(self, part: Part) -> Slip:
        """The change as a mistake; its cost is looked up later."""
        texts = _texts()[self.id]
        name, question, said = (
            Text(text.en.format(*self.words), text.zh.format(*self.words))
            for text in (texts.name, texts.question, texts.said)
        )
        place = Text(cell_named(self.number), cell_named(self.number, "zh"))
        told = Text(f"{place.en}: {said.en}", f"{place.zh}：{said.zh}")
        return Slip(Mistake(f"{part.id}/{self.id}", name, question), said=told)


@dataclass(frozen=True)
class Written:
    """The answer to a part as it is written: its cell, and the definition in it."""

    part: Part
    cell: Code
    node: ast.ClassDef | Function
    elsewhere: frozenset[str]
    """What the notebook binds besides."""
    right: ast.Module
    """The right answer."""

    @property
    def functions(self) -> tuple[Function, ...]:
        """Its methods, or the function itself."""
        if isinstance(self.node, Function):
            return (self.node,)
        return tuple(one for one in self.node.body if isinstance(one, Function))

    def method(self, name: str) -> Function | None:
        """The method of this name; of a function itself, for `forward`."""
        if isinstance(self.node, Function):
            return self.node if name == "forward" else None
        return next((one for one in self.functions if one.name == name), None)

    def text(self, node: ast.AST) -> str:
        """The source of a node."""
        return ast.get_source_segment(self.cell.source, node) or ""

    def span(self, node: ast.expr | ast.stmt | ast.arg) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        lines = self.cell.source.encode().splitlines(keepends=True)
        last, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        begins = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
        return begins, sum(map(len, lines[: last - 1])) + end


Found = tuple[tuple[str, ...], tuple[Edit, ...]]
"""Words to be told, and the edits of the answer's cell."""
Rule = Callable[[Written], Iterable[Found]]


def corrections(
    code: tuple[Code, ...], part: Part, parts: tuple[Part, ...], right: str, *, raised: bool
) -> Iterator[Correction]:
    """Every change that may make the answer to `part` judgeable, the likeliest first.

    `right` is the right answer, and `raised` says whether this one raised an error.
    """
    written = _written(code, part, right)
    if written is None:
        yield from _under_another_name(code, part, parts)
        return
    for id_, rule in (RULES | (OF_ERRORS if raised else {})).items():
        for words, edits in rule(written):
            cell = replace(written.cell, source=edited(written.cell.source, edits))
            changed = tuple(cell if one.index == cell.index else one for one in code)
            yield Correction(id_, changed, words, written.cell.number)
    yield from _without_import(code, written)


def edited(source: str, edits: Iterable[Edit]) -> str:
    """The source with these edits, which do not overlap."""
    data = source.encode()
    for begin, end, new in sorted(edits, reverse=True):
        data = data[:begin] + new.encode() + data[end:]
    return data.decode()


def _written(code: tuple[Code, ...], part: Part, right: str) -> Written | None:
    index = Source(code).cell_of(part)
    cell = next((one for one in code if one.index == index), None)
    found = tree(cell.source) if cell else None
    if cell is None or not isinstance(found, ast.Module):
        return None
    named = [one for one in found.body if isinstance(one, Definition) and one.name == part.name]
    if not named:
        return None
    trees = (parsed(one.source) for one in code)
    names = frozenset(name for one in trees if one for name, _ in bound(one))
    return Written(part, cell, named[-1], names, ast.parse(right))


def _under_another_name(
    code: tuple[Code, ...], part: Part, parts: tuple[Part, ...]
) -> Iterator[Correction]:
    kind = ast.ClassDef if part.kind == "class" else Function
    taken = {one.name for one in parts}
    found = [
        (node.name, cell)
        for cell in code
        if isinstance(module := tree(cell.source), ast.Module)
        for node in module.body
        if isinstance(node, kind) and node.name not in taken
    ]
    close = difflib.get_close_matches(part.name, [name for name, _ in found], 1, CLOSE)
    for name, cell in found:
        if name in close:
            alias = Code(cell.index, f"{cell.source}\n{part.name} = {name}\n", cell.number)
            changed = tuple(alias if one is cell else one for one in code)
            yield Correction("other_name", changed, (name, part.name), cell.number)
            return


def _without_import(code: tuple[Code, ...], written: Written) -> Iterator[Correction]:
    for name in sorted(_free(written, written.node) & IMPORTS.keys()):
        extra = Code(-1, IMPORTS[name])
        yield Correction("import_forgotten", (extra, *code), (name,), written.cell.number)


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
        if isinstance(node, ast.Attribute) and _of_self(node) and node.attr in names
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
        if isinstance(target, ast.Attribute) and _of_self(target)
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
    every = [n for n in ast.walk(written.node) if isinstance(n, ast.Attribute) and _of_self(n)]
    stored = {node.attr for node in every if isinstance(node.ctx, ast.Store)}
    stored |= {one.name for one in written.functions}
    for node in every:
        close = difflib.get_close_matches(node.attr, stored, 1, NEAR)
        if node.attr not in stored and close and isinstance(node.ctx, ast.Load):
            end = written.span(node)[1]
            edit = (end - len(node.attr.encode()), end, close[0])
            yield (f"self.{node.attr}", f"self.{close[0]}"), (edit,)


def _names_of_the_notebook(written: Written) -> Iterator[Found]:
    """Names that a method reads although they are arguments of `__init__`, or nearly its own."""
    init = written.method("__init__")
    given = [one.arg for one in init.args.args[1:]] if init else []
    begin = next((s for s in init.body if "super" in written.text(s)), None) if init else None
    for function in written.functions:
        if function is init:
            continue
        local = sorted(_bound_in(function))
        uses = _uses(function, _free(written, function))
        for name, nodes in uses.items():
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
        uses = _uses(function, _free(written, function) - IMPORTS.keys())
        if len(unread) == 1 and function.name != "__init__":
            for name, nodes in uses.items():
                yield (name, unread[0]), tuple((*written.span(n), unread[0]) for n in nodes)


def _pair_returned(written: Written) -> Iterator[Found]:
    """Two results where the exercise has one."""
    function = written.method("forward")
    pairs = any(isinstance(node.value, ast.Tuple) for node in _returns(written.right))
    for node in _returns(function) if function and not pairs else ():
        if isinstance(node.value, ast.Tuple):
            for element in node.value.elts[:3]:
                text = written.text(element)
                yield (written.text(node.value), text), ((*written.span(node.value), text),)


def _nothing_returned(written: Written) -> Iterator[Found]:
    """A result that is computed, and not returned."""
    function = written.method("forward")
    if function is None or _returns(function) or not _returns(written.right):
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


def _of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _returns(function: ast.AST) -> list[ast.Return]:
    """The returns with a value."""
    return [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]


def _bound_in(function: ast.AST) -> set[str]:
    """The names that a function binds itself, arguments and inner definitions among them."""
    found = set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, Definition) and node is not function:
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(one.asname or one.name).partition(".")[0] for one in node.names}
    return found - {"self"}


def _free(written: Written, function: ast.AST) -> set[str]:
    """The names that it reads and does not bind; of the notebook's own its variables alone."""
    read = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
    own = _bound_in(function) | BUILTINS | {"self", "__class__", written.part.name}
    return {name for name in read - own if not (name in IMPORTS and name in written.elsewhere)}


def _uses(function: Function, names: set[str]) -> dict[str, list[ast.Name]]:
    """Where these names are read as values; what is called is a helper of the notebook."""
    called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
    found: dict[str, list[ast.Name]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in names and id(node) not in called:
            found.setdefault(node.id, []).append(node)
    return found


def _texts() -> dict[str, _Words]:
    table = Path(__file__).with_suffix(".toml").read_bytes()
    return msgspec.toml.decode(table, type=dict[str, _Words])
