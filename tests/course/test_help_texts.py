"""The help with known mistakes: true, short, in both languages, and it gives nothing away."""

import ast
import contextlib
import io
import re

import pytest
import torch

from autograder.authoring.specimens import mistakes
from autograder.core.assignment.load import find
from autograder.core.model import CheckResult, Mistake, Outcome, PartResult, Text
from autograder.report.feedback_page import Feedback, Item, html_page
from autograder.report.help import help_lines, help_with, read_help
from tests.courses import ROOT

PLAN = find(ROOT, "attention")[0]
TOPICS = {topic.mistakes[0]: topic for topic in read_help(PLAN).values()}
EACH = pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS)
HAN = re.compile("[\u4e00-\u9fff]")


def test_more_than_forty_topics_are_about_most_mistakes_of_the_catalogue_and_no_others():
    topics, names = read_help(PLAN), [specimen.mistake.name.en for specimen in mistakes(PLAN)]
    assert len(TOPICS) >= 40
    assert set(topics) <= set(names)
    assert sum(name in topics for name in names) > len(names) / 2


@EACH
def test_an_explanation_is_short_in_both_languages(topic):
    assert 60 <= len(topic.explanation.en.split()) <= 160
    assert 100 <= len(topic.explanation.zh.strip()) <= 320
    assert all(HAN.search(text) for text in (topic.explanation.zh, topic.example.zh))
    assert not any(HAN.search(text) for text in (topic.explanation.en, topic.example.en))


@EACH
def test_an_example_prints_what_it_says(topic):
    """It needs torch alone: nothing hidden, and nothing of the notebook."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), torch.random.fork_rng():
        exec(topic.example.code, {"torch": torch, "nn": torch.nn})
    assert printed.getvalue().strip() == topic.example.prints.strip()


@EACH
def test_an_example_is_on_simple_numbers(topic):
    """Nobody draws such numbers at random: they are of no hidden case."""
    nodes = ast.walk(ast.parse(topic.example.code))
    numbers = [node.value for node in nodes if isinstance(node, ast.Constant)]
    floats = [number for number in numbers if isinstance(number, float)]
    assert all(number * 20 == round(number * 20) for number in floats)


@EACH
def test_no_line_of_a_solution_is_given_away(topic):
    solutions = {_bare(line) for line in _solved()}
    lines = {_bare(line) for line in topic.example.code.splitlines()}
    explanation = _bare(topic.explanation.en + topic.explanation.zh)
    assert not {line for line in lines & solutions if len(line) > 16}
    assert not [line for line in solutions if len(line) > 16 and line in explanation]


def _solved() -> list[str]:
    notebook = (PLAN.folder / "notebook.py").read_text("utf-8")
    texts = re.findall("### BEGIN SOLUTION(.*?)### END SOLUTION", notebook, re.DOTALL)
    lines = "\n".join([(PLAN.folder / "hidden/reference.py").read_text("utf-8"), *texts])
    head = re.compile(r" *(def|class) |.*super\(\)")
    return [line for line in lines.splitlines() if not head.match(line)]


def _bare(line: str) -> str:
    return "".join(line.split())


NAME = Text("scores without scaling", "分数没有缩放")
KNOWN = Mistake("one/no_scale", NAME, Text("What happens?", "发生了什么？"))
CHECK = CheckResult("v", Text("right", "对"), Outcome.FAILED, 1, mistakes=(KNOWN,))


def page(language: str) -> str:
    """The page of a student who made the same mistake in two parts."""
    parts = [PartResult(name, Text(name, name), 0, 4, (CHECK,)) for name in ("one", "two")]
    items = tuple(Item(part.id, part.title, 0, 4, "x = 1", part) for part in parts)
    title = Text("Attention", "注意力")
    return html_page(Feedback(title, language, "ada", items, help=read_help(PLAN)), str)


@pytest.mark.parametrize(
    ("language", "label", "words"),
    [("en", "Explanation", "the larger the scores"), ("zh", "解释", "分数就越大")],
)
def test_a_student_unfolds_the_explanation_and_in_it_the_example(language, label, words):
    shown = page(language)
    explained = shown.index(f'<details class="help"><summary>{label}')
    example = shown.index('<details class="help">', explained + 1)
    assert explained < shown.index(words) < example < shown.index("softmax(0)")
    assert "<details open" not in shown


def test_its_formulas_are_mathml_and_what_was_explained_in_one_part_is_not_repeated():
    shown = page("en")
    assert "<msqrt>" in shown and "$" not in shown
    assert shown.count("the larger the scores") == 1
    assert '<a href="#one">Explained in part 1</a>' in shown


def test_a_terminal_gets_formulas_it_can_show():
    (topic,) = help_with([KNOWN], read_help(PLAN))
    text = " ".join(help_lines(topic, "en"))
    assert "√d_k" in text and "\\" not in text and "$" not in text
