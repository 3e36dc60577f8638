"""Guesses are bounded, tell no answer, and are made only where one can help."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from autograder.authoring.make import notebook_with
from autograder.authoring.specimens import Specimen, solution
from autograder.core.assignment.plan import Assignment
from autograder.corrections.candidates import Correction, guesses
from autograder.corrections.one_place import removes_needed_step
from autograder.grading.grader import SubmissionGrader
from autograder.grading.judging import Judging
from autograder.notebook.read import Code
from autograder.sandbox.worker_process import Worker
from tests.course.reports import assert_slips, edited, lost, names, part_of

HELPER = """def shares(s):
    powers = torch.exp(s - s.max())
    return powers / powers.sum(dim=-1)


def my_softmax(s):
    return shares(s)


"""


def test_a_slip_in_a_function_that_several_answers_share_costs_each_a_slip(
    grader, assignment, solved
):
    """It stands in another cell than the answers, and is told there; by batches it raises."""
    users = ("simple_self_attention", "SelfAttention_v2", "CausalAttention")
    softmax = re.compile(r"torch\.softmax\((.*), dim=-1\)")
    answers = {id_: softmax.sub(r"my_softmax(\1)", solution(assignment, id_)) for id_ in users}
    assert all("my_softmax" in source for source in answers.values())
    answers["softmax_naive"] = HELPER + solution(assignment, "softmax_naive")
    report = grader.report(solved.answered(answers).bytes(), "ada")
    assert lost(report) == set(users)
    parts = [part_of(report, id_) for id_ in users]
    assert all(part.points > part.max_points / 2 and len(part.slips) == 1 for part in parts)
    # Of one the values are those of a known mistake, whose name says more than a place.
    texts = [part.slips[0].said for part in parts if part.slips[0].said]
    assert len(texts) == 2
    assert all("line 3: judged as if `return powers" in text.en for text in texts)


IN_LOOPS = [
    ("MultiHeadAttention/head_and_token_loops", "h * self.head_dim, (h + 1) *", "h, h +",
     "one_value"),
    ("MultiHeadAttention/head_and_token_loops", "(h + 1) *", "h + 1 *", "one_place"),
    ("MultiHeadAttention/head_and_token_loops", ": t + 1", ": t", "one_value"),
    ("MultiHeadAttention/head_and_token_loops", "q[b, t, own]", "q[t, b, own]", "one_place"),
    ("simple_self_attention/double_loop", "attn_weights[i, j]", "attn_weights[i, i]", "one_value"),
    ("simple_self_attention/double_loop", "torch.dot(x_i, x_j)", "torch.dot(x_i, inputs)",
     "one_place"),
    ("softmax_naive/element_by_element", "    return", "        return", "loop_left_early"),
    ("softmax_naive/element_by_element", "total +=", "total =", "one_value"),
    ("simple_self_attention/double_loop", "j in range(num_tokens)", "j in range(i)", "one_value"),
]  # fmt: skip
"""An alternative, and what is wrong in the place of what is right."""


@pytest.mark.parametrize(("alternative", "right", "wrong", "told"), IN_LOOPS)
def test_one_slip_in_a_loop_costs_that_place(alternative, right, wrong, told, known, judged):
    answer = known[alternative]
    assert_slips(judged(answer.part, edited(answer.cells[-1], [(right, wrong)])), told)


@pytest.mark.parametrize("numbers", ["768, 32, 1024, 0.1, 12", "768, 1024, 0.1, 12"])
def test_a_number_that_has_to_be_looked_up_is_not_told(numbers, judged):
    """What a page tells of a guess must not be the answer."""
    answer = f"def gpt2_small_attention():\n    return MultiHeadAttention({numbers})\n"
    (slip,) = judged("exercise_3_3", answer).slips
    meant = slip.said.en.partition(" were ")[2]
    assert "..." in meant and meant.count("768") == 1


COUNTED = """\
number = 0
        while number < x.shape[0]:
            number = {}
        attn_weights ="""
"""With `number - 1` for `number + 1` it never ends."""


@pytest.mark.parametrize(("step", "told"), [("number + 1", []), ("99", ["one_value"])])
def test_a_guess_that_hangs_is_the_last_one(step, told, slipped):
    """Of a class that hands in loops, nobody waits for a hundred that never end."""
    edits = (
        ("attn_weights =", COUNTED.format(step)),
        ("softmax(attn_scores", "softmax(keys.T @ attn_scores"),
    )
    assert names(slipped("SelfAttention_v2", *edits).slips) == told


@pytest.fixture
def workers_for(assignment, solved, released, host) -> Callable[[Specimen], int]:
    """How many workers it takes to grade an answer, each when the one before it has ended: two at
    once would hold what large answers make twice."""
    spawned = list[Worker]()

    class Counted:
        def spawn(self, **how: bool) -> Worker:
            assert all(worker.ended for worker in spawned)
            spawned.append(host.spawn(**how))
            return spawned[-1]

    def count(answer: Specimen) -> int:
        grader = SubmissionGrader(assignment, assignment.editions[0], released.bytes(), Counted())
        report = grader.report(notebook_with(solved, answer).bytes(), "ada")
        assert lost(report) == {answer.part}
        return len(spawned)

    return count


def test_what_fails_by_what_stands_around_it_is_not_guessed_at(assignment, known, workers_for):
    """By its definition alone the answer is right, as is each that differs in what is not asked:
    every one of them was judged in workers of its own, four hundred for a hostile notebook."""
    id_, spoilt = "SelfAttention_v2", "SelfAttention_v2.forward = lambda self, x: x"
    answer = replace(known[f"{id_}/no_scale"], cells=(solution(assignment, id_), spoilt))
    assert 1 < workers_for(answer) < 10


def guessed(assignment: Assignment, id_: str, *cells: str) -> list[Correction]:
    """The changes that are tried of an answer in these cells."""
    part = next(part for part in assignment.parts if part.id == id_)
    code = tuple(Code(number, cell, number + 1) for number, cell in enumerate(cells))
    right = solution(assignment, id_)
    return [*guesses(code, part, assignment.parts, right, (), wrong=True)]


def test_a_function_that_only_the_right_answer_calls_is_not_told(assignment):
    tried = guessed(assignment, "softmax_naive", "def softmax_naive(x):\n    return x / x.sum()\n")
    put_in = [change.words for change in tried if "torch.exp(x) /" in change.code[0].source]
    assert put_in and not any("exp" in words[-1] for words in put_in)


BOUNDED = {
    # Of two hundred indices there are 20,000 pairs, each with a text of all of them.
    "indices in another order": ("softmax_naive",
        f"def softmax_naive(x):\n    return x[{', '.join(f'x{n}' for n in range(200))}]\n", 1000),
    # In a class of a thousand, answers of twelve large layers each took half of the time.
    "a large layer of a wrong number": ("exercise_3_3", "def gpt2_small_attention():\n"
        "    return MultiHeadAttention(768, 768, 1000, 0.1, 12)\n", 8),
    "twelve large layers": ("exercise_3_3", "def gpt2_small_attention():\n"
        "    return [MultiHeadAttention(768, 768, 1024, 0.1, 12) for _ in range(12)]\n", 8),
    # The orders of three of them are half a million: the grader would be busy for minutes.
    "a call of a hundred arguments": ("softmax_naive",
        f"def softmax_naive(x):\n    return Made({', '.join(f'a{n}' for n in range(100))})\n", 500),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "source", "most"), BOUNDED.values(), ids=BOUNDED)
def test_of_very_many_changes_few_are_tried(id_, source, most, assignment):
    assert 0 < len(guessed(assignment, id_, source)) < most


def test_large_layers_of_another_answer_are_not_made(assignment):
    """No number makes of twelve whole modules the one that is asked for."""
    call = "MultiHeadAttentionWrapper(768, 64, 1024, 0.1, num_heads=12)"
    tried = guessed(assignment, "exercise_3_3", f"def gpt2_small_attention():\n    return {call}\n")
    assert not [change for change in tried if "Wrapper(" in change.code[0].source]


RIGHT = """def of(a, window=None):
    "Not a - b."
    total = torch.maximum(a, a[0])
    return total / a if window is None else a
"""


@pytest.mark.parametrize(
    ("words", "takes"),
    [(("torch.maximum(m, n)", "m"), True), (("x - y", "x"), False),
     (("window is None", "False"), True)],
)  # fmt: skip
def test_a_guess_takes_away_what_the_right_answer_has_too(words, takes):
    """It would make a known mistake, and not leave one."""
    assert removes_needed_step(words, RIGHT) is takes


def test_no_guess_is_made_against_a_forbidden_call(slipped, monkeypatch):
    softmax = "torch.softmax(2 * x, dim=0)"
    monkeypatch.setattr(Judging, "by_example", lambda *_: pytest.fail("a guess"))
    assert not slipped("softmax_naive", ("exponentials / exponentials.sum()", softmax)).points


def test_an_answer_with_thousands_of_places_is_not_guessed_at(assignment):
    """To write each of them out with another text would take a minute."""
    source = "def softmax_naive(x):\n" + "    x = x.a * 7 - x[1:2] + max(x, 9)\n" * 200
    assert not guessed(assignment, "softmax_naive", source)


def test_of_thousands_of_functions_that_an_answer_leads_to_few_are_guessed_at(assignment):
    functions = [f"def f{n}(x):\n    return f{n + 1}(x.a * 7 - x[1:2])\n" for n in range(2000)]
    cells = ["".join(functions[n : n + 100]) for n in range(0, 2000, 100)]
    answer = "def softmax_naive(x):\n    return f0(x)\n"
    assert 0 < len(guessed(assignment, "softmax_naive", *cells, answer)) < 2000
