"""The rules of `corrections` about names: misspelt ones, of another place, and of nobody."""

import ast
import difflib
import re
from collections.abc import Iterable, Iterator
from functools import cache

import torch

from autograder.core.assignment.plan import Part
from autograder.corrections.written_answer import (
    BUILTINS,
    IMPORTS,
    OF_MODULES,
    Fix,
    Function,
    Written,
    arguments,
    bound_in,
    of_self,
    one_letter_off,
    returns,
    uses,
)
from autograder.notebook.calls import Source
from autograder.notebook.read import Code
from autograder.notebook.syntax import nodes, tree

MOST_NAMES, MOST_ALIKE = 100, 4
"""Names of one answer that are compared; and arguments that one name may stand for."""
CLOSE, NEAR = 0.7, 0.6
"""How alike two names are of which one is meant by the other; among a class's own attributes."""
MODULES = {
    "torch": torch, "nn": torch.nn, "torch.nn": torch.nn,
    "F": torch.nn.functional, "torch.nn.functional": torch.nn.functional,
}  # fmt: skip
OF_TENSORS_AND_LAYERS = (*dir(torch.Tensor), "weight", "bias")


def library_misspelt(written: Written) -> Iterator[Fix]:
    """A name that torch has in other letters, or nearly; a tensor's, if an error says so."""
    for node in nodes(written.node, ast.Attribute):
        module = ast.unparse(node.value)
        if f"object has no attribute '{node.attr}'" in written.error and not of_self(node):
            places = [attr for attr in nodes(written.node, ast.Attribute) if attr.attr == node.attr]
            for meant in difflib.get_close_matches(node.attr, OF_TENSORS_AND_LAYERS, 1, CLOSE):
                words = (f".{node.attr}", f".{meant}")
                yield words, tuple(written.renamed(place, meant) for place in places)
        if module in MODULES and not hasattr(MODULES[module], node.attr):
            names = _names_in(module)
            close = difflib.get_close_matches(node.attr.lower(), names, 1, CLOSE)
            short = [name for name in names if len(name) > 2 and node.attr.lower().startswith(name)]
            for meant in dict.fromkeys((*close, *sorted(short, key=len)[-1:])):
                words = (f"{module}.{node.attr}", f"{module}.{names[meant]}")
                yield words, (written.renamed(node, names[meant]),)


@cache
def _names_in(module: str) -> dict[str, str]:
    return {name.lower(): name for name in dir(MODULES[module]) if not name.startswith("_")}


def self_forgotten(written: Written) -> Iterator[Fix]:
    """A method without `self`, or a name that is there as an attribute of it alone."""
    if not isinstance(written.node, ast.ClassDef):
        return
    for function in written.functions:
        names = [arg.arg for arg in function.args.args]
        if names and "self" not in names and not function.decorator_list:
            head, tail = f"def {function.name}(", f"{', '.join(names)})"
            edit = written.before(function.args.args[0], "self, ")
            yield (head + tail, f"{head}self, {tail}"), (edit,)
    kept, read = written.bound_in_self - IMPORTS.keys(), list[ast.Name]()
    for function in written.functions:
        lost = written.free(function) & kept
        read += (node for node in nodes(function, ast.Name) if node.id in lost)
    if read:
        # All at once: who forgets it in three lines has made one mistake.
        forgotten = dict.fromkeys(node.id for node in read)
        words = ("`, `".join(forgotten), "`, `".join(f"self.{name}" for name in forgotten))
        yield words, tuple(written.before(node, "self.") for node in read)


def attribute_misspelt(written: Written) -> Iterator[Fix]:
    """An attribute of self that is read and never bound: nearly the name of one that is bound, or
    the only one of two names that each stand on one side, or an argument that is not kept.
    """
    names = dict.fromkeys(node.attr for node in written.attributes)
    stored = sorted(written.bound_in_self)[:MOST_NAMES]
    read = {node.attr for node in written.attributes if isinstance(node.ctx, ast.Load)}
    read |= {method.name for method in written.functions}
    unread = [name for name in stored if name not in read]
    known = {*stored, *OF_MODULES}
    lost = [name for name in names if name not in known][:MOST_NAMES]
    yield from _bound_without_self(written, lost)
    lost = [name for name in lost if name not in written.part.layers]
    for name in lost:
        longer = [attr for attr in unread if name in attr or attr in name]
        close = difflib.get_close_matches(name, stored, 1, NEAR) or longer or _misread(name, stored)
        close = close or difflib.get_close_matches(name, sorted(OF_MODULES), 1, CLOSE)
        for meant in close or (unread if len(lost) == len(unread) == 1 else ()):
            places = (node for node in written.attributes if node.attr == name)
            edits = tuple(written.renamed(node, meant) for node in places)
            yield (f"self.{name}", f"self.{meant}"), edits
        yield from _not_kept(written, name)


def _bound_without_self(written: Written, lost: list[str]) -> Iterator[Fix]:
    """Names that `__init__` binds as its own, in one line or several, and that are read of self."""
    names = {target: name for target, name in written.made.items() if name in lost}
    if names:
        words = "`, `self.".join(names.values()), "`, `".join(names.values())
        edits = tuple(written.before(target, f"self.{name} = ") for target, name in names.items())
        yield (f"self.{words[0]}", words[1]), edits


def _not_kept(written: Written, name: str) -> Iterator[Fix]:
    """An argument of `__init__` read as if it were kept; a dropout rate, called as a layer."""
    args = arguments(written.init) if written.super_call else []
    called = any(written.text(call.func) == f"self.{name}" for call in written.calls)
    for arg in difflib.get_close_matches(name, args, 1, CLOSE):
        new = f"torch.nn.Dropout({arg})" if called else arg
        yield (f"self.{name}", new), (written.after_super(f"self.{name} = {new}"),)


def _strangers(written: Written) -> Iterator[tuple[Function, str, list[ast.Name]]]:
    """Each name that a method reads and does not bind, with its places; of `__init__` none."""
    for function in (method for method in written.functions if method.name != "__init__"):
        for name, places in uses(function, written.free(function)).items():
            yield function, name, places


def name_of_the_notebook(written: Written) -> Iterator[Fix]:
    """Names that a method reads although they are arguments of `__init__`, or nearly its own."""
    args = arguments(written.init) if written.super_call else []
    for function, name, places in _strangers(written):
        if name in args:
            yield _kept(written, name, places, name)
        elif name in written.notebook_names and (meant := _nearest(name, bound_in(function))):
            yield (name, meant), written.edits(places, meant)


def variable_of_the_notebook(written: Written) -> Iterator[Fix]:
    """A variable of the notebook for an argument that is read in other lines, too; where it is only
    counted, of the argument the tokens are.
    """
    for function, name, places in _strangers(written):
        read = _values_in(function) if name in written.notebook_names else ()
        for arg in (arg for arg in arguments(function) if arg in read):
            yield (name, arg), written.edits(places, arg)
            counted = {f"{name}.shape[0]", f"{name}.size(0)", f"len({name})"}
            counts = [n for n in nodes(function, ast.expr) if written.text(n) in counted]
            if len(counts) == len(places):
                yield (name, arg), written.edits(counts, f"{arg}.shape[-2]")


def name_misspelt(written: Written) -> Iterator[Fix]:
    """A name that nothing binds, nearly one that the function binds itself, or the only one beside
    the only argument that is not read; or the notebook's that is meant by a call.
    """
    known = written.notebook_names.union(arguments(written.init), IMPORTS)
    for function in written.functions:
        local = sorted(bound_in(function))
        lost = written.free(function) - known
        if "builtin_function" in written.error:
            lost |= {node.id for node in nodes(function, ast.Name)} & BUILTINS - {*local}
        lost |= {getattr(node.value, "id", "") for node in returns(function)} & BUILTINS - {*local}
        places_of = uses(function, lost)
        read = {node.id for node in nodes(function, ast.Name)}
        unread = [arg for arg in arguments(function) if arg not in read]
        for name, places in [*places_of.items()][:MOST_NAMES]:
            above = _bound_above(function, places)
            meant = _nearest(name, above.intersection(local))
            meant = meant or "".join(difflib.get_close_matches(name, ["self"], 1, CLOSE))
            if meant or len(unread) == len(places_of) == 1:
                yield (name, meant or unread[0]), written.edits(places, meant or unread[0])
        funcs = [call.func for call in nodes(function, ast.Call) if isinstance(call.func, ast.Name)]
        elsewhere = sorted(written.notebook_names)[:MOST_NAMES]
        for name in sorted({func.id for func in funcs} & lost)[:MOST_NAMES]:
            for meant in difflib.get_close_matches(name, elsewhere, 1, CLOSE):
                yield (name, meant), written.edits([o for o in funcs if o.id == name], meant)


def _bound_above(function: Function, places: list[ast.Name]) -> set[str]:
    """The names that have a value before the first of these places: its own line has none yet."""
    line = min(place.lineno for place in places)
    above = (node for node in ast.walk(function) if getattr(node, "lineno", line) < line)
    return {arg.arg for arg in nodes(function, ast.arg)} | {
        node.id for node in above if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _kept(written: Written, name: str, places: list[ast.Name], arg: str) -> Fix:
    """What `__init__` is given, kept by it and read where a name stands."""
    new = f"self.{arg}"
    return (name, new), (written.after_super(f"{new} = {arg}"), *written.edits(places, new))


def _nearest(name: str, names: Iterable[str]) -> str | None:
    """The local name that is this one in other letters, nearly this one, or a piece of it."""
    local = sorted(names)
    alike = [var for var in local if var.lower() == name.lower()]
    close = difflib.get_close_matches(name, local, 1, CLOSE)
    short = [var for var in local if name.startswith(var) or var.startswith(name)]
    piece = [var for var in local if len(var) > 2 and (var in name or name in var)]
    return next(iter((*alike, *close, *short, *piece, *_misread(name, local))), None)


def _misread(name: str, names: Iterable[str]) -> list[str]:
    """The only known name with one other letter."""
    matches = [n for n in names if one_letter_off(n, name)]
    return matches if len(matches) == 1 else []


def inputs_read(written: Written) -> Iterator[Fix]:
    """An argument of which at most the shape is read, beside a name that is the notebook's."""
    for function, name, places in _strangers(written):
        read = _values_in(function)
        unread = [arg for arg in arguments(function) if arg not in read]
        if len(unread) == 1 and name not in IMPORTS:
            yield (name, unread[0]), written.edits(places, unread[0])


def _values_in(function: Function) -> set[str]:
    """The names that a function reads, but not `self` and not those that are only measured."""
    sized = (n for n in nodes(function, ast.Attribute) if n.attr in ("shape", "size"))
    measured = {id(n.value) for n in sized}
    return {n.id for n in nodes(function, ast.Name) if id(n) not in measured} - {"self"}


def method_misspelt(written: Written) -> Iterator[Fix]:
    """A class without the method that everybody calls, and with one of nearly that name."""
    if not isinstance(written.node, ast.ClassDef):
        return
    names = [function.name for function in written.functions]
    for meant in ("__init__", "forward"):
        close = difflib.get_close_matches(meant, names, 1, CLOSE)
        for method in written.functions:
            if meant not in names and method.name in close:
                begin = written.span(method)[0]
                end = written.cell.source.encode().index(b"(", begin)
                yield (method.name, meant), ((begin, end, f"def {meant}"),)


def method_indented(written: Written) -> Iterator[Fix]:
    """A method that stands inside another one, as deep as that one's lines: it is none then."""
    for method in written.functions if isinstance(written.node, ast.ClassDef) else ():
        for inner in (node for node in method.body if isinstance(node, Function)):
            if arguments(inner) != [arg.arg for arg in inner.args.args]:
                deep = inner.col_offset - method.col_offset
                begin, end = written.span(inner)
                text = re.sub(rf"(?m)^ {{{deep}}}", "", written.text(inner))
                yield (inner.name, method.name), ((begin - deep, end, text),)


def name_of_nobody(written: Written) -> Iterator[Fix]:
    """A name near to none: what `__init__` is given or binds may be meant; or a width."""
    args, known = arguments(written.init), IMPORTS.keys() | written.bound_in_self
    for function, name, places in _strangers(written):
        if name in known or name in args:
            continue
        likeness = {arg: difflib.SequenceMatcher(None, arg, name).ratio() for arg in args}
        likely = sorted(args, key=likeness.__getitem__, reverse=True)[:MOST_ALIKE]
        yield from (_kept(written, name, places, arg) for arg in likely if written.super_call)
        new = f"self.{name}"
        for target in (node for node, text in written.made.items() if text == name):
            yield (name, new), (written.before(target, f"{new} = "), *written.edits(places, new))
        for size in (f"{arg}.shape[-1]" for arg in arguments(function)[:MOST_ALIKE]):
            yield (name, size), written.edits(places, size)


def other_names(
    code: tuple[Code, ...], part: Part, parts: tuple[Part, ...]
) -> Iterator[tuple[Code, ast.ClassDef | Function]]:
    """What may be the answer that no cell defines: of nearly its name, or alone in its place."""
    kind = ast.ClassDef if part.kind == "class" else Function
    taken = {p.name for p in parts}
    # Of cells that define the same the first is meant.
    candidates = {
        node.name: (cell, node)
        for cell in reversed(code)
        if isinstance(module := tree(cell.source), ast.Module)
        for node in module.body
        if isinstance(node, kind) and node.name not in taken
    }
    close = difflib.get_close_matches(part.name, candidates, 1, CLOSE)
    between = _between(code, part, parts)
    placed = [
        name
        for name, (cell, node) in candidates.items()
        if cell.index in between
        # Of a function as many arguments are asked for; of a class none are.
        and (isinstance(node, ast.ClassDef) or len(node.args.args) == len(part.signature))
    ]
    yield from (candidates[name] for name in close or (placed if len(placed) == 1 else ()))


def _between(code: tuple[Code, ...], part: Part, parts: tuple[Part, ...]) -> range:
    """The cells between the answers to the parts around this one; none if one has its name."""
    source, index = Source(code), parts.index(part)
    cells = [source.cell_of(p) for p in parts]
    if cells[index] is not None:
        return range(0)
    above = [cell for cell in cells[:index] if cell is not None]
    below = [cell for cell in cells[index + 1 :] if cell is not None]
    last = max((cell.index for cell in code), default=-1)
    return range(max(above, default=-1) + 1, min(below, default=last + 1))
