"""Changes of one kind that make an answer judgeable: a name, an order, a line, as a teacher would.

The changed answer is another answer: it is run and judged like any. What it is told and charged for
is the change; a change that brings nothing is dropped. Lines keep their numbers.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise

import msgspec

from autograder.core.assignment.plan import Part
from autograder.core.marks import CHANGES
from autograder.core.model import Mistake, Slip, Text
from autograder.corrections import (
    argument_rules,
    layer_rules,
    making_rules,
    name_rules,
    one_place,
    statement_rules,
    value_rules,
)
from autograder.corrections.expression_rules import of_expressions
from autograder.corrections.written_answer import IMPORTS, Edit, Fix, Function, Written, numbers
from autograder.notebook.calls import Source
from autograder.notebook.read import Code
from autograder.notebook.syntax import Definition, bound, defined, defined_in, nodes, parsed, tree
from autograder.wire.places import PLACE, in_chinese, place


def _in_one_place(written: Written) -> Iterator[Fix]:
    """Another text in one place, or in several that belong together."""
    for rule in (
        value_rules.range_forgotten, value_rules.parameters, layer_rules.one_call,
        layer_rules.transpose_forgotten, layer_rules.weights_first,
        layer_rules.like_another_line, lambda one: one_place.guessed(one, of_expressions(one)),
        value_rules.indices, value_rules.rounds_begin_alike,
        value_rules.lines_in_another_order, argument_rules.unpacked_otherwise,
        argument_rules.names_swapped, layer_rules.left_out_for_one, value_rules.another_variable,
        making_rules.made_otherwise,
    ):  # fmt: skip
        yield from rule(written)


Rule = Callable[[Written], Iterable[Fix]]


def _by_name(*rules: Rule) -> dict[str, Rule]:
    return {rule.__name__: rule for rule in rules}


SURE = _by_name(
    statement_rules.no_base, statement_rules.no_super, name_rules.method_misspelt,
    name_rules.method_indented, name_rules.library_misspelt,
    name_rules.self_forgotten, statement_rules.arguments_reordered,
    making_rules.result_thrown_away, statement_rules.assert_on_a_tuple, making_rules.names_changed,
    name_rules.attribute_misspelt, name_rules.name_of_the_notebook, name_rules.name_misspelt,
)  # fmt: skip
"""What they find is wrong for certain, though something else may be too."""
RULES = SURE | _by_name(
    name_rules.inputs_read, statement_rules.pair_returned, statement_rules.no_return
)
OF_ERRORS = _by_name(
    value_rules.mask_not_cut, value_rules.mask_not_boolean, argument_rules.extra_argument,
    statement_rules.viewed_without_contiguous, value_rules.dimensions,
    layer_rules.heads_never_turned, statement_rules.dot_t, statement_rules.untransposed,
    statement_rules.state_untransposed, statement_rules.other_transposed,
    making_rules.never_made, statement_rules.own_error, layer_rules.layer_or_parameter,
    argument_rules.keyword_misspelt, name_rules.name_of_nobody,
)  # fmt: skip
"""Worth a try where an error was raised."""
OF_BOTH = (
    value_rules.size_of_the_example, name_rules.variable_of_the_notebook,
    value_rules.loop_left_early,
)  # fmt: skip
VALUE_GUESSES = _by_name(value_rules.small_fill, *OF_BOTH, argument_rules.arguments_swapped) | {
    "one_value": _in_one_place
}
"""Worth a try where values are wrong."""
ERROR_GUESSES = _by_name(
    argument_rules.arguments_swapped, argument_rules.argument_left_out, *OF_BOTH
) | {"one_place": _in_one_place}
"""The same where an error was raised."""
GUESSES = VALUE_GUESSES | ERROR_GUESSES
"""An answer has many of these: they are tried last, and kept only if the part is then right, or
right but for a proven mistake.
"""
UNDEFINED = " is not defined"
"""In what is told of a name that has no value, the answer's own among them."""
MOST_NODES = 1000
"""Of an answer and the functions that it leads to, where it is guessed at: every change is written
out before the likely are chosen, and hostile code has room for thousands of functions.
"""
MOST_IN_A_ROUND = 16
"""Changes in a round; each takes workers, and hostile code has room for thousands."""
WIDE = 512
"""A width whose layers take some ms to make: guesses that have to be wrong are not tried then. If
the clock ended the trying, a slow machine would change marks.
"""


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
    where: str

    @property
    def sure(self) -> bool:
        """Whether what was changed was certainly wrong: a later error is then the next mistake."""
        colon = self.id == "one_character" and self.words[1] == f"{self.words[0]}:"
        return self.id in SURE or self.id in ("import_forgotten", "dimensions") or colon

    @property
    def only_deletes(self) -> bool:
        """Whether what it puts in is what was there before with something missing."""
        # What is written out anew has other quotes and spaces.
        before, after = (word.replace('"', "'") for word in (self.words[0], self.words[-1]))
        letters = iter(before)
        return all(letter in letters for letter in after if letter != " ")

    def slip(self, part: Part) -> Slip:
        """The change as a mistake; its cost is looked up later."""
        texts, words = _texts()[self.id], [word.replace("`, `", "`、`") for word in self.words]
        name, question, sentence = (
            Text(text.en.format(*self.words), text.zh.format(*words))
            for text in (texts.name, texts.question, texts.said)
        )
        mistake = Mistake(f"{part.id}/{self.id}", name, question)
        zh = f"{in_chinese(self.where)}：{sentence.zh}"
        return Slip(mistake, said=Text(f"{self.where}: {sentence.en}", zh))


def corrections(
    code: tuple[Code, ...], part: Part, parts: tuple[Part, ...], solution: str,
    errors: tuple[str, ...],
) -> Iterator[Correction]:  # fmt: skip
    """Every change that may make the answer to `part` judgeable, the likeliest first.

    `solution` is the right answer, `errors` are what this one raised.
    """
    written = _written(code, part, solution, errors)
    yield from _one_character(code, part)
    if written is None or not written.changeable:
        yield from _under_another_name(code, part, parts)
        return
    for name in sorted(written.free(written.node) & IMPORTS.keys()):
        extra, line = Code(-1, IMPORTS[name]), written.line or written.node.lineno
        where = place(written.cell.number, line)
        yield Correction("import_forgotten", (extra, *code), (name,), where)
    yield from _by_rules(RULES | (OF_ERRORS if errors else {}), written, code, MOST_IN_A_ROUND)


def guesses(
    code: tuple[Code, ...], part: Part, parts: tuple[Part, ...], solution: str,
    errors: tuple[str, ...], wrong: bool,
) -> Iterator[Correction]:  # fmt: skip
    """Changes of one place each in an answer that raised an error, or whose values are `wrong`; in
    its definition, then in the student's own functions that it calls.

    None where something else is wrong: the name is bound anew below the definition, or one is not
    defined in another cell; and none of what is too long, all of it together.
    """
    answer, budget = _written(code, part, solution, errors), MOST_NODES
    lacking = any(UNDEFINED in error for error in errors)
    for written in (answer, *_helpers(answer, code, parts, errors)) if answer else ():
        budget -= sum(1 for _ in ast.walk(written.node))
        if budget < 0:
            return
        if not (written.changeable and _is_last(written)) or (lacking and not written.error):
            continue
        # An error in none of its lines is of what is done with values that came back wrong.
        raises = errors and (written.error or not wrong)
        rules = ERROR_GUESSES if raises else VALUE_GUESSES if wrong else {}
        changes = _by_rules(rules, written, code, one_place.MOST_GUESSES)
        wide = any(type(number) is int and number >= WIDE for number in numbers(written.solution))
        yield from (guess for guess in changes if not wide or _has_its_sizes(guess, written, parts))


def with_biases(code: tuple[Code, ...], part: Part, solution: str) -> tuple[Code, ...] | None:
    """The answer whose layers have a bias where the right answer's have one; None if they have."""
    written = _written(code, part, solution, ())
    edits = making_rules.bias_edits(written) if written else ()
    return _corrected("", code, written.cell, edits, ()).code if written and edits else None


def _has_its_sizes(guess: Correction, written: Written, parts: tuple[Part, ...]) -> bool:
    """Whether the numbers of the definition are the right answer's, and not more of them, and so
    are the other answers that it uses.
    """
    cell = next(cell for cell in guess.code if cell.index == written.cell.index)
    definitions = _named(parsed(cell.source) or ast.Module([], []), written.part)
    node = (definitions or [written.node])[-1]
    sizes, right = numbers(node), numbers(written.solution)
    used, allowed = ({n.id for n in nodes(code, ast.Name)} for code in (node, written.solution))
    foreign = {part.name for part in parts} - allowed
    # A dropout rate of nothing may be a whole number, too.
    whole = Counter(size for size in sizes if type(size) is int and size)
    return whole <= Counter(right) and len(sizes) <= len(right) and not used & foreign


def _is_last(written: Written) -> bool:
    """Whether nothing below the definition binds its name."""
    module = parsed(written.cell.source)
    below = (node for node in module.body if node.lineno > written.node.lineno) if module else ()
    return all(name != written.node.name for node in below for name, _ in bound(node))


def _helpers(
    answer: Written, code: tuple[Code, ...], parts: tuple[Part, ...], errors: tuple[str, ...]
) -> Iterator[Written]:
    """The functions that a definition leads to and that are no answers themselves."""
    modules = ((cell, parsed(cell.source)) for cell in code)
    pairs = ((cell, node) for cell, module in modules if module for node in module.body)
    functions = {node.name: (cell, node) for cell, node in pairs if isinstance(node, Function)}
    unseen, waiting = functions.keys() - {part.name for part in parts}, [answer.node]
    for caller in waiting:
        for call in nodes(caller, ast.Call):
            if (name := getattr(call.func, "id", "")) in unseen:
                cell, node = functions[name]
                unseen -= {name}
                waiting.append(node)
                error = next(iter(_raised_in(cell, errors)), "")
                yield replace(answer, cell=cell, node=node, error=error)


def _raised_in(cell: Code, errors: Iterable[str]) -> list[str]:
    return [error for error in errors if (at := PLACE.search(error)) and int(at[1]) == cell.number]


def _by_rules(
    rules: dict[str, Rule], written: Written, code: tuple[Code, ...], most: int
) -> Iterator[Correction]:
    changes = ((id_, *change) for id_, rule in rules.items() for change in rule(written))
    for id_, words, edits in islice(changes, most):
        # Of two calls, one inside the other, not both can be changed.
        if all(edit[1] <= later[0] for edit, later in pairwise(sorted(edits))):
            yield _corrected(id_, code, written.cell, edits, words, written.line)


def _corrected(
    id_: str, code: tuple[Code, ...], cell: Code, edits: Sequence[Edit], words: tuple[str, ...],
    raised: int = 0,
) -> Correction:  # fmt: skip
    """The change that makes these edits in a cell, which do not overlap.

    It is told with the line that `raised` an error, if that is one of its lines.
    """
    data = cell.source.encode()
    # What is only put in is the help that a changed line needs elsewhere.
    changed_offsets = [begin for begin, end, _ in edits if begin < end]
    offsets = changed_offsets or [begin for begin, *_ in edits]
    lines = {data.count(b"\n", 0, offset) + 1 for offset in offsets}
    for begin, end, new in sorted(edits, reverse=True):
        data = data[:begin] + new.encode() + data[end:]
    changed = replace(cell, source=data.decode())
    cells = tuple(changed if old is cell else old for old in code)
    where = place(cell.number, raised if raised in lines else min(lines))
    return Correction(id_, cells, words, where)


def _written(
    code: tuple[Code, ...], part: Part, solution: str, errors: Iterable[str]
) -> Written | None:
    index = Source(code).cell_of(part)
    cell = next((cell for cell in code if cell.index == index), None)
    module = tree(cell.source) if cell else None
    if cell is None or not isinstance(module, ast.Module):
        return None
    definitions = _named(module, part)
    if not definitions:
        return None
    trees = (parsed(code_cell.source) for code_cell in code)
    names = frozenset(name for root in trees if root for name, _ in bound(root))
    # Of a cell that is no Python, too.
    names |= defined_in(code_cell.source for code_cell in code)
    raised = _raised_in(cell, errors)
    return Written(part, cell, definitions[-1], names, ast.parse(solution), *raised[:1])


def _named(module: ast.Module, part: Part) -> list[ast.ClassDef | Function]:
    return [node for node in module.body if isinstance(node, Definition) and node.name == part.name]


def _one_character(code: tuple[Code, ...], part: Part) -> Iterator[Correction]:
    """A bracket or a colon without which a cell is no Python, as Python asks for it."""
    for cell in (cell for cell in code if part.name in cell.source):
        fixes = statement_rules.one_character(cell.source)
        for words, edits in islice(fixes, MOST_IN_A_ROUND):
            change = _corrected("one_character", code, cell, edits, words)
            if any(part.name in defined(new.source) for new in {*change.code} - {*code}):
                yield change


def _under_another_name(
    code: tuple[Code, ...], part: Part, parts: tuple[Part, ...]
) -> Iterator[Correction]:
    """The answer under another name, which is its name, too."""
    for cell, node in name_rules.other_names(code, part, parts):
        end = len(cell.source.encode())
        alias = (end, end, f"\n{part.name} = {node.name}\n")
        change = _corrected("other_name", code, cell, [alias], (node.name, part.name))
        yield replace(change, where=place(cell.number, node.lineno))


@cache
def _texts() -> dict[str, _Words]:
    return msgspec.toml.decode(CHANGES.read_bytes(), type=dict[str, _Words])
