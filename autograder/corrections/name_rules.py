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
    Found,
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
"""Of one answer: more are compared with nothing; and of arguments that one name may stand for."""
CLOSE, NEAR = 0.7, 0.6
"""How alike two names are of which one is meant by the other; among a class's own attributes."""
MODULES = {
    "torch": torch, "nn": torch.nn, "torch.nn": torch.nn,
    "F": torch.nn.functional, "torch.nn.functional": torch.nn.functional,
}  # fmt: skip

OF_TENSORS_AND_LAYERS = (*dir(torch.Tensor), "weight", "bias")


def library_misspelt(written: Written) -> Iterator[Found]:
    """A name that torch has in other letters, or nearly; a tensor's, if an error says so."""
    for node in nodes(written.node, ast.Attribute):
        module = ast.unparse(node.value)
        if f"object has no attribute '{node.attr}'" in written.error and not of_self(node):
            every = [one for one in nodes(written.node, ast.Attribute) if one.attr == node.attr]
            for near in difflib.get_close_matches(node.attr, OF_TENSORS_AND_LAYERS, 1, CLOSE):
                words = (f".{node.attr}", f".{near}")
                yield words, tuple(written.renamed(one, near) for one in every)
        if module in MODULES and not hasattr(MODULES[module], node.attr):
            known = _names_in(module)
            close = difflib.get_close_matches(node.attr.lower(), known, 1, CLOSE)
            short = [one for one in known if len(one) > 2 and node.attr.lower().startswith(one)]
            for near in dict.fromkeys((*close, *sorted(short, key=len)[-1:])):
                words = (f"{module}.{node.attr}", f"{module}.{known[near]}")
                yield words, (written.renamed(node, known[near]),)


@cache
def _names_in(module: str) -> dict[str, str]:
    return {name.lower(): name for name in dir(MODULES[module]) if not name.startswith("_")}


def self_forgotten(written: Written) -> Iterator[Found]:
    """A method without `self`, or a name that is there as an attribute of it alone."""
    if not isinstance(written.node, ast.ClassDef):
        return
    for function in written.functions:
        names = [one.arg for one in function.args.args]
        if names and "self" not in names and not function.decorator_list:
            head, rest = f"def {function.name}(", f"{', '.join(names)})"
            edit = written.before(function.args.args[0], "self, ")
            yield (head + rest, f"{head}self, {rest}"), (edit,)
    kept, read = written.bound_in_self - IMPORTS.keys(), list[ast.Name]()
    for function in written.functions:
        lost = written.free(function) & kept
        read += (node for node in nodes(function, ast.Name) if node.id in lost)
    if read:
        # All at once: who forgets it in three lines has made one mistake.
        forgotten = dict.fromkeys(node.id for node in read)
        words = ("`, `".join(forgotten), "`, `".join(f"self.{name}" for name in forgotten))
        yield words, tuple(written.before(node, "self.") for node in read)


def attribute_misspelt(written: Written) -> Iterator[Found]:
    """An attribute of self that is read and never bound: nearly the name of one that is bound, or
    the only one of two names that each stand on one side, or an argument that is not kept.
    """
    found = dict.fromkeys(one.attr for one in written.attributes)
    stored = sorted(written.bound_in_self)[:MOST_NAMES]
    read = {one.attr for one in written.attributes if isinstance(one.ctx, ast.Load)}
    read |= {one.name for one in written.functions}
    unread = [name for name in stored if name not in read]
    known = {*stored, *OF_MODULES}
    lost = [name for name in found if name not in known][:MOST_NAMES]
    yield from _bound_without_self(written, lost)
    lost = [name for name in lost if name not in written.part.layers]
    for name in lost:
        longer = [one for one in unread if name in one or one in name]
        close = difflib.get_close_matches(name, stored, 1, NEAR) or longer or _misread(name, stored)
        close = close or difflib.get_close_matches(name, sorted(OF_MODULES), 1, CLOSE)
        for meant in close or (unread if len(lost) == len(unread) == 1 else ()):
            mine = (one for one in written.attributes if one.attr == name)
            edits = tuple(written.renamed(one, meant) for one in mine)
            yield (f"self.{name}", f"self.{meant}"), edits
        yield from _not_kept(written, name)


def _bound_without_self(written: Written, lost: list[str]) -> Iterator[Found]:
    """Names that `__init__` binds as its own, in one line or several, and that are read of self."""
    names = {one: name for one, name in written.made.items() if name in lost}
    if names:
        words = "`, `self.".join(names.values()), "`, `".join(names.values())
        edits = tuple(written.before(one, f"self.{name} = ") for one, name in names.items())
        yield (f"self.{words[0]}", words[1]), edits


def _not_kept(written: Written, name: str) -> Iterator[Found]:
    """An argument of `__init__` read as if it were kept; a rate that is called, as a layer."""
    given, end = written.given
    calls = (one.func for one in written.calls)
    called = any(written.text(one) == f"self.{name}" for one in calls)
    for arg in difflib.get_close_matches(name, given, 1, CLOSE) if end else ():
        new = f"torch.nn.Dropout({arg})" if called else arg
        yield (f"self.{name}", new), ((end, end, f"; self.{name} = {new}"),)


def _strangers(written: Written) -> Iterator[tuple[Function, str, list[ast.Name]]]:
    """Each name that a method reads and does not bind, with its places; of `__init__` none."""
    for function in (one for one in written.functions if one.name != "__init__"):
        for name, places in uses(function, written.free(function)).items():
            yield function, name, places


def name_of_the_notebook(written: Written) -> Iterator[Found]:
    """Names that a method reads although they are arguments of `__init__`, or nearly its own."""
    given, end = written.given
    for function, name, places in _strangers(written):
        if name in given and end:
            yield _kept(written, name, places, name)
        elif name in written.elsewhere and (near := _nearest(name, sorted(bound_in(function)))):
            yield (name, near), written.edits(places, near)


def variable_of_the_notebook(written: Written) -> Iterator[Found]:
    """A variable of the notebook for an argument that is read in other lines, too; where it is only
    counted, of the argument the tokens are.
    """
    for function, name, places in _strangers(written):
        read = _values_in(function) if name in written.elsewhere else ()
        for one in (one for one in arguments(function) if one in read):
            yield (name, one), written.edits(places, one)
            counted = {f"{name}.shape[0]", f"{name}.size(0)", f"len({name})"}
            counts = [n for n in nodes(function, ast.expr) if written.text(n) in counted]
            if len(counts) == len(places):
                yield (name, one), written.edits(counts, f"{one}.shape[-2]")


def name_misspelt(written: Written) -> Iterator[Found]:
    """A name that nothing binds, nearly one that the function binds itself, or the only one beside
    the only argument that is not read; or the notebook's that is meant by a call.
    """
    for function in written.functions:
        local = sorted(bound_in(function))
        lost = written.free(function) - {*written.given[0]} - written.elsewhere - IMPORTS.keys()
        if "builtin_function" in written.error:
            lost |= {one.id for one in nodes(function, ast.Name)} & BUILTINS - {*local}
        lost |= {getattr(one.value, "id", "") for one in returns(function)} & BUILTINS - {*local}
        places_of = uses(function, lost)
        read = {one.id for one in nodes(function, ast.Name)}
        unread = [one for one in arguments(function) if one not in read]
        for name, places in [*places_of.items()][:MOST_NAMES]:
            above = _bound_above(function, places)
            near = _nearest(name, [one for one in local if one in above])
            near = near or "".join(difflib.get_close_matches(name, ["self"], 1, CLOSE))
            if near or len(unread) == len(places_of) == 1:
                yield (name, near or unread[0]), written.edits(places, near or unread[0])
        called = [one.func for one in nodes(function, ast.Call) if isinstance(one.func, ast.Name)]
        others = sorted(written.elsewhere)[:MOST_NAMES]
        for name in sorted({one.id for one in called} & lost)[:MOST_NAMES]:
            for near in difflib.get_close_matches(name, others, 1, CLOSE):
                yield (name, near), written.edits([o for o in called if o.id == name], near)


def _bound_above(function: Function, places: list[ast.Name]) -> set[str]:
    """The names that have a value before the first of these places: its own line has none yet."""
    line = min(one.lineno for one in places)
    above = (one for one in ast.walk(function) if getattr(one, "lineno", line) < line)
    return {one.arg for one in nodes(function, ast.arg)} | {
        one.id for one in above if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }


def _kept(written: Written, name: str, places: list[ast.Name], arg: str) -> Found:
    """What `__init__` is given, kept by it and read where a name stands."""
    end, new = written.given[1], f"self.{arg}"
    return (name, new), ((end, end, f"; {new} = {arg}"), *written.edits(places, new))


def _nearest(name: str, local: list[str]) -> str | None:
    """The local name that is this one in other letters, nearly this one, or a piece of it."""
    alike = [one for one in local if one.lower() == name.lower()]
    close = difflib.get_close_matches(name, local, 1, CLOSE)
    short = [one for one in local if name.startswith(one) or one.startswith(name)]
    piece = [one for one in local if len(one) > 2 and (one in name or name in one)]
    return next(iter((*alike, *close, *short, *piece, *_misread(name, local))), None)


def _misread(name: str, known: Iterable[str]) -> list[str]:
    """The only known name with one other letter."""
    found = [one for one in known if one_letter_off(one, name)]
    return found if len(found) == 1 else []


def inputs_read(written: Written) -> Iterator[Found]:
    """An argument of which at most the shape is read, beside a name that is the notebook's."""
    for function, name, places in _strangers(written):
        read = _values_in(function)
        unread = [one for one in arguments(function) if one not in read]
        if len(unread) == 1 and name not in IMPORTS:
            yield (name, unread[0]), written.edits(places, unread[0])


def _values_in(function: Function) -> set[str]:
    """The names that a function reads, but not `self` and not those that are only measured."""
    sized = (n for n in nodes(function, ast.Attribute) if n.attr in ("shape", "size"))
    asked = {id(n.value) for n in sized}
    return {n.id for n in nodes(function, ast.Name) if id(n) not in asked} - {"self"}


def method_misspelt(written: Written) -> Iterator[Found]:
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


def method_indented(written: Written) -> Iterator[Found]:
    """A method that stands inside another one, as deep as that one's lines: it is none then."""
    for method in written.functions if isinstance(written.node, ast.ClassDef) else ():
        for inner in (one for one in method.body if isinstance(one, Function)):
            if arguments(inner) != [one.arg for one in inner.args.args]:
                deep = inner.col_offset - method.col_offset
                begin, end = written.span(inner)
                text = re.sub(rf"(?m)^ {{{deep}}}", "", written.text(inner))
                yield (inner.name, method.name), ((begin - deep, end, text),)


def name_of_nobody(written: Written) -> Iterator[Found]:
    """A name near to none: what `__init__` is given or binds may be meant; or a width."""
    (given, end), known = written.given, IMPORTS.keys() | written.bound_in_self
    for function, name, places in _strangers(written):
        if name in known or name in given:
            continue
        alike = {arg: difflib.SequenceMatcher(None, arg, name).ratio() for arg in given}
        likely = sorted(given, key=alike.__getitem__, reverse=True)[:MOST_ALIKE]
        yield from (_kept(written, name, places, arg) for arg in likely if end)
        new = f"self.{name}"
        for made in (one for one, text in written.made.items() if text == name):
            yield (name, new), (written.before(made, f"{new} = "), *written.edits(places, new))
        for size in (f"{arg}.shape[-1]" for arg in arguments(function)[:MOST_ALIKE]):
            yield (name, size), written.edits(places, size)


def other_names(
    code: tuple[Code, ...], part: Part, parts: tuple[Part, ...]
) -> Iterator[tuple[Code, ast.ClassDef | Function]]:
    """What may be the answer that no cell defines: of nearly its name, or alone in its place."""
    kind = ast.ClassDef if part.kind == "class" else Function
    taken = {one.name for one in parts}
    # Of cells that define the same the first is meant.
    found = {
        node.name: (cell, node)
        for cell in reversed(code)
        if isinstance(module := tree(cell.source), ast.Module)
        for node in module.body
        if isinstance(node, kind) and node.name not in taken
    }
    close = difflib.get_close_matches(part.name, found, 1, CLOSE)
    between = _between(code, part, parts)
    there = [
        name
        for name, (cell, node) in found.items()
        if cell.index in between
        # Of a function as many arguments are asked for; of a class none are.
        and (isinstance(node, ast.ClassDef) or len(node.args.args) == len(part.signature))
    ]
    yield from (found[name] for name in close or (there if len(there) == 1 else ()))


def _between(code: tuple[Code, ...], part: Part, parts: tuple[Part, ...]) -> range:
    """The cells between the answers to the parts around this one; none if one has its name."""
    source, here = Source(code), parts.index(part)
    cells = [source.cell_of(one) for one in parts]
    if cells[here] is not None:
        return range(0)
    above = [cell for cell in cells[:here] if cell is not None]
    below = [cell for cell in cells[here + 1 :] if cell is not None]
    last = max((one.index for one in code), default=-1)
    return range(max(above, default=-1) + 1, min(below, default=last + 1))
