"""The rules of `corrections`: each finds one kind of slip, and the edits that put it right."""

import ast
import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import permutations

from autograder.grading.written_answer import (
    TURNS,
    UNTOLD,
    Found,
    Function,
    Written,
    bound_in_self,
    of_self,
    returns,
)
from autograder.notebook.changes import MODULES
from autograder.notebook.syntax import (
    fresh_tree,
    nodes,
    not_implemented,
    parsed,
    refuses,
    without_magics,
)

MOST_LAYERS = 6
"""Of one answer: more are compared with nothing."""
TURNED = re.compile(r"\.T$|\.mT$|\.transpose\(|\.permute\(")
CLOSES = {"'('": ")", "'['": "]", "'{'": "}"}
NO_ATTRIBUTE = re.compile(r"object has no attribute '(\w+)'")
TOO_LATE = "before Module.__init__() call"
"""In torch's words: layers are made, and the base class is not."""
ANOTHERS = re.compile(r"closing parenthesis .* opening parenthesis ('.')(?: on line (\d+))?")
"""In Python's words: a bracket is closed by one of another kind."""
ENDS = re.compile(r"(?<=[\w\])}])(?![\w(.\[])")
"""Where in a line something ends that a bracket may have been around."""
MOST_LINES = 5
"""Of a call: further down its bracket is not looked for."""


def layers_renamed(written: Written) -> Iterator[Found]:
    """Layers made in `__init__` under names other than the exercise's."""
    init = written.method("__init__")
    if init is None or not written.part.layers:
        return
    made = _layers_made(init)
    missing = [name for name in written.part.layers if name not in made]
    yield from _held_together(written, init, missing)
    if any(one.attr in missing for one in written.attributes):
        # What is read under the exercise's name has no other: it was never made.
        return
    extra = [name for name in made if name not in written.part.layers]
    if not 0 < len(missing) <= len(extra) <= MOST_LAYERS:
        return
    chosen = max(permutations(extra, len(missing)), key=lambda some: _likeness(some, missing))
    names = dict(zip(chosen, missing, strict=True))
    ours = (node for node in written.attributes if node.attr in names)
    edits = tuple(written.renamed(node, names[node.attr]) for node in ours)
    yield (", ".join(f"`{name}`" for name in chosen), ", ".join(f"`{m}`" for m in missing)), edits


def _held_together(written: Written, init: Function, missing: list[str]) -> Iterator[Found]:
    """Layers in a list or a dictionary, whose own name is theirs, too."""
    for line in (one for one in init.body if isinstance(one, ast.Assign)):
        kind = re.search(r"nn\.(?:Module|Parameter)(List|Dict)\(", written.text(line.value))
        for target in line.targets if kind and len(missing) > 1 else ():
            held, end = written.text(target), written.span(line)[1]
            keys = (
                enumerate(missing)
                if kind and kind[1] == "List"
                else zip(missing, missing, strict=True)
            )
            named = (f"; self.{name} = {held}[{key!r}]" for key, name in keys)
            names = ", ".join(f"`{name}`" for name in missing)
            yield (f"`{held}`", names), ((end, end, "".join(named)),)


def without_bias(written: Written) -> Iterator[Found]:
    """Layers without a bias that the right answer's have."""
    biased = {
        target.attr
        for target, layer in _layers(written.right)
        if all(one.arg != "bias" for one in layer.keywords)
    }
    edits = tuple(
        (*written.span(one.value), "True")
        for target, layer in _layers(written.node)
        for one in layer.keywords
        if target.attr in biased and one.arg == "bias" and written.text(one.value) == "False"
    )
    if edits:
        yield (), edits


def _layers(tree: ast.AST) -> Iterator[tuple[ast.Attribute, ast.Call]]:
    """The attributes of `self` that are bound to what a call makes, with the call."""
    for node in nodes(tree, ast.Assign):
        if isinstance(node.value, ast.Call):
            own = (one for one in node.targets if isinstance(one, ast.Attribute) and of_self(one))
            yield from ((target, node.value) for target in own)


def _likeness(some: Iterable[str], missing: Iterable[str]) -> float:
    pairs = zip(some, missing, strict=True)
    return sum(difflib.SequenceMatcher(None, a.lower(), b.lower()).ratio() for a, b in pairs)


def _layers_made(init: Function) -> list[str]:
    """The attributes that are bound to something made by a class, in their order."""
    return [target.attr for target, layer in _layers(init) if _makes_layer(layer.func)]


def _makes_layer(func: ast.expr) -> bool:
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    return name[:1].isupper() and name != "Dropout"


def arguments_reordered(written: Written) -> Iterator[Found]:
    """Arguments of the exercise in another order."""
    function = written.method("__init__") or written.method("forward")
    if function is None:
        return
    # Defaults are counted from the last of both kinds.
    every, defaults = [*function.args.posonlyargs, *function.args.args], function.args.defaults
    own = [*zip(every, [*[None] * (len(every) - len(defaults)), *defaults], strict=True)]
    own = own[isinstance(written.node, ast.ClassDef) :]
    texts = {
        one.arg: written.text(one) + (f"={written.text(default)}" if default else "")
        for one, default in own
    }
    wanted = list(written.part.signature)
    if [*texts] == wanted or sorted(texts) != sorted(wanted):
        return
    (first, _), (last, default) = own[0], own[-1]
    begin, end = written.span(first)[0], written.span(default or last)[1]
    new = ", ".join(texts[name] for name in wanted)
    yield (", ".join(texts), ", ".join(wanted)), ((begin, end, new),)


def pair_returned(written: Written) -> Iterator[Found]:
    """Two results where the exercise has one."""
    function = written.method("forward")
    pairs = any(isinstance(node.value, ast.Tuple) for node in returns(written.right))
    for node in returns(function) if function and not pairs else ():
        if isinstance(node.value, ast.Tuple):
            for element in node.value.elts[:3]:
                yield written.instead(node.value, written.text(element))


def nothing_returned(written: Written) -> Iterator[Found]:
    """A result that is computed, and not returned."""
    function = written.method("forward")
    if function is None or returns(function) or not returns(written.right):
        return
    last = function.body[-1]
    end = written.span(last)[1]
    bound = [t for s in function.body if isinstance(s, ast.Assign) for t in s.targets[:1]]
    shown = [last.value] if isinstance(last, ast.Expr) else []
    printed = [v.args for v in shown if isinstance(v, ast.Call) and v.args]
    for values in (*printed, *(each[:1] for each in printed), shown, bound[-1:]):
        if text := ", ".join(map(written.text, values)):
            yield (text,), ((end, end, f"; return {text}"),)


def own_errors(written: Written) -> Iterator[Found]:
    """Assertions and raised errors of the student's own, and the stub's beside an answer."""
    for function in written.functions:
        left = [one for one in function.body[:-1] if isinstance(one, ast.Raise)]
        stub = [] if refuses(function) else filter(not_implemented, function.body[-1:])
        checks = (one for one in ast.walk(function) if isinstance(one, ast.Assert | ast.If))
        for node in (*left, *stub, *filter(_refuses, checks)):
            lines = written.text(node).splitlines()
            below = "\n" * (len(lines) - 1)
            yield (lines[0] if lines else "",), written.edits([node], f"pass{below}")


def _refuses(node: ast.Assert | ast.If) -> bool:
    if isinstance(node, ast.Assert):
        return True
    return not node.orelse and all(isinstance(one, ast.Raise) for one in node.body)


def turned_round(written: Written) -> Iterator[Found]:
    """`.T`, which turns all dimensions of a batch round, or others than the last two swapped."""
    yield from _everywhere(written, ".T", ".mT")
    for node in nodes(written.node, ast.BinOp):
        func = node.right.func if isinstance(node.right, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr in TURNS:
            kept = written.text(func.value)
            turned = written.text(node.right).removeprefix(kept)
            yield (turned, ".mT"), written.edits([node.right], f"{kept}.mT")


def viewed(written: Written) -> Iterator[Found]:
    """`view` of what does not lie in order."""
    yield from _everywhere(written, "view", "reshape")


def _everywhere(written: Written, old: str, new: str) -> Iterator[Found]:
    """Another attribute wherever the old one is read, of whatever."""
    attributes = nodes(written.node, ast.Attribute)
    places = [one for one in attributes if one.attr == old.removeprefix(".")]
    if places:
        yield (old, new), tuple(written.renamed(one, new.removeprefix(".")) for one in places)


def no_super(written: Written) -> Iterator[Found]:
    """`__init__` of a module that does not call its base class's, or calls it too late."""
    init = written.method("__init__")
    bases = written.node.bases if isinstance(written.node, ast.ClassDef) else []
    if init is None or not bases:
        return
    first, calls = init.body[0], [one for one in init.body if "super" in written.text(one)]
    late = calls and isinstance(calls[0], ast.Expr) and TOO_LATE in written.error
    if "super" in written.text(init) and not late:
        return
    if late:
        edits = written.edits(calls[:1], "pass")
        yield (), (written.before(first, "super().__init__(); "), *edits)
        return
    if isinstance(first, ast.Assign | ast.Expr | ast.AnnAssign):
        yield (), (written.before(first, "super().__init__(); "),)
    elif isinstance(first, ast.If):
        yield (), (written.before(first.test, "super().__init__() or "),)


def untransposed(written: Written) -> Iterator[Found]:
    """A product of matrices of which one has to be transposed first."""
    for node in nodes(written.node, ast.BinOp):
        text = written.text(node.right)
        if isinstance(node.op, ast.MatMult) and not TURNED.search(text):
            yield written.instead(node.right, f"({text}).mT")


def state_untransposed(written: Written) -> Iterator[Found]:
    """A state_dict of matrices that each have to be transposed first."""
    if "size mismatch for " not in written.error:
        return
    values = [value for one in nodes(written.node, ast.Dict) for value in one.values]
    values += [one.value for one in nodes(written.node, ast.DictComp)]
    if values:
        ends = (written.span(one)[1] for one in values)
        yield ("`, `".join(map(written.text, values)),), tuple((end, end, ".T") for end in ends)


def other_transposed(written: Written) -> Iterator[Found]:
    """A product of matrices of which the left one is transposed, and the right one has to be."""
    for node in nodes(written.node, ast.BinOp):
        side = node.left.func if isinstance(node.left, ast.Call) else node.left
        turned = isinstance(side, ast.Attribute) and side.attr in (*TURNS, "mT")
        if isinstance(node.op, ast.MatMult) and isinstance(side, ast.Attribute) and turned:
            new = f"{written.text(side.value)} @ ({written.text(node.right)}).mT"
            yield written.instead(node, new)


def never_made(written: Written) -> Iterator[Found]:
    """What is read of `self` and never made, as the right answer makes it of its arguments; or one
    of its arguments, kept.
    """
    (given, end), known = written.given, bound_in_self(written)
    lost = {f"self.{one.attr}" for one in written.attributes if one.attr not in known}
    for made in nodes(written.right, ast.Assign) if end else ():
        name = ast.unparse(made.targets[0])
        if name in lost:
            yield (name,), ((end, end, f"; {ast.unparse(made)}"),)
    if end and (kept := NO_ATTRIBUTE.search(written.error)) and f"self.{kept[1]}" in lost:
        name = f"self.{kept[1]}"
        yield from (((name,), ((end, end, f"; {name} = {arg}"),)) for arg in given[:MOST_LAYERS])


def made_otherwise(written: Written) -> Iterator[Found]:
    """What `__init__` makes otherwise than the right answer does of the same arguments: one line,
    or all of them.
    """
    right = {ast.unparse(one.targets[0]): one.value for one in nodes(written.right, ast.Assign)}
    known, init = {*written.given[0], *MODULES, "self"}, written.method("__init__")
    texts: list[tuple[ast.expr, str]] = []
    for line in nodes(init, ast.Assign) if init else ():
        new = right.get(written.text(line.targets[0]))
        if new and known.issuperset(one.id for one in nodes(new, ast.Name)):
            texts.append((line.value, ast.unparse(new)))
    differ = [(old, new) for old, new in texts if ast.unparse(old) != new]
    for some in (*([one] for one in differ), differ) if differ else ():
        words, _ = written.in_line(some[0][0], UNTOLD)
        yield words, written.each(some)


def one_character(source: str) -> Iterator[Found]:
    """A bracket, colon or comma that is missing, or a bracket too many: the cell is no Python."""
    lines = source.split("\n")
    for number, place, length, new in _wanted(source, lines):
        before = lines[number]
        after = before[:place] + new + before[place + length :]
        if parsed("\n".join((*lines[:number], after, *lines[number + 1 :])), fresh_tree):
            begin = len("\n".join((*lines[:number], before[:place])).encode())
            yield (before.strip(), after.strip()), ((begin, begin + length, new),)


def _wanted(source: str, lines: list[str]) -> Iterator[tuple[int, int, int, str]]:
    """The line, the column, how many characters to take out there, and what to put in; Python
    itself says where.
    """
    try:
        # What Python raises at a byte of zero, as a torn file has.
        with suppress(ValueError):
            ast.parse(without_magics(source))
        return
    except SyntaxError as error:
        said, row, column = error.msg, (error.lineno or 1) - 1, (error.offset or 1) - 1
    # Python counts lines that end otherwise, too.
    if row >= len(lines):
        return
    if "was never closed" in said:
        later = (one for one in _ends(lines, row, row + MOST_LINES) if one > (row, column))
        yield from ((*one, 0, CLOSES[said[:3]]) for one in later)
    elif another := ANOTHERS.match(said):
        first = max(int(another[2] or row + 1) - 1, row - MOST_LINES)
        earlier = (one for one in _ends(lines, first, row + 1) if one <= (row, column))
        yield from ((*one, 0, CLOSES[another[1]]) for one in earlier)
    elif said.startswith("unmatched"):
        yield row, column, 1, ""
    elif said == "expected ':'":
        yield row, column, 0, ":"
    elif lines[row][column : column + 1] == ":":
        yield row, column, 0, ")"
    else:
        if said.endswith("forgot a comma?"):
            yield from ((*one, 0, ",") for one in _ends(lines, row, row + 1))
        opened = (place for place, one in enumerate(lines[row][:column]) if one in "([")
        yield from ((row, place, 1, "") for place in opened)


def _ends(lines: list[str], first: int, behind: int) -> Iterator[tuple[int, int]]:
    """Where something ends in these lines: the last of each line first."""
    for number, line in [*enumerate(lines)][first:behind]:
        ends = [found.start() for found in ENDS.finditer(line.partition("#")[0])]
        yield from ((number, end) for end in reversed(ends))
