"""The rules of `corrections` about statements, the base class, `__init__`, and unparsable cells."""

import ast
import difflib
import keyword
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from autograder.corrections.written_answer import NO_FUNCTION, TRANSPOSES, Fix, Written, returns
from autograder.notebook.syntax import (
    fresh_tree,
    nodes,
    not_implemented,
    parsed,
    refuses,
    without_magics,
)

IS_TRANSPOSED = re.compile(r"\.T$|\.mT$|\.transpose\(|\.permute\(")
CLOSES = {"'('": ")", "'['": "]", "'{'": "}"}
LACKS = {"expected ':'": ":", "expected '('": "()"}
TOO_LATE = "before Module.__init__() call"
"""In torch's words: layers are made, and the base class is not."""
ANOTHERS = re.compile(r"closing parenthesis .* opening parenthesis ('.')(?: on line (\d+))?")
"""In Python's words: a bracket is closed by one of another kind."""
ENDS = re.compile(r"(?<=[\w\])}])(?![\w(.\[])")
"""Where in a line something ends that a bracket may have been around."""
NO_BASE = re.compile(r"(class\s+\w+)(?:\s*\(\s*\))?")
"""What a class begins with that names no base class."""
BEGINS = re.compile(r"^([ \t]*)(\w*)")
"""A line's indentation, and its first word."""
MOST_PLACES = 64
"""Of a cell: at each it is read again, and hostile code has room for thousands."""
MOST_LINES = 5
"""Of a call: further down its bracket is not looked for."""


def arguments_reordered(written: Written) -> Iterator[Fix]:
    """Arguments of the exercise in another order."""
    function = written.forward if written.init is NO_FUNCTION else written.init
    # Defaults are counted from the last of both kinds.
    args, defaults = [*function.args.posonlyargs, *function.args.args], function.args.defaults
    pairs = [*zip(args, [*[None] * (len(args) - len(defaults)), *defaults], strict=True)]
    pairs = pairs[isinstance(written.node, ast.ClassDef) :]
    texts = {arg.arg: written.text(arg) for arg, _ in pairs}
    order = list(written.part.signature)
    if [*texts] == order or sorted(texts) != sorted(order):
        return
    (first, _), (last, default) = pairs[0], pairs[-1]
    begin, end = written.span(first)[0], written.span(default or last)[1]
    suffixes = {arg.arg: f"={written.text(default)}" for arg, default in pairs if default}
    # Behind an argument with a default Python takes none without.
    start = next((place for place, name in enumerate(order) if name in suffixes), len(order))
    suffixes = dict.fromkeys(order[start:], "=None") | suffixes
    new = ", ".join(texts[name] + suffixes.get(name, "") for name in order)
    yield (", ".join(texts), ", ".join(order)), ((begin, end, new),)


def assert_on_a_tuple(written: Written) -> Iterator[Fix]:
    """An assertion of brackets around a condition and its message, which always holds."""
    for node in nodes(written.node, ast.Assert):
        if isinstance(node.test, ast.Tuple) and len(node.test.elts) == 2 and node.msg is None:
            yield written.instead(node.test, ", ".join(map(written.text, node.test.elts)))


def pair_returned(written: Written) -> Iterator[Fix]:
    """Two results where the exercise has one."""
    pairs = any(isinstance(node.value, ast.Tuple) for node in returns(written.solution))
    for node in () if pairs else returns(written.forward):
        if isinstance(node.value, ast.Tuple):
            for element in node.value.elts[:3]:
                yield written.instead(node.value, written.text(element))


def no_return(written: Written) -> Iterator[Fix]:
    """A result that is computed, and not returned; in each branch its own."""
    if returns(written.forward) or not returns(written.solution):
        return
    blocks = [(body[-1], _results(written, body)) for body in _branches(written.forward.body)]
    for number in range(max(len(texts) for _, texts in blocks)):
        chosen = {last: texts[min(number, len(texts) - 1)] for last, texts in blocks if texts}
        # Behind a loop, and not in it.
        begins = (f"\n{' ' * end.col_offset}" if hasattr(end, "body") else "; " for end in chosen)
        lines = map("{}return {}".format, begins, chosen.values())
        told = "`, `".join(dict.fromkeys(chosen.values()))
        yield (told,), tuple(map(written.after, chosen, lines))


def _branches(body: list[ast.stmt]) -> list[list[ast.stmt]]:
    """The statements that a function ends with, for each way through its last condition."""
    last = body[-1]
    ways = [way for way in (last.body, last.orelse) if way] if isinstance(last, ast.If) else []
    return [branch for way in ways for branch in _branches(way)] or [body]


def _results(written: Written, body: list[ast.stmt]) -> list[str]:
    """What these statements may have been meant to return: what they print, show or bind last."""
    bound = [t for s in body if isinstance(s, ast.Assign) for t in s.targets[:1]]
    shown = [line.value for line in body[-1:] if isinstance(line, ast.Expr)]
    printed = [v.args for v in shown if isinstance(v, ast.Call) and v.args]
    choices = (*printed, *(args[:1] for args in printed), shown, bound[-1:])
    return [text for values in choices if (text := ", ".join(map(written.text, values)))]


def own_error(written: Written) -> Iterator[Fix]:
    """Assertions and raised errors of the student's own, and the stub's beside an answer."""
    for function in written.functions:
        raises = [line for line in function.body[:-1] if isinstance(line, ast.Raise)]
        stub = [] if refuses(function) else filter(not_implemented, function.body[-1:])
        checks = (check for check in ast.walk(function) if isinstance(check, ast.Assert | ast.If))
        for node in (*raises, *stub, *filter(_is_own_check, checks)):
            lines = written.text(node).splitlines()
            below = "\n" * (len(lines) - 1)
            yield (lines[0] if lines else "",), written.edits([node], f"pass{below}")


def _is_own_check(node: ast.Assert | ast.If) -> bool:
    if isinstance(node, ast.Assert):
        return True
    return not node.orelse and all(isinstance(line, ast.Raise) for line in node.body)


def dot_t(written: Written) -> Iterator[Fix]:
    """`.T`, which turns all dimensions of a batch round, or others than the last two swapped."""
    yield from _everywhere(written, ".T", ".mT")
    for node in nodes(written.node, ast.BinOp):
        func = node.right.func if isinstance(node.right, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr in TRANSPOSES and func.attr != "T":
            kept = written.text(func.value)
            transposed = written.text(node.right).removeprefix(kept)
            yield (transposed, ".mT"), written.edits([node.right], f"{kept}.mT")


def viewed_without_contiguous(written: Written) -> Iterator[Fix]:
    """`view` of what does not lie in order."""
    yield from _everywhere(written, "view", "reshape")


def _everywhere(written: Written, old: str, new: str) -> Iterator[Fix]:
    """Another attribute wherever the old one is read, of whatever."""
    attributes = nodes(written.node, ast.Attribute)
    places = [place for place in attributes if place.attr == old.removeprefix(".")]
    if places:
        yield (old, new), tuple(written.renamed(place, new.removeprefix(".")) for place in places)


def no_super(written: Written) -> Iterator[Fix]:
    """`__init__` of a module that does not call its base class's, or calls it too late."""
    if not getattr(written.node, "bases", ()):
        return
    first, called = written.init.body[0], "super().__init__(); "
    late = [line for line in written.init.body if "super" in written.text(line)][:1]
    if late and written.text(late[0]).startswith("super."):
        begin = written.span(late[0])[0] + len("super")
        yield (), ((begin, begin, "()"),)
    elif late and isinstance(late[0], ast.Expr) and TOO_LATE in written.error:
        yield (), (written.before(first, called), *written.edits(late, "pass"))
    elif "super" in written.text(written.init):
        return
    elif isinstance(first, ast.Assign | ast.Expr | ast.AnnAssign):
        yield (), (written.before(first, called),)
    elif isinstance(first, ast.If):
        yield (), (written.before(first.test, "super().__init__() or "),)


def no_base(written: Written) -> Iterator[Fix]:
    """A class built upon nothing, where the right answer's is a module."""
    is_module = any(definition.bases for definition in nodes(written.solution, ast.ClassDef))
    node = written.node if isinstance(written.node, ast.ClassDef) and is_module else None
    match = NO_BASE.match(written.text(written.node))
    if match and node and not (node.bases or node.keywords):
        begin = written.span(written.node)[0]
        edit = begin, begin + len(match[0].encode()), f"{match[1]}(torch.nn.Module)"
        yield (written.node.name,), (edit,)


def untransposed(written: Written) -> Iterator[Fix]:
    """A product of matrices of which one has to be transposed first."""
    for node in nodes(written.node, ast.BinOp):
        text = written.text(node.right)
        if isinstance(node.op, ast.MatMult) and not IS_TRANSPOSED.search(text):
            yield written.instead(node.right, f"({text}).mT")


def state_untransposed(written: Written) -> Iterator[Fix]:
    """A state_dict of matrices that each have to be transposed first."""
    if "size mismatch for " not in written.error:
        return
    values = [value for node in nodes(written.node, ast.Dict) for value in node.values]
    values += [node.value for node in nodes(written.node, ast.DictComp)]
    if values:
        edits = tuple(written.after(value, ".T") for value in values)
        yield ("`, `".join(map(written.text, values)),), edits


def other_transposed(written: Written) -> Iterator[Fix]:
    """A product of matrices of which the left one is transposed, and the right one has to be."""
    for node in nodes(written.node, ast.BinOp):
        side = node.left.func if isinstance(node.left, ast.Call) else node.left
        transposed = isinstance(side, ast.Attribute) and side.attr in (*TRANSPOSES, "mT")
        if isinstance(node.op, ast.MatMult) and isinstance(side, ast.Attribute) and transposed:
            new = f"{written.text(side.value)} @ ({written.text(node.right)}).mT"
            yield written.instead(node, new)


def one_character(source: str) -> Iterator[Fix]:
    """A bracket, colon or comma that is missing, or a bracket too many: the cell is no Python. Or a
    line that begins otherwise; or is a comment, whether or not Python can read it.
    """
    lines, read = source.split("\n"), parsed(source)
    fixes = _wanted(source, lines) if read is None else _no_comments(read)
    for number, place, length, new in islice(fixes, MOST_PLACES):
        before = lines[number]
        after = before[:place] + new + before[place + length :]
        if parsed("\n".join((*lines[:number], after, *lines[number + 1 :])), fresh_tree):
            begin = len("\n".join((*lines[:number], before[:place])).encode())
            end = begin + len(before[place : place + length].encode())
            yield (before.strip(), after.strip()), ((begin, end, new),)


def _wanted(source: str, lines: list[str]) -> Iterator[tuple[int, int, int, str]]:
    """A line and column, how many characters go there, and what to put in: where Python says."""
    try:
        # What Python raises at a byte of zero, as a torn file has.
        with suppress(ValueError):
            ast.parse(without_magics(source))
        return
    except SyntaxError as error:
        message, row, column = error.msg, (error.lineno or 1) - 1, (error.offset or 1) - 1
        end = (error.end_offset or 1) - 1
    # Python counts lines that end otherwise, too.
    if row >= len(lines):
        return
    if "was never closed" in message:
        later = [place for place in _ends(lines, row, row + MOST_LINES) if place > (row, column)]
        yield from ((*place, 0, CLOSES[message[:3]]) for place in (*later, (row, column + 1)))
    elif another := ANOTHERS.match(message):
        first = max(int(another[2] or row + 1) - 1, row - MOST_LINES)
        earlier = (place for place in _ends(lines, first, row + 1) if place <= (row, column))
        yield from ((*place, 0, CLOSES[another[1]]) for place in earlier)
    elif message.startswith("unmatched"):
        yield row, column, 1, ""
    elif message in LACKS:
        yield row, column, 0, LACKS[message]
    elif message.startswith("Generator expression must"):
        yield row, column, end - column, f"[{lines[row][column:end]}]"
    elif lines[row][column : column + 1] == ":":
        yield row, column, 0, ")"
    else:
        lacks = message.endswith("forgot a comma?")
        commas = _ends(lines, row, row + 1) if lacks else [(row, len(lines[row][:column].rstrip()))]
        yield from ((*place, 0, ",") for place in commas)
        opened = (place for place, letter in enumerate(lines[row][:column]) if letter in "([")
        yield from ((row, place, 1, "") for place in opened)
    yield from _begins_otherwise(lines, row)


def _no_comments(tree: ast.Module) -> Iterator[tuple[int, int, int, str]]:
    """Where the only word of a comment stands in a function: Python takes it for a name."""
    for function in nodes(tree, ast.FunctionDef):
        for line in (line for line in function.body[:-1] if isinstance(line, ast.Expr)):
            if isinstance(line.value, ast.Name):
                yield line.lineno - 1, line.col_offset, 0, "# "


def _begins_otherwise(lines: list[str], row: int) -> Iterator[tuple[int, int, int, str]]:
    """As deep as a line above; with a keyword in the place of nearly one; as a comment."""
    (depth, first), *_ = BEGINS.findall(lines[row])
    above = dict.fromkeys(
        BEGINS.findall(line)[0][0] for line in reversed(lines[:row]) if line.strip()
    )
    yield from ((row, 0, len(depth), indent) for indent in above if indent != depth)
    for word in difflib.get_close_matches(first.lower(), keyword.kwlist, 1):
        yield row, len(depth), len(first), word
    if depth and first not in keyword.kwlist:
        yield row, len(depth), 0, "# "


def _ends(lines: list[str], first: int, behind: int) -> Iterator[tuple[int, int]]:
    """Where something ends in these lines: the last of each line first."""
    for number, line in [*enumerate(lines)][first:behind]:
        ends = [match.start() for match in ENDS.finditer(line.partition("#")[0])]
        yield from ((number, end) for end in reversed(ends))
