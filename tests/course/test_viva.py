"""Questions about students' own code: each answer is found again in a second way."""

import ast
import random
import re
import shutil
import sys
import warnings
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from types import FrameType
from typing import Any

import msgspec
import pytest
import torch

from autograder.authoring.make import NotebookBuilder, notebook_with
from autograder.authoring.specimens import Specimen, alternatives
from autograder.checks.results import CaseResult
from autograder.checks.suite import Oracle
from autograder.core.assignment.load import find
from autograder.core.assignment.sets import EXAMPLE
from autograder.core.model import CheckResult, Outcome
from autograder.course import CourseAssignment
from autograder.grading.cell_runner import TimeBudget
from autograder.grading.grader import SubmissionGrader
from autograder.grading.report_cache import ReportCache
from autograder.notebook.build import source_notebook
from autograder.notebook.read import Code, read
from autograder.notebook.submission import Submission
from autograder.notebook.syntax import defined
from autograder.sandbox.host import Host
from autograder.viva.answer import Answer, answers
from autograder.viva.questions import Question
from autograder.viva.runs import Bench, _argument, close
from autograder.viva.talk import Examination, Talk
from autograder.wire.tensors import pack
from tests.course.reports import part_of
from tests.courses import ROOT

PLAN = find(ROOT, "attention")[0]
NAMES = {part.id: part.name for part in PLAN.parts}
RIGHT = "Every result is right."
LINES = re.compile(r"lines? (\d+)(?:–(\d+))?")
WRITTEN = re.compile(r"reads `(.*)` instead of `(.*)`\. ")


@pytest.fixture(scope="module")
def where(repository) -> CourseAssignment:
    return CourseAssignment.find(repository, "attention")


@pytest.fixture(scope="module")
def examination(where, host) -> Examination:
    return Examination(where, host, 4)


@pytest.fixture(scope="module")
def talks(assignment, solved, examination) -> list[tuple[bytes, Talk]]:
    """Notebooks of right answers, each with another alternative to every part, and their talks."""
    by_part: dict[str, list[Specimen]] = {}
    for specimen in alternatives(assignment):
        if not specimen.is_submitted:
            by_part.setdefault(specimen.part, []).append(specimen)
    notebooks = [
        notebook_with(solved, *(pool[number % len(pool)] for pool in by_part.values())).bytes()
        for number in range(8)
    ]
    return [(data, _talk(examination, "ada", data)) for data in notebooks]


def _talk(examination: Examination, student: str, data: bytes) -> Talk:
    result = examination.examine(Submission.of(student, data))
    return msgspec.msgpack.decode(result.evidence, type=Talk)


def _asked(talks: list[tuple[bytes, Talk]], *kinds: str) -> list[tuple[bytes, str, Question]]:
    """Questions of these kinds, each with its notebook and the cell that it is about."""
    questions = [
        (data, next(cell for cell in _cells(data)[::-1] if NAMES[one.part] in defined(cell)), one)
        for data, talk in talks
        for one in talk.questions
        # Lines of several cells are counted through, which these tests do not.
        if one.kind in kinds and {len(p.cells) for p in talk.parts if p.id == one.part} == {1}
    ]
    assert questions
    return questions


def test_right_answers_allow_questions_of_three_kinds(talks):
    for _, talk in talks:
        assert len(talk.questions) == 4
        assert len({question.kind for question in talk.questions}) >= 3


def _cells(data: bytes) -> list[str]:
    return [cell.source for cell in read(data).cells if cell.kind == "code" and not cell.is_test]


def _run(cells: list[str], answer: str = "") -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "notebook", "torch": torch, "nn": torch.nn}
    for source in cells:
        # There is no checks.py here, and what shows something needs it.
        with suppress(NameError, ImportError):
            exec(compile(source, "answer" if source == answer else "other", "exec"), names)
    return names


def _seen(data: bytes, answer: str, call: str, line: int, text: str) -> Any:
    """What an expression is worth when Python's own tracing first comes to a line, here."""
    names = _run(_cells(data), answer)
    values: list[Any] = []

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != "answer":
            return None
        if event == "line" and frame.f_lineno == line and not values:
            values.append(eval(text, frame.f_globals, frame.f_locals))
        return trace

    sys.settrace(trace)
    try:
        eval(call, names)
    finally:
        sys.settrace(None)
    return values[0]


def test_shapes_and_numbers_are_those_that_pythons_tracing_sees(talks):
    for data, source, question in _asked(talks, "shape", "value"):
        call, text = re.findall("`([^`]+)`", question.asked.en)
        value = _seen(data, source, call, question.line, text)
        if question.kind == "shape":
            value = tuple(value.shape)
        elif "True there" in question.asked.en:
            value = int(value.sum())
        elif "minus infinity" in question.asked.en:
            value = int((value == -torch.inf).sum())
        answer = f"{value:.5g}" if isinstance(value, float) else str(value)
        assert answer == question.answer, question


def _changed(source: str, asked: str) -> str:
    """The answer changed as the question says."""
    match = LINES.search(asked)
    assert match
    first, last = int(match[1]), int(match[2] or match[1])
    lines = source.split("\n")
    if written := WRITTEN.search(asked):
        assert written[2] in lines[first - 1]
        lines[first - 1] = lines[first - 1].replace(written[2], written[1])
        return "\n".join(lines)
    shortened = "\n".join([*lines[: first - 1], *lines[last:]])
    ast.parse(shortened)
    return shortened


@pytest.fixture(scope="module")
def plain(grader_of) -> SubmissionGrader:
    """It judges the part whose name it is given as a student's, and says no more than outcomes."""
    return grader_of(discloses=False, judged=lambda part: frozenset({part}))


def _graded(
    grader: SubmissionGrader, data: bytes, old: str, new: str, part: str
) -> dict[str, CheckResult]:
    """The checks of a part, by their sentences, in a notebook with other code: hidden numbers."""
    notebook = NotebookBuilder.of(data).notebook
    for cell in notebook["cells"]:
        if "".join(cell["source"]) == old:
            cell["source"] = new
    result = part_of(grader.report(NotebookBuilder(notebook).bytes(), part), part)
    return {check.sentence.en: check for check in result.checks}


def _ended(checks: dict[str, CheckResult], sentence: str) -> set[Outcome]:
    """How a check ended, by its sentence; all of them for the one that all is right."""
    return {check.outcome for text, check in checks.items() if sentence in (text, RIGHT)}


def test_what_still_holds_is_what_the_hidden_numbers_say(plain, talks):
    for data, source, question in _asked(talks, "counterfactual"):
        checks = _graded(plain, data, source, _changed(source, question.asked.en), question.part)
        for text, right in question.options:
            held = _ended(checks, text.en) == {Outcome.PASSED}
            assert held == right, (question.asked.en, text.en)


def test_one_line_alone_plays_the_role(plain, talks):
    for data, source, question in _asked(talks, "role"):
        sentence = question.asked.en.split("“")[1].split("”")[0]
        assert [right for _, right in question.options].count(True) == 1
        for text, right in question.options:
            new = _changed(source, text.en)
            ended = _ended(_graded(plain, data, source, new, question.part), sentence)
            plays = Outcome.FAILED in ended and Outcome.RAISED not in ended
            assert plays == right, (question.asked.en, text.en)


def _result(cells: list[str], call: str) -> Any:
    """What a call returns here; of a module, with weights that depend on their names alone."""
    names = _run(cells)
    torch.manual_seed(1)
    module, also_called, arguments = call.partition(")(")
    if not also_called:
        return eval(call, names)
    names["made"] = eval(f"{module})", names)
    for name, parameter in names["made"].named_parameters():
        torch.manual_seed(zlib.crc32(name.encode()))
        parameter.data = torch.rand(parameter.shape)
    torch.manual_seed(1)
    return eval(f"made({arguments}", names)


def _close(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple | list):
        return all(map(_close, one, other))
    return bool(one.shape == other.shape and torch.allclose(one, other, atol=1e-6))


def test_changed_lines_do_to_a_call_what_the_sheet_says(talks):
    for data, source, question in _asked(talks, "choice"):
        cells = _cells(data)
        call = re.findall("`([^`]+)`", question.asked.en)[-1]
        others = [_changed(source, question.asked.en) if cell == source else cell for cell in cells]
        try:
            with warnings.catch_warnings():
                # A softmax without a dimension takes one, and says so.
                warnings.simplefilter("ignore")
                same = _close(_result(others, call), _result(cells, call))
            expected = [same, False, not same]
        except Exception:
            expected = [False, True, False]
        assert [right for _, right in question.options] == expected, question


def test_no_shape_stands_in_the_released_text_or_in_its_call(where, talks):
    text = "\n".join(cell.source for cell in read(where.released()).cells)
    for _, _, question in _asked(talks, "shape"):
        assert f"`{question.answer}`" not in text
        assert question.answer.replace(",)", ")") not in question.asked.en.split("When")[0]


def test_a_sentence_about_right_values_is_never_offered(assignment, talks):
    """It can be read in two ways: what is left of a row keeps its proportions without a mask."""
    checks = [check for check in Oracle(assignment).checks if check.value]
    top = {part.id: max(c.weight for c in checks if c.part == part.id) for part in assignment.parts}
    main = {check.sentence.en for check in checks if check.weight == top[check.part]}
    for _, talk in talks:
        for question in talk.questions:
            assert main.isdisjoint(text.en for text, _ in question.options)
            assert not [sentence for sentence in main if sentence in question.asked.en]


def _answer_of(source: str) -> Answer:
    parts = [part for part in PLAN.parts if part.name in defined(source)]
    (answer,) = answers((Code(1, source, 1),), parts, "")
    return answer


MASKED = """\
import torch

def causal_attention_weights(attn_scores, d_k, loud=False):
    if loud:
        attn_scores.size()
    hidden = torch.ones_like(attn_scores).triu(1).bool()
    masked = attn_scores.masked_fill(hidden, float("-inf"))
    return torch.softmax(masked / d_k**0.5, dim=-1)
"""


def test_no_constant_decorator_or_what_is_only_printed_is_asked_about():
    source = MASKED.replace("    hidden =", "    print(d_k + 1)\n    hidden =")
    answer = _answer_of(source.replace("def ", "@decorated(once=True)\ndef "))
    expressions = answer.stopped()
    assert "d_k**0.5" in expressions and 'float("-inf")' not in expressions
    changed = [*answer.left_out(), *answer.written(random.Random(1))]
    assert {3, 7}.isdisjoint(change.line for change in changed) and len(changed) > 3


def test_letters_of_several_bytes_behind_a_call_of_several_lines_do_no_harm():
    """A column of the last line may lie within such a letter of the first one."""
    for width in range(20, 23):
        called = f"masked_fill(  # 遮住后面的词元，看不到未来的分数\n{width * ' '}hidden,"
        answer = _answer_of(MASKED.replace("masked_fill(hidden,", called))
        assert "d_k**0.5" in answer.stopped() and [*answer.written(random.Random(1))]


SUMMED = """\
import torch

def context_vector(inputs, query_index):
    scores = torch.einsum("id,d->i", inputs, inputs[query_index])
    return torch.softmax(scores, -1) @ inputs
"""


def test_a_part_that_was_graded_right_is_not_called_wrong(
    assignment, repository, grader, host, solved, tmp_path
):
    """Its own answer is right; the softmax of another part, which it calls, is not."""
    shutil.copytree(repository / "release/attention", tmp_path / "release/attention")
    where = CourseAssignment(tmp_path, *CourseAssignment.find(repository, "attention")[1:])
    wrong = "def softmax_naive(x):\n    powers = (2 * x).exp()\n    return powers / powers.sum()"
    calling = SUMMED.replace("torch.softmax(scores, -1)", "softmax_naive(scores)")
    data = solved.answered({"softmax_naive": wrong, "context_vector": calling}).bytes()
    submission = Submission.of("ada", data)
    failed = []
    for graded in (False, True):
        if graded:
            cache = ReportCache(*where, where.released())
            cache.put(submission, grader.examine(submission).report)
        talk = _talk(Examination(where, host, 6, "context_vector"), "ada", data)
        failed.append([bool(part.failed) for part in talk.parts])
    assert failed == [[True], [False]]


def test_the_only_line_of_a_block_and_a_list_of_the_right_numbers_are_no_question(host):
    answer = _answer_of(MASKED)
    tried = {change.line: change.source for change in answer.left_out()}
    with _bench(host, answer) as bench:
        assert bench.of(tried[5]) is None
        assert bench.of(MASKED.replace("d_k**0.5", "d_k"))
        assert bench.of(MASKED.replace("dim=-1)", "dim=-1).tolist()")) is None


def test_a_call_is_judged_by_numbers_like_those_that_it_shows(host):
    """A case may have numbers so large that only a shifted softmax survives; the sheet has none."""
    begin = "def softmax_naive(x):\n    powers = (x - x.max()).exp()"
    source = f"{begin}\n    return powers / powers.sum()\n"
    others = source.replace("- x.max()", ""), source.replace("x -", "2 * x -")
    with _bench(host, _answer_of(source)) as bench:
        assert bench.calls
        for call in bench.calls:
            shifted, plain, twice = (bench.asked(text, call)[-1] for text in (source, *others))
            assert close(shifted, plain) and not close(shifted, twice)


def test_whole_numbers_of_a_call_are_those_that_it_was_made_with():
    ids = pack(torch.tensor([[3, 1], [0, 2]]))
    assert _argument(ids) == "torch.tensor([[3, 1], [0, 2]])"
    assert _argument(pack(torch.rand(2, 3))) == "torch.rand(2, 3)"
    assert _argument(pack(torch.zeros(9, 9, dtype=torch.int64))) == "?"


def _bench(host: Host, answer: Answer) -> closing[Bench]:
    bench = Bench(Oracle(PLAN), host, PLAN.limits, TimeBudget(20.0), answer)
    assert bench.base
    return closing(bench)


def test_of_two_definitions_the_last_is_asked_about():
    answer = _answer_of(MASKED.replace("masked", "first") + MASKED.partition("\n\n")[2])
    assert {change.line for change in answer.left_out()}.isdisjoint(range(1, 9))
    assert not [text for text in answer.stopped() if "first" in text]


def test_the_same_bytes_of_two_students_are_asked_differently(solved, examination):
    data = solved.bytes()
    ada, grace, again = (_talk(examination, name, data) for name in ("ada", "grace", "ada"))
    assert ada == again
    assert {one.asked for one in ada.questions}.isdisjoint(one.asked for one in grace.questions)


def test_no_run_is_given_a_hidden_number(solved, examination, monkeypatch):
    numbers, judge = [], Oracle.judge

    def listening(*args: Any) -> tuple[CaseResult, ...]:
        numbers.append(args[-1])
        return judge(*args)

    monkeypatch.setattr(Oracle, "judge", listening)
    _talk(examination, "ada", solved.bytes())
    assert set(numbers) == {EXAMPLE}


def test_a_part_that_is_not_right_is_asked_about_what_it_does(where, solved, host):
    data = solved.bytes().replace(b"d_k = keys.shape[-1]", b"d_k = keys.shape[0]")
    talk = _talk(Examination(where, host, 6, "scaled_attention_weights"), "ada", data)
    (part,) = talk.parts
    assert part.failed
    assert talk.questions
    offered = {text.en for question in talk.questions for text, _ in question.options}
    assert offered.isdisjoint(text.en for text in part.failed)


@pytest.mark.parametrize(
    ("name", "part"), [("attention", "CausalAttention"), ("gpt", "FeedForward")]
)
def test_shapes_inside_a_module_are_asked_for(repository, rings, shared, name, part):
    """Its check calls it twice, and a configuration is an argument as one would write it."""
    where = CourseAssignment.find(repository, name)
    data = source_notebook(where.assignment, "en")
    talk = _talk(Examination(where, shared(where.assignment, rings), 6, part), "ada", data)
    shapes = [question.asked.en for question in talk.questions if question.kind == "shape"]
    assert any(f"`{part}(" in text for text in shapes), talk.questions


def test_a_stub_and_what_is_no_python_are_not_asked_about(released, examination):
    assert not _talk(examination, "ada", released.bytes()).questions
