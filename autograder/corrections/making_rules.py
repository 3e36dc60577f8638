"""The rules of `corrections` about what `__init__` makes, under which names, and lost results."""

import ast
import difflib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations, product

import torch

from autograder.corrections.written_answer import (
    MOST_LAYERS,
    NO_FUNCTION,
    OF_MODULES,
    UNTOLD,
    Edit,
    Fix,
    Function,
    Written,
    alone_and_together,
    arguments,
    of_self,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import nodes

NO_ATTRIBUTE = re.compile(r"object has no attribute '(\w+)'")


def names_changed(written: Written) -> Iterator[Fix]:
    """Layers made in `__init__` under names other than the exercise's."""
    kinds = {target.attr: written.text(layer.func) for target, layer in _layers(written.init)}
    made = [name for name, kind in kinds.items() if re.search(r"\b(?!Dropout$)[A-Z]\w*$", kind)]
    made += _kept(written.init, written.part.layers)
    missing = [name for name in written.part.layers if name not in made]
    yield from _held_together(written, missing)
    yield from _in_one_layer(written, missing)
    if isinstance(written.node, ast.FunctionDef):
        yield from _of_given_modules(written)
    extra = [name for name in made if name not in written.part.layers]
    if any(node.attr in missing for node in written.attributes):
        # What is read under the exercise's name was made under nearly that name, or never.
        read = {node.attr for node in written.attributes if isinstance(node.ctx, ast.Load)}
        missing = [name for name in missing if name in read]
        close = (difflib.get_close_matches(name, extra, 1) for name in missing)
        extra = [name for matches in close for name in matches if name not in read]
    if not 0 < len(missing) <= len(extra) <= MOST_LAYERS:
        return
    # What is made as the exercise's own is meant by it: of ones, or as an embedding.
    own, right = _calls_by_layer(written.init), _calls_by_layer(written.solution)
    names = _paired(extra, missing, lambda old, name: len(own[old] & right[name]))
    used = (node for node in written.attributes if node.attr in names)
    yield _called_otherwise(names), tuple(written.renamed(node, names[node.attr]) for node in used)


def _kept(init: Function, layers: Iterable[str]) -> list[str]:
    """The names under which `init` keeps layers that it is given."""
    lines = (line for line in nodes(init, ast.Assign) if getattr(line.value, "id", "") in layers)
    targets = (target for line in lines for target in line.targets)
    return [node.attr for node in targets if isinstance(node, ast.Attribute) and of_self(node)]


def _paired(
    names: list[str], others: list[str], in_common: Callable[[str, str], int] = lambda *_: 0
) -> dict[str, str]:
    """Names with others, of whichever are fewer each with one, so that they are most alike."""
    likeness = {
        (name, other): in_common(name, other)
        + difflib.SequenceMatcher(None, name.lower(), other.lower()).ratio()
        for name, other in product(names, others)
    }
    if len(names) < len(others):
        pairings = [[*zip(names, pick, strict=True)] for pick in permutations(others, len(names))]
    else:
        pairings = [[*zip(pick, others, strict=True)] for pick in permutations(names, len(others))]
    return dict(max(pairings, key=lambda pairs: sum(map(likeness.__getitem__, pairs))))


def _calls_by_layer(tree: ast.AST) -> defaultdict[str, set[str]]:
    """By layer the names of what is called to make it."""
    called = defaultdict[str, set[str]](set)
    for target, layer in _layers(tree):
        for call in nodes(layer, ast.Call):
            called[target.attr].add(ast.unparse(call.func).rpartition(".")[2])
    return called


def _called_otherwise(names: dict[str, str]) -> tuple[str, ...]:
    return tuple(", ".join(f"`{name}`" for name in side) for side in (names, names.values()))


def _of_given_modules(written: Written) -> Iterator[Fix]:
    """The layers of a module that is given, under other names than the exercise's."""
    right = next(nodes(written.solution, ast.FunctionDef), NO_FUNCTION)
    layers = dict.fromkeys(_layers_of(right)) if right.name == written.part.name else {}
    extra = [name for name in dict.fromkeys(_layers_of(written.forward)) if name not in layers]
    if not 0 < len(extra) <= len(layers) <= MOST_LAYERS:
        return
    names = _paired(extra, [*layers])
    read = (node for node in nodes(written.forward, ast.Attribute) if node.attr in names)
    edits = [written.renamed(node, names[node.attr]) for node in read]
    for key in nodes(written.forward, ast.Constant):
        name, dot, tail = str(key.value).partition(".")
        edits += written.edits([key], repr(f"{names[name]}{dot}{tail}")) if name in names else ()
    yield _called_otherwise(names), tuple(edits)


def _layers_of(function: Function) -> Iterator[str]:
    """The layers that it reads or binds of its arguments, also by names and keys of a state."""
    args, reserved = arguments(function), OF_MODULES.union(dir(torch.Tensor))
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in args:
            yield from [node.attr] if node.attr not in reserved else ()
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.removesuffix(".weight").removesuffix(".bias")
            yield from [name] if name.isidentifier() else ()


def _held_together(written: Written, missing: list[str]) -> Iterator[Fix]:
    """Layers in a list or a dictionary, whose own name is theirs, too."""
    for line in (line for line in written.init.body if isinstance(line, ast.Assign)):
        kind = re.search(r"nn\.(?:Module|Parameter)(List|Dict)\(", written.text(line.value))
        for target in line.targets if kind and len(missing) > 1 else ():
            held = written.text(target)
            keys = [*range(len(missing))] if kind and kind[1] == "List" else missing
            pairs = zip(missing, keys, strict=True)
            texts = (f"; self.{name} = {held}[{key!r}]" for name, key in pairs)
            names = ", ".join(f"`{name}`" for name in missing)
            yield (f"`{held}`", names), (written.after(line, "".join(texts)),)


def _in_one_layer(written: Written, missing: list[str]) -> Iterator[Fix]:
    """One layer as wide as all that are missing together."""
    for target, layer in _layers(written.init) if missing else ():
        width = layer.args[1] if len(layer.args) > 1 else None
        sides = [width.left, width.right] if isinstance(width, ast.BinOp) else []
        single = [text for text in map(written.text, sides) if text != str(len(missing))]
        if width and len(sides) == 2 and len(single) == 1:
            narrow = written.text(layer).replace(written.text(width), single[0])
            line = "; ".join(f"self.{name} = {narrow}" for name in missing)
            calls = (call for call in written.calls if call.func in written.attributes)
            of_layer = [call for call in calls if written.text(call.func) == written.text(target)]
            joined = [(call, _joined(written, call, missing)) for call in of_layer]
            edit = (written.span(target)[0], written.span(layer)[1], line)
            names = {target.attr: ", ".join(missing)}
            yield _called_otherwise(names), (edit, *written.each(joined))


def _joined(written: Written, call: ast.Call, layers: list[str]) -> str:
    args = ", ".join(map(written.text, call.args))
    return f"torch.cat([{', '.join(f'self.{name}({args})' for name in layers)}], dim=-1)"


def bias_edits(written: Written) -> tuple[Edit, ...]:
    """Edits that give the layers a bias which have none, where the solution's layers have one."""
    biased = {
        target.attr
        for target, layer in _layers(written.solution)
        if all(word.arg != "bias" for word in layer.keywords)
    }
    return tuple(
        (*written.span(word.value), "True")
        for target, layer in _layers(written.node)
        for word in layer.keywords
        if target.attr in biased and word.arg == "bias" and written.text(word.value) != "True"
    )


def _layers(tree: ast.AST) -> Iterator[tuple[ast.Attribute, ast.Call]]:
    """The attributes of `self` that are bound to what a call makes, with the call."""
    return (
        (target, node.value)
        for node in nodes(tree, ast.Assign)
        if isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Attribute) and of_self(target)
    )


def result_thrown_away(written: Written) -> Iterator[Fix]:
    """A method, layer or function of torch that returns a new tensor, which is not kept."""
    layers = {target.attr for target, _ in _layers(written.init)}
    values = (line.value for line in nodes(written.node, ast.Expr))
    for call in (value for value in values if isinstance(value, ast.Call)):
        owner, _, name = written.text(call.func).rpartition(".")
        arg = written.text(call.args[0]) if call.args else ""
        is_function = owner in MODULES and hasattr(torch.Tensor, name)
        of_layer = owner == "self" and name in layers
        tensor = owner if hasattr(torch.Tensor, f"{name}_") and not is_function else ""
        tensor = arg if is_function or of_layer else tensor
        if tensor.isidentifier():
            yield written.instead(call, f"{tensor} = {written.text(call)}")


def never_made(written: Written) -> Iterator[Fix]:
    """What is read of `self` and never made: as the right answer makes it; by a method that nobody
    called; or an argument, kept. What all of the class share: lists and dictionaries.
    """
    bound, attributes = written.bound_in_self, written.attributes if written.super_call else []
    lost = {f"self.{node.attr}" for node in attributes if node.attr not in bound}
    for line in nodes(written.solution, ast.Assign):
        name = ast.unparse(line.targets[0])
        if name in lost:
            yield (name,), (written.after_super(ast.unparse(line)),)
    body = (line for line in written.node.body if isinstance(line, ast.Assign))
    shared = [line for line in body if isinstance(line.value, ast.List | ast.Dict)]
    if shared and written.super_call:
        names = "`, `".join(f"self.{written.text(line.targets[0])}" for line in shared)
        texts = "; ".join(f"self.{written.text(line)}" for line in shared)
        yield (names,), (written.after_super(texts),)
    kept = NO_ATTRIBUTE.search(written.error) if written.super_call else None
    name = f"self.{kept[1]}" if kept else ""
    for arg in arguments(written.init)[:MOST_LAYERS] if name in lost else ():
        yield (name,), (written.after_super(f"{name} = {arg}"),)
    for method in written.functions if kept else ():
        made = (node for node in nodes(method, ast.Attribute) if isinstance(node.ctx, ast.Store))
        uncalled = method is not written.init and not arguments(method)
        if uncalled and name in map(written.text, made):
            yield (name,), (written.after_super(f"self.{method.name}()"),)


def made_otherwise(written: Written) -> Iterator[Fix]:
    """What `__init__` makes otherwise than the right answer does: one line, or all of them."""
    right = {ast.unparse(n.targets[0]): n.value for n in nodes(written.solution, ast.Assign)}
    names, texts = {*arguments(written.init), *MODULES, "self"}, list[tuple[ast.expr, str]]()
    for line in nodes(written.init, ast.Assign):
        new = right.get(written.text(line.targets[0]))
        if new and names.issuperset(name.id for name in nodes(new, ast.Name)):
            texts.append((line.value, ast.unparse(new)))
    differ = [(old, new) for old, new in texts if ast.unparse(old) != new]
    for changes in alone_and_together(differ):
        words, _ = written.in_line(changes[0][0], UNTOLD)
        yield words, written.each(changes)
