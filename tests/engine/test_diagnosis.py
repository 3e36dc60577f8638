"""Causes first: which reason for lost points is told, and which sentences stay open."""

import re
import sys
from html import escape
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace

import autograder
from autograder.core.model import CheckResult, Mistake, Outcome, PartResult, Slip, Text
from autograder.notebook.damaged import TORN
from autograder.notebook.released import ANOTHERS
from autograder.report.causes import Kind
from autograder.report.diagnosis import cause_in_short, diagnosis, part_text
from autograder.report.feedback_page import Feedback, Item, html_page
from autograder.report.pages import part_html
from autograder.report.phrases import class_phrase, phrase


def text(words: str) -> Text:
    return Text(words, words)


def check(name: str, outcome: Outcome, weight: float = 1, **more: object) -> CheckResult:
    return CheckResult(f"one/{name}", text(f"{name} holds"), outcome, weight, **more)


def part(*checks: CheckResult, error: str = "") -> PartResult:
    return PartResult("one", text("One"), 0, 4, checks, error)


MISTAKE = Mistake("one/slip", text("a slip"), text("Which one?"))
TWIN = Mistake("one/twin", text("a slip"), text("Which one?"))
OTHER = Mistake("one/other", text("another slip"), text("Which?"))
NAMED = check("values", Outcome.FAILED, 4, mistakes=(MISTAKE,))
VALUES = check("values", Outcome.FAILED, 4, detail=text("off by one"), hint=text("look"))
EVAL = check("eval", Outcome.FAILED, detail=text("off by two"), hint=text("elsewhere"))
HELD = check("layers", Outcome.PASSED)


def raised(name: str, said: str) -> CheckResult:
    return check(name, Outcome.RAISED, detail=text(f"the code raised {said}"), hint=text("look"))


def told(*checks: CheckResult) -> list[str]:
    """What is said to be the causes, first things first."""
    return [cause.said.en for cause in diagnosis(part(*checks)).causes]


def asked(detail: str, hint: str, **more: object) -> str:
    """The question where this is said of the values, and the check has this hint."""
    lost = check("values", Outcome.FAILED, 4, detail=text(detail), hint=text(hint), **more)
    (cause,) = diagnosis(part(lost)).causes
    assert cause.question
    return cause.question.en


def page(*items: Item, about: tuple[Text, ...] = ()) -> str:
    return html_page(Feedback(text("a"), "en", "ada", items, about), str)


def test_of_sentences_without_a_known_cause_one_alone_is_refuted():
    """The others may fail for the same reason: none of them is called untrue."""
    verdict = diagnosis(part(EVAL, VALUES, HELD))
    (cause,) = verdict.causes
    assert (cause.kind, cause.said.en) == (Kind.UNTRUE, "values holds")
    assert (verdict.unconfirmed, verdict.passed) == ((EVAL,), (HELD,))


def test_a_sentence_about_one_thing_is_told_before_one_about_all_values():
    """Wrong values follow from anything: a layer without its bias is wrong in them too."""
    off = text("9 of 9 values of the result differ, in rows 0")
    values = check("values", Outcome.FAILED, 4, detail=off)
    layers = check("layers", Outcome.FAILED, 1, detail=text("W_key was not asked for"))
    draws = check("draws", Outcome.FAILED, 3, detail=text("drawn otherwise"), value=True)
    few = check("few", Outcome.FAILED, 1, detail=off)
    assert told(values, layers) == ["layers holds"]
    assert told(draws, values) == told(few, values) == ["values holds"]


def test_how_a_module_is_moved_explains_no_wrong_numbers():
    """Both are told, the main check first: a device had been told for a softmax too many."""
    wrong = text("16 of 20 values of the context vectors differ, in rows 1, 2, 3, 4")
    main = check("values", Outcome.FAILED, 4, detail=wrong, value=True)
    moved = check("device", Outcome.FAILED, 1, detail=text("a tensor was left behind"))
    assert told(moved, main, EVAL) == ["values holds", "device holds"]
    assert told(moved, EVAL) == ["device holds"]


@pytest.mark.parametrize(
    ("shapes", "word"),
    [("(2, 6, 6), expected (2, 6, 4)", "pair"), ("(), expected (6,)", "loses"),
     ("(6, 2), expected (1, 6, 2)", "loses"), ("(1, 4, 2), expected (4, 2)", "adds"),
     ("(6, 1), expected (6,)", "adds"), ("(4, 3), expected (4, 2)", "look")],
)  # fmt: skip
def test_a_wrong_shape_is_asked_about_before_what_follows_from_it(shapes, word):
    wrong = f"shape of the context vectors: {shapes}"
    assert word in asked(wrong, "look", value=True)
    assert told(EVAL, check("values", Outcome.FAILED, 4, detail=text(wrong), value=True)) == [
        "values holds"
    ]


@pytest.mark.parametrize(
    ("taken", "most", "said"),
    [(0.67, 0.67, "a slip (all that the failed checks are worth)"), (0.67, 3.0, "a slip"),
     (3, 3.0, "a slip")]
)  # fmt: skip
def test_an_odd_share_is_told_to_be_all_that_checks_take(taken, most, said):
    marked = replace(part(HELD), points=4 - taken, slips=(Slip(MISTAKE, taken, most=most),))
    assert diagnosis(marked).deductions[0].en == f"−{taken:g}: {said}"


def test_the_cause_that_explains_most_is_told_first_and_a_named_one_leaves_the_rest_open():
    assert told(replace(EVAL, mistakes=(OTHER,)), NAMED) == ["a slip", "another slip"]
    assert told(EVAL, NAMED) == ["a slip"]
    assert diagnosis(part(EVAL, NAMED)).unconfirmed == (EVAL,)


def test_mistakes_of_one_name_are_told_once():
    first = check("values", Outcome.FAILED, mistakes=(MISTAKE, TWIN))
    second = check("eval", Outcome.FAILED, mistakes=(TWIN,))
    shown = part_html(part(first, second), "en")
    assert shown.count("This looks like: </strong>a slip") == shown.count("Which one?") == 1


def test_what_is_missing_is_told_by_the_rule_or_the_one_mistake_that_explains_it():
    """Checks are named only where nothing else is known, or no change by rule puts it right."""
    rule = check("rule", Outcome.FAILED, gate=True)
    nothing = replace(MISTAKE, id="one/no_return")
    for checks, reason in [
        ((NAMED,), "a slip"),
        ((NAMED, rule), "the rule of this part is broken"),
        ((check("values", Outcome.FAILED, 4),), "checks that are not passed"),
        ((replace(NAMED, mistakes=(nothing,)),), "checks that are not passed"),
    ]:
        (line,) = diagnosis(part(*checks)).deductions
        assert line.en == f"−4: {reason}"


def test_what_a_change_has_shown_to_be_met_is_not_listed_as_open():
    """An answer under another name: every requirement is told once."""
    missing = part(check("values", Outcome.MISSING), check("eval", Outcome.MISSING))
    then = part(check("values", Outcome.PASSED), check("eval", Outcome.FAILED))
    verdict = diagnosis(replace(missing, slips=(Slip(MISTAKE),), corrected=then))
    assert [result.id for result in verdict.passed] == ["one/values"]
    assert verdict.causes[0].listed == ()
    assert [result.id for result in verdict.causes[0].follows] == ["one/values", "one/eval"]


SIZES = "RuntimeError: shapes cannot be multiplied ({}) (cell [29], line {})"
KINDS = "IndexError: {} index out of range (cell [3], line 9)"


@pytest.mark.parametrize(
    ("said", "follow"),
    [
        # At another line it is another one.
        ([SIZES.format("12x3 and 4x4", 13), SIZES.format("12x3 and 4x5", 13)], [2]),
        ([SIZES.format("12x3 and 4x4", 13), SIZES.format("12x6 and 4x2", 15)], [1, 1]),
        ([KINDS.format("list"), KINDS.format("tuple")], [2]),
    ],
    ids=["other sizes", "another line", "a list and a tuple"],
)
def test_one_error_is_one_cause_whatever_it_says_of_the_case(said, follow):
    verdict = diagnosis(part(*(raised(f"check {n}", error) for n, error in enumerate(said))))
    assert [len(cause.follows) for cause in verdict.causes] == follow


STUB = raised("values", "NotImplementedError (cell [3], line 2)")
DTYPE = raised("values", "NotImplementedError: not implemented for 'Bool' (cell [3], line 9)")
GONE = check("values", Outcome.MISSING, detail=text("one is not defined"))
NEWER = "SyntaxError: f-string: expecting '}' (cell [3], line 1)"
WHY = {
    "a released stub": (part(STUB), Kind.NOT_WRITTEN, ""),
    "half written": (part(STUB, EVAL), Kind.ERROR, ""),
    "what torch calls not implemented": (part(DTYPE), Kind.ERROR, ""),
    # As behind the end of a torn file: there is nothing else to be said of it.
    "what no cell defines": (
        part(GONE, check("rule", Outcome.NOT_RUN, 0)), Kind.NOT_WRITTEN, "`one`"),
    "the error of the answer's own cell": (
        part(GONE, error="SyntaxError: invalid syntax (cell [3], line 1)"), Kind.CELL, ""),
    "code of a newer Python than the grader's": (
        part(GONE, error=NEWER), Kind.CELL, f"Python 3.{sys.version_info.minor}"),
    "an error of the cell after the definition": (
        part(VALUES, error="NameError: x (cell [3], line 9)"), Kind.UNTRUE, ""),
}  # fmt: skip


@pytest.mark.parametrize(("given", "kind", "said"), WHY.values(), ids=WHY)
def test_a_stub_is_told_from_an_error_and_an_error_of_its_cell_from_another(given, kind, said):
    verdict = diagnosis(given)
    (cause,) = verdict.causes
    assert cause.kind is kind and said in cause.said.en
    if kind is Kind.NOT_WRITTEN:
        assert not verdict.unconfirmed and "NotImplementedError" not in part_text(given, "en")


def test_what_holds_of_a_changed_answer_is_not_said_of_the_answer():
    """With the error that it raises as it stands, and the line."""
    error = "ValueError: no (cell [3], line 7)"
    judged = text("cell [3], line 7: judged as if it were `b`")
    then = {"slips": (Slip(MISTAKE, 1.0, judged),), "corrected": replace(part(HELD), points=4.0)}
    shown = part_text(replace(part(raised("values", error)), **then), "en")
    assert "Requirements met once this is changed: 1" in shown
    assert judged.en in shown and error in shown


def test_a_broken_rule_is_said_with_what_it_costs_and_only_where_it_was_reached():
    rule = check("rule", Outcome.FAILED, 0, gate=True, detail=text("torch.softmax"))
    shown = part_html(part(rule, HELD), "en")
    assert "earns no points" in shown and "torch.softmax" in shown
    unreached = replace(rule, outcome=Outcome.RAISED, mistakes=(MISTAKE,))
    assert "earns no points" not in part_html(part(unreached), "en")


def test_no_line_of_an_error_looks_like_one_of_ours():
    """And one without a name asks nothing: the check's hint is about its requirement."""
    shown = part_text(part(raised("values", "E: a\n  ✓ all passed (cell [3], line 2)")), "en")
    assert "\n  ✓" not in shown and "Where to look" not in shown


@pytest.mark.parametrize(
    ("said", "behind"),
    [("AttributeError: 'NoneType' object has no attribute 'backward'", True),
     ("KeyError: 0", True), ("TypeError: one() takes 1 argument", False)]
)  # fmt: skip
def test_an_error_behind_the_code_is_told_by_the_sentence_of_its_check(said, behind):
    """What the grader's own line stumbled over is no line, and no name, of the student's."""
    lost = raised("gradient", said)
    assert (told(lost, HELD) == ["gradient holds"]) is behind
    assert (said not in part_text(part(lost), "en")) is behind
    assert (told(lost, VALUES)[0] == "values holds") is behind


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("the result is no MultiHeadAttention", "type("),
        ("it does not return two numbers", "type("),
        # An answer that returns nothing is not asked for its heads.
        ("type of the result: NoneType, expected a tensor", "return"),
        ("wrong value of the count", "the heads?"),
        ("head 0 is no causal attention", "the heads?"),
    ],
)
def test_a_question_belongs_to_the_cause_and_only_then_to_the_requirement(said, word):
    """No hint about heads explains a wrong type; of a wrong value the requirement's hint does."""
    assert word in asked(said, "the heads?")


@pytest.mark.parametrize("table", [phrase, class_phrase])
def test_every_phrase_is_there_in_both_languages_with_the_same_placeholders(table):
    for key, text in table.texts.items():
        assert text.en and text.zh, key
        en, zh = ({name for _, name, *_ in Formatter().parse(one)} for one in (text.en, text.zh))
        assert en - {None} == zh - {None}, key


@pytest.mark.parametrize(
    ("table", "template"), [(phrase, "feedback"), (phrase, "panel"), (class_phrase, "class")]
)
def test_templates_ask_for_phrases_that_there_are(table, template):
    part = {"class": "charts"}.get(template, "verdict")
    pages = Path(autograder.__file__).parent / "report/templates"
    text = "".join((pages / f"{name}.html").read_text("utf-8") for name in (template, part))
    assert set(re.findall(r"\bw\.(\w+)", text)) <= table.texts.keys()


def test_what_loading_weights_raised_is_told_in_words_of_the_course():
    """The student's code has raised nothing: the grader found an attribute of another kind."""
    lost = part(raised("values", "TypeError: W_query.bias is no tensor but NoneType"))
    assert "W_query.bias" in part_text(lost, "en")
    assert "code raised" not in part_text(lost, "en")
    shape = raised("values", "ValueError: W_query has shape (4, 3), expected (3, 4)")
    named = part(replace(shape, mistakes=(MISTAKE,)))
    assert "`W_query` 的形状是 (4, 3)，应为 (3, 4)" in part_text(named, "zh")
    assert "ValueError" not in part_text(named, "zh")


def item(name: str, points: float, *lost: CheckResult, code: str = "", number: int = 0) -> Item:
    result = PartResult(name, text(name), points, 4, lost)
    return Item(name, text(name), points, 4, code, result, number=number)


def test_what_to_look_at_first_explains_most_of_what_is_missing():
    """One cause of two parts comes before one that takes more of a single part; in the first."""
    small, large = item("small", 3, VALUES), item("large", 1, VALUES)
    same = item("same", 2, NAMED), item("again", 1.5, NAMED)
    assert Feedback(text("a"), "en", "ada", (small, large)).look_first == small
    assert Feedback(text("a"), "en", "ada", (small, large, *same)).look_first == same[0]


def test_a_row_tells_every_mistake_that_has_a_name():
    """Whoever reads the table alone mends both; a sentence that does not hold is told alone."""
    two = replace(VALUES, mistakes=(MISTAKE,)), replace(EVAL, mistakes=(OTHER,))
    assert "<td>a slip; another slip</td>" in page(item("one", 0, *two))
    assert item("one", 0, VALUES).told == item("one", 0, VALUES).diagnosis.causes[:1]


@pytest.mark.parametrize("file", [f"{TORN}: 9 cells", f"{ANOTHERS.en}: gelu"])
def test_of_a_file_that_is_torn_or_anothers_the_file_is_to_look_at_first(file):
    """Not the definition that the file does not hold; and it is no repair as well."""
    shown = page(item("one", 0, check("values", Outcome.MISSING, 4)), about=(text(file),))
    first = shown[shown.index('id="first"') : shown.index("</section>")]
    assert f"<p>{escape(file)}</p>" in first
    assert 'href="#one"' not in first and shown.count(escape(file)) == 1


def test_the_line_that_a_cause_names_is_marked_in_the_code_beside_it():
    """Of the answer's own cell alone: line 2 of another cell is not one of this one."""
    for number, marked in ((3, 1), (4, 0)):
        error = raised("values", "RuntimeError: shapes (cell [3], line 2)")
        shown = page(item("one", 0, error, code="\nx = 1\n", number=number))
        code = shown[shown.index("<code><span") : shown.index("</code>")]
        assert code.count('class="at"') == marked
        assert f"cell [{number}]</span>" in shown
    assert '<code><span></span>\n<span><span class="n">x' in shown


def test_a_sentence_that_does_not_hold_is_nowhere_read_as_one_that_does():
    """In a few words neither: by itself it would read as praise."""
    short = cause_in_short(part(VALUES, HELD))
    assert short and short.en == "Not true yet: values holds"
    shown = page(item("one", 1, VALUES))
    sentences = re.findall(r"Not true yet: (?:</strong>)?values holds", shown)
    assert len(sentences) == shown.count("values holds") == shown.count("Not true yet") == 3


def test_an_error_that_the_grader_meets_itself_is_the_students_own_one():
    """When an object's attribute is looked up, there is no line; the line is told all the same."""
    error = "AttributeError: 'one' object has no attribute 'W_key'"
    at = f"{error} (cell [3], line 9)"
    (cause,) = diagnosis(part(raised("weights of one", error), raised("values", at))).causes
    assert len(cause.follows) == 2
    assert cause.detail and "line 9" in cause.detail.en
    assert cause.question and "`self.W_key = ...`" in cause.question.en


def test_a_mistake_is_named_with_the_line_that_stopped():
    lost = replace(raised("values", "TypeError: no (cell [3], line 9)"), mistakes=(MISTAKE,))
    (cause,) = diagnosis(part(lost)).causes
    assert (cause.said, cause.detail) == (MISTAKE.name, lost.detail)
