"""The rules of `corrections` about layers: their names, how they are made, results not kept."""

import ast
import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product

import torch

from autograder.corrections.written_answer import (
    NONE,
    OF_MODULES,
    UNTOLD,
    Edit,
    Found,
    Function,
    Written,
    arguments,
    of_self,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

MOST_LAYERS = 6
"""Of one answer: more are compared with nothing."""
NO_ATTRIBUTE = re.compile(r"object has no attribute '(\w+)'")


def names_changed(written: Written) -> Iterator[Found]:
    """Layers made in `__init__` under names other than the exercise's."""
    every = {target.attr: written.text(layer.func) for target, layer in _layers(written.init)}
    made = [name for name, kind in every.items() if re.search(r"\b(?!Dropout$)[A-Z]\w*$", kind)]
    made += _kept(written.init, written.part.layers)
    missing = [name for name in written.part.layers if name not in made]
    yield from _held_together(written, missing)
    yield from _in_one_layer(written, missing)
    if isinstance(written.node, ast.FunctionDef):
        yield from _of_given_modules(written)
    extra = [name for name in made if name not in written.part.layers]
    if any(one.attr in missing for one in written.attributes):
        # What is read under the exercise's name was made under nearly that name, or never.
        read = {one.attr for one in written.attributes if isinstance(one.ctx, ast.Load)}
        missing = [name for name in missing if name in read]
        close = (difflib.get_close_matches(name, extra, 1) for name in missing)
        extra = [name for some in close for name in some if name not in read]
    if not 0 < len(missing) <= len(extra) <= MOST_LAYERS:
        return
    right = {target.attr: ast.unparse(layer.func) for target, layer in _layers(written.right)}
    # Of a table and an embedding the one is meant that is made as the exercise's own is.
    alike = {
        (own, name): (every.get(own) == right.get(name))
        + difflib.SequenceMatcher(None, own.lower(), name.lower()).ratio()
        for own, name in product(extra, missing)
    }
    names = _paired(extra, missing, alike)
    ours = (node for node in written.attributes if node.attr in names)
    yield _called_otherwise(names), tuple(written.renamed(node, names[node.attr]) for node in ours)


def _kept(init: Function, layers: Iterable[str]) -> list[str]:
    """The names under which `init` keeps layers that it is given."""
    lines = (one for one in nodes(init, ast.Assign) if getattr(one.value, "id", "") in layers)
    targets = (target for line in lines for target in line.targets)
    return [one.attr for one in targets if isinstance(one, ast.Attribute) and of_self(one)]


def _paired(
    mine: list[str], known: list[str], likeness: Mapping[tuple[str, str], float]
) -> dict[str, str]:
    """Names with others, of whichever are fewer each with one, so that they are most alike."""
    if len(mine) < len(known):
        pairings = [[*zip(mine, some, strict=True)] for some in permutations(known, len(mine))]
    else:
        pairings = [[*zip(some, known, strict=True)] for some in permutations(mine, len(known))]
    return dict(max(pairings, key=lambda pairs: sum(map(likeness.__getitem__, pairs))))


def _called_otherwise(names: dict[str, str]) -> tuple[str, str]:
    old, new = (", ".join(f"`{name}`" for name in some) for some in (names, names.values()))
    return old, new


def _of_given_modules(written: Written) -> Iterator[Found]:
    """The layers of a module that is given, under other names than the exercise's."""
    right = next(nodes(written.right, ast.FunctionDef), NONE)
    known = dict.fromkeys(_layers_of(right)) if right.name == written.part.name else {}
    mine = [name for name in dict.fromkeys(_layers_of(written.forward)) if name not in known]
    if not 0 < len(mine) <= len(known) <= MOST_LAYERS:
        return
    likeness = {
        (own, name): difflib.SequenceMatcher(None, own.lower(), name.lower()).ratio()
        for own, name in product(mine, known)
    }
    names = _paired(mine, [*known], likeness)
    read = (one for one in nodes(written.forward, ast.Attribute) if one.attr in names)
    edits = [written.renamed(one, names[one.attr]) for one in read]
    for key in nodes(written.forward, ast.Constant):
        name, dot, rest = str(key.value).partition(".")
        edits += written.edits([key], repr(f"{names[name]}{dot}{rest}")) if name in names else ()
    yield _called_otherwise(names), tuple(edits)


def _layers_of(function: Function) -> Iterator[str]:
    """The layers that it reads or binds of its arguments, also by names and keys of a state."""
    args, others = arguments(function), OF_MODULES.union(dir(torch.Tensor))
    for one in ast.walk(function):
        if isinstance(one, ast.Attribute) and getattr(one.value, "id", "") in args:
            yield from [one.attr] if one.attr not in others else ()
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            name = one.value.removesuffix(".weight").removesuffix(".bias")
            yield from [name] if name.isidentifier() else ()


def _held_together(written: Written, missing: list[str]) -> Iterator[Found]:
    """Layers in a list or a dictionary, whose own name is theirs, too."""
    for line in (one for one in written.init.body if isinstance(one, ast.Assign)):
        kind = re.search(r"nn\.(?:Module|Parameter)(List|Dict)\(", written.text(line.value))
        for target in line.targets if kind and len(missing) > 1 else ():
            held, end = written.text(target), written.span(line)[1]
            keys = [*range(len(missing))] if kind and kind[1] == "List" else missing
            pairs = zip(missing, keys, strict=True)
            named = (f"; self.{name} = {held}[{key!r}]" for name, key in pairs)
            names = ", ".join(f"`{name}`" for name in missing)
            yield (f"`{held}`", names), ((end, end, "".join(named)),)


def _in_one_layer(written: Written, missing: list[str]) -> Iterator[Found]:
    """One layer as wide as all that are missing together."""
    for target, layer in _layers(written.init) if missing else ():
        width = layer.args[1] if len(layer.args) > 1 else None
        sides = [width.left, width.right] if isinstance(width, ast.BinOp) else []
        single = [text for text in map(written.text, sides) if text != str(len(missing))]
        if width and len(sides) == 2 and len(single) == 1:
            one = written.text(layer).replace(written.text(width), single[0])
            made = "; ".join(f"self.{name} = {one}" for name in missing)
            calls = (call for call in written.calls if call.func in written.attributes)
            mine = [call for call in calls if written.text(call.func) == written.text(target)]
            joined = [(call, _joined(written, call, missing)) for call in mine]
            edit = (written.span(target)[0], written.span(layer)[1], made)
            names = {target.attr: ", ".join(missing)}
            yield _called_otherwise(names), (edit, *written.each(joined))


def _joined(written: Written, call: ast.Call, layers: list[str]) -> str:
    given = ", ".join(map(written.text, call.args))
    return f"torch.cat([{', '.join(f'self.{name}({given})' for name in layers)}], dim=-1)"


def without_bias(written: Written) -> tuple[Edit, ...]:
    """What gives the layers a bias that have none and whose counterparts in the right answer do."""
    biased = {
        target.attr
        for target, layer in _layers(written.right)
        if all(one.arg != "bias" for one in layer.keywords)
    }
    return tuple(
        (*written.span(one.value), "True")
        for target, layer in _layers(written.node)
        for one in layer.keywords
        if target.attr in biased and one.arg == "bias" and written.text(one.value) != "True"
    )


def _layers(tree: ast.AST) -> Iterator[tuple[ast.Attribute, ast.Call]]:
    """The attributes of `self` that are bound to what a call makes, with the call."""
    for node in nodes(tree, ast.Assign):
        if isinstance(node.value, ast.Call):
            own = (one for one in node.targets if isinstance(one, ast.Attribute) and of_self(one))
            yield from ((target, node.value) for target in own)


def result_thrown_away(written: Written) -> Iterator[Found]:
    """A method, layer or function of torch that returns a new tensor, which is not kept."""
    layers = {target.attr for target, _ in _layers(written.init)}
    values = (one.value for one in nodes(written.node, ast.Expr))
    for call in (one for one in values if isinstance(one, ast.Call)):
        of, _, name = written.text(call.func).rpartition(".")
        given = written.text(call.args[0]) if call.args else ""
        is_function = of in MODULES and hasattr(torch.Tensor, name)
        of_layer = of == "self" and name in layers
        tensor = of if hasattr(torch.Tensor, f"{name}_") and not is_function else ""
        tensor = given if is_function or of_layer else tensor
        if tensor.isidentifier():
            yield written.instead(call, f"{tensor} = {written.text(call)}")


def never_made(written: Written) -> Iterator[Found]:
    """What is read of `self` and never made: as the right answer makes it; or an argument, kept."""
    (given, end), known = written.given, written.bound_in_self
    lost = {f"self.{one.attr}" for one in written.attributes if one.attr not in known}
    for made in nodes(written.right, ast.Assign) if end else ():
        name = ast.unparse(made.targets[0])
        if name in lost:
            yield (name,), ((end, end, f"; {ast.unparse(made)}"),)
    if end and (kept := NO_ATTRIBUTE.search(written.error)) and f"self.{kept[1]}" in lost:
        name = f"self.{kept[1]}"
        yield from (((name,), ((end, end, f"; {name} = {arg}"),)) for arg in given[:MOST_LAYERS])


def made_otherwise(written: Written) -> Iterator[Found]:
    """What `__init__` makes otherwise than the right answer does: one line, or all of them."""
    right = {ast.unparse(one.targets[0]): one.value for one in nodes(written.right, ast.Assign)}
    known, texts = {*written.given[0], *MODULES, "self"}, list[tuple[ast.expr, str]]()
    for line in nodes(written.init, ast.Assign):
        new = right.get(written.text(line.targets[0]))
        if new and known.issuperset(one.id for one in nodes(new, ast.Name)):
            texts.append((line.value, ast.unparse(new)))
    differ = [(old, new) for old, new in texts if ast.unparse(old) != new]
    for some in (*([one] for one in differ), differ) if differ else ():
        words, _ = written.in_line(some[0][0], UNTOLD)
        yield words, written.each(some)
