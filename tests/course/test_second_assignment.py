"""The assignment `gpt`: the engine knows no assignment by name."""

import json
import math
from contextlib import nullcontext

import numpy as np
import pytest
import torch
from torch import nn

from autograder.authoring.make import NotebookBuilder
from autograder.authoring.specimens import mistakes, solution
from autograder.core.assignment.load import find
from autograder.core.assignment.plan import FAMILIES
from autograder.grading.grader import SubmissionGrader
from autograder.notebook.build import source_notebook
from tests.course.lessons import checks_of
from tests.course.reports import edited, lost, part_of
from tests.courses import ROOT


def test_the_engine_does_not_know_an_assignment_by_name(repository):
    code = "".join(p.read_text("utf-8") for p in (repository / "autograder").rglob("*.py"))
    # What torch itself calls its operations, too, the engine may forbid.
    for name in {part.id for part in find(repository, "gpt")[0].parts} - FAMILIES.keys():
        assert f'"{name}"' not in code
    assert '"gpt"' not in code


@pytest.mark.parametrize(("name", "part"), [("gpt", "gelu"), ("long-contexts", "stable_softmax")])
def test_visible_checks_have_torch_as_the_text_has_it_and_say_what_an_answer_sets(name, part):
    """Whatever the notebook has set, which is as it was afterwards."""
    checks, names = checks_of(name), {"torch": torch, "math": math}
    exec(solution(find(ROOT, name)[0], part), names)
    right = names[part]
    torch.set_default_dtype(torch.float64)
    try:
        with torch.no_grad(), torch.device("meta"):
            checks.check(part, names)
            names[part] = lambda *given: (torch.set_grad_enabled(False), right(*given))[1]
            with pytest.raises(AssertionError, match=r"torch\.set_grad_enabled"):
                checks.check(part, names)
            assert (torch.get_default_dtype(), torch.is_grad_enabled()) == (torch.float64, False)
    finally:
        torch.set_default_dtype(torch.float32)
    exec(f"def {part}(*given):\n    assert False\n", names)
    with pytest.raises(AssertionError, match="AssertionError"):
        checks.check(part, names)


TOLD = {
    "gelu = torch.nn.functional.gelu": "gelu calls gelu, which this part builds from scratch",
    "def gelu(x): raise NotImplementedError": "gelu is not written yet",
    "def gelu(x): ...": "Does it end with a return?",
    "def gelu(x): return {}['emb']": "KeyError was raised: 'emb'",
    "def gelu(x): return x * ''": "TypeError was raised: ",
    "": "gelu is not defined yet",
}


@pytest.mark.parametrize("code", TOLD)
def test_what_a_visible_check_says_is_a_sentence_alone(code):
    """Jupyter shows no line of these checks; a part that is built on gelu names gelu."""
    checks, names = checks_of("gpt"), {"torch": torch, "nn": nn}
    exec(solution(find(ROOT, "gpt")[0], "FeedForward") + f"\n\n{code}\n", names)
    for part in ("gelu", "FeedForward") if "NotImpl" in code else ("gelu",):
        with pytest.raises(AssertionError) as caught:
            checks.check(part, names)
        told = " ".join(caught.value._render_traceback_())
        assert told.startswith("AssertionError: ") and TOLD[code] in told


@pytest.mark.parametrize("name", ["attention", "gpt", "long-contexts"])
def test_checks_of_another_lesson_say_so(name):
    checks = checks_of(name)
    with pytest.raises(ValueError, match="another lesson's"):
        checks.check("centred", {})
    with pytest.raises(AttributeError, match="another lesson's"):
        checks.centre()


def test_what_a_lesson_forbids_its_visible_checks_forbid():
    for name in ("gpt", "long-contexts"):
        parts = {part.id for part in find(ROOT, name)[0].parts if part.forbidden}
        assert parts == checks_of(name).FORBIDDEN.keys()


@pytest.mark.parametrize(("number", "is_right"), [(int, True), (np.int64, True), (bool, False)])
def test_a_number_is_of_a_kind_that_counts(number, is_right):
    names = {}
    exec(solution(find(ROOT, "gpt")[0], "tokens_processed"), names)
    right = names["tokens_processed"]
    names["tokens_processed"] = lambda *given: right(*given) or number(0)
    with nullcontext() if is_right else pytest.raises(AssertionError, match="False, expected 0"):
        checks_of("gpt").check("tokens_processed", names)


THIEVES: dict[str, dict[str, str]] = {
    "an argument of the check": {
        "TransformerBlock": """
class TransformerBlock(nn.Module):
    def __new__(cls, cfg, attention):
        return type(attention).forward.__globals__["TransformerBlock"](cfg, attention)
"""
    },
    "an earlier part that is provided": {
        "LayerNorm": "class LayerNorm(nn.Module):\n    pass\n",
        "FeedForward": """
class FeedForward(nn.Module):
    def __new__(cls, cfg):
        return LayerNorm.__init__.__globals__["FeedForward"](cfg)
""",
        "TransformerBlock": """
class TransformerBlock(nn.Module):
    def __new__(cls, cfg, attention):
        return LayerNorm.__init__.__globals__["TransformerBlock"](cfg, attention)
""",
    },
}
TELLS = {
    "TransformerBlock": "class TransformerBlock(nn.Module):\n    pass\n",
    "GPTModel": """
class GPTModel(nn.Module):
    def __init__(self, cfg, *attentions):
        raise ValueError("leak " + repr(TransformerBlock.__init__.__code__.co_names))
""",
}


@pytest.fixture(scope="module")
def grader(repository, rings, shared) -> SubmissionGrader:
    assignment, edition = find(repository, "gpt")
    released = (repository / "release/gpt/gpt.ipynb").read_bytes()
    return SubmissionGrader(assignment, edition, released, shared(assignment, rings))


def answered(grader: SubmissionGrader, answers: dict[str, str]) -> bytes:
    return NotebookBuilder.of(source_notebook(grader.assignment, "en")).answered(answers).bytes()


def test_a_layer_that_is_given_may_have_another_name_and_cost_little(grader):
    """And no other part loses anything."""
    right = solution(grader.assignment, "TransformerBlock")
    report = grader.report(
        answered(grader, {"TransformerBlock": right.replace("self.attention", "self.att")})
    )
    (slip,) = part_of(report, "TransformerBlock").slips
    assert slip.mistake.id == "TransformerBlock/names_changed"
    assert report.points == 100 - slip.points


@pytest.mark.parametrize("way", THIEVES)
def test_the_code_that_the_author_provides_answers_no_other_part(grader, way):
    report = grader.report(answered(grader, THIEVES[way]))
    assert {part_of(report, id_).points for id_ in THIEVES[way]} == {0}


def test_a_mistake_has_its_name_and_cost_beside_code_that_the_author_provides(grader):
    """Whoever got an earlier part wrong, too, is not told less of this one, nor punished twice."""
    cells = {mistake.id: mistake.cells[-1] for mistake in mistakes(grader.assignment)}
    answer = {"FeedForward": cells["FeedForward/activation_twice"]}
    alone = part_of(grader.report(answered(grader, answer)), "FeedForward")
    report = grader.report(answered(grader, {**answer, "gelu": "def gelu(x):\n    return 2 * x"}))
    beside = part_of(report, "FeedForward")
    assert any("built upon gelu" in text.en for text in report.repairs)
    assert (beside.mistakes, beside.points) == (alone.mistakes, alone.points)
    assert alone.mistakes


def test_a_part_whose_numbers_are_right_costs_no_part_that_cannot_take_their_dtype(grader):
    right = solution(grader.assignment, "gelu")
    double = right.replace("### BEGIN SOLUTION", "x = x.double()")
    report = grader.report(answered(grader, {"gelu": double}))
    assert lost(report) == set()
    assert any("FeedForward is built upon gelu" in text.en for text in report.repairs)


def test_an_argument_that_only_a_wrong_layer_takes_costs_the_parts_upon_it_nothing(grader):
    norm, block = (solution(grader.assignment, id_) for id_ in ("LayerNorm", "TransformerBlock"))
    wrong = edited(norm, [("emb_dim: int)", "emb_dim: int, eps=1e-5)"), ("torch.sqrt(", "(")])
    more = block.replace('LayerNorm(cfg["emb_dim"])', 'LayerNorm(cfg["emb_dim"], eps=1e-5)')
    answers = {"LayerNorm": wrong, "TransformerBlock": more}
    assert lost(grader.report(answered(grader, answers))) == {"LayerNorm"}


def test_a_stub_that_a_student_has_changed_hides_no_answer(grader):
    stub = """
class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        raise NotImplementedError

    def forward(self, x):
        pass
"""
    both = "\n".join(solution(grader.assignment, id_) for id_ in ("LayerNorm", "gelu"))
    report = grader.report(answered(grader, {"LayerNorm": stub, "gelu": both}))
    assert lost(report) == set()


SLIPS = {
    "a root": ("LayerNorm", [("torch.sqrt(", "(")], "no_root"),
    "the dimension from the end": ("LayerNorm", [("dim=-1", "dim=1")], "one_place"),
    "a letter, which leaves a builtin": ("generate", [("return ids", "return id")],
                                         "name_misspelt"),
    # More alike is `shift`, which begins as zeros.
    "names of another book": ("LayerNorm", [("self.weight", "self.scale"),
                                            ("self.bias", "self.shift")], "names_changed"),
    # It raises in the cell of another answer.
    "all of the configuration": ("TransformerBlock", [('LayerNorm(cfg["emb_dim"])',
                                                       "LayerNorm(cfg)")], "one_place"),
    "another entry": ("GPTModel", [('cfg["n_layers"]', 'cfg["n_heads"]')], "one_value"),
    "an entry for an argument": ("generate", [("-context_length", '-cfg["context_length"]')],
                                 "one_place"),
    "what a layer is given": ("GPTModel", [("torch.arange(ids.shape[1])", "ids")], "one_place"),
    "results of which two belong together": (
        "cached_attention", [("(keys, values)\n", "keys, values\n")], "one_value"),
    "how many layers there are": ("GPTModel", [('range(cfg["n_layers"])', "range(2)")],
                                  "one_value"),
    "the largest beside their places": ("generate", [(".argmax(", ".max(")], "one_place"),
    "one token for all": ("generate", [(".argmax(dim=-1, keepdim=True)",
                                        ".argmax().expand(len(ids))[:, None]")],
                          "one_place"),
    "two layers in each other's place": ("FeedForward", [
        ("self.contract(gelu(self.expand(x)))", "self.expand(gelu(self.contract(x)))")],
        "one_place"),
    "how many things the cache holds": ("cached_attention", [("len(cache[0])", "len(cache)")],
                                        "one_value"),
    "rounds that begin alike": ("GPTModel", [("x = block(x)", "out = block(x)"),
                                             ("final_norm(x)", "final_norm(out)")], "one_value"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_is_told_and_costs_a_fifth(grader, slip):
    id_, edits, told = SLIPS[slip]
    wrong = edited(solution(grader.assignment, id_), edits)
    part = part_of(grader.report(answered(grader, {id_: wrong})), id_)
    assert [slip.mistake.id for slip in part.slips] == [f"{id_}/{told}"]
    assert part.points >= 0.75 * part.max_points


def test_no_message_quotes_the_code_that_the_author_provides(grader):
    report = grader.report(answered(grader, TELLS))
    details = [check.detail.en for part in report.parts for check in part.checks if check.detail]
    assert part_of(report, "GPTModel").points == 0
    assert [detail for detail in details if "leak" in detail or "norm1" in detail] == []


def test_a_wrong_part_costs_no_other_where_all_stand_in_one_cell(grader):
    """As in a script: no cell below is left, before which the right one takes its place."""
    right = solution(grader.assignment, "LayerNorm")
    wrong = right.replace(" / torch.sqrt(variance + 1e-5)", "")
    notebook = json.loads(answered(grader, {"LayerNorm": wrong}))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    code = "\n\n".join("".join(cell["source"]) for cell in cells)
    notebook["cells"] = [{"cell_type": "code", "metadata": {}, "source": code}]
    report = grader.report(json.dumps(notebook).encode())
    assert lost(report) == {"LayerNorm"}
