"""Exercises 3.2 and 3.3 are judged by what the class in the result was made with."""

from collections.abc import Callable

import pytest

from autograder.core.model import Outcome
from tests.course.reports import lost, part_of

PARTIAL = "import functools\ngpt2_small_attention = functools.partial(MultiHeadAttention, {})"
SUBCLASS = """
class Small(MultiHeadAttention):
    def __init__(self):
        super().__init__({})
gpt2_small_attention = Small
"""
RIGHT = "768, 768, 1024, 0.1, 12"
WRONG = {
    "768, 768, 1024, 0.1, 8": "heads",
    "768, 768, 512, 0.1, 12": "context_length",
    "1024, 768, 1024, 0.1, 12": "widths",
    "768, 768, 1024, 1.0, 12": "heads",
}
DEFAULTS = """
class MultiHeadAttention(MultiHeadAttention):
    def __init__(self, d_in=768, d_out=768, context_length=1024, dropout=0.1, num_heads=12,
                 qkv_bias=False):
        super().__init__(d_in, d_out, context_length, dropout, num_heads, qkv_bias)
"""
NEEDS_LAYERS = """
def gpt2_small_attention(make=MultiHeadAttention):
    module = make(768, 768, 1024, 0.1, 12)
    module.out_proj.weight.requires_grad_(True)
    return module
"""
SUBCLASS_INSIDE = """
def gpt2_small_attention():
    class Small(MultiHeadAttention):
        pass
    return Small(d_in=768, d_out=768, context_length=1024, dropout=0.1, num_heads=12)
"""
SLOW = """
class MultiHeadAttention(MultiHeadAttention):
    def __init__(self, *settings):
        while settings[2] == 1024:
            pass
        super().__init__(*settings)
"""
ANSWERS = {
    "the class with its own defaults, kept": DEFAULTS
    + "def gpt2_small_attention(make=MultiHeadAttention):\n    return make()",
    "the class with its own defaults": DEFAULTS
    + "def gpt2_small_attention():\n    return MultiHeadAttention()",
    "a module whose layers are needed": NEEDS_LAYERS,
    "a subclass inside": SUBCLASS_INSIDE,
    # It is judged by its settings: to make it would use up the check's time, as would a mask that
    # is filled number by number, a million of them.
    "a kept class that takes long": SLOW + PARTIAL.format(RIGHT),
    "a subclass": SUBCLASS.format(RIGHT),
}
TWO_MADE = "def {0}:\n    returned = {1}({2})\n    {1}({3})\n    return returned"
OTHER_LAYERS = """
class Renamed(nn.Module):
    def __init__(self, *settings):
        super().__init__()
        self.inner = CausalAttention(*settings)

    def forward(self, x):
        return self.inner(x)

def two_dim_wrapper(d_in, context_length, make=MultiHeadAttentionWrapper):
    wrapper = make(d_in, 1, context_length, 0.0, num_heads=2)
    wrapper.heads = nn.ModuleList(Renamed(d_in, 1, context_length, 0.0) for _ in range(2))
    return wrapper
"""
HEADS = (
    "class Own(nn.Module):\n"
    "    def __init__(self, *heads):\n"
    "        super().__init__()\n"
    "        self.heads = nn.ModuleList(heads)\n"
    "    def forward(self, x):\n"
    "        return torch.cat([head(x) for head in self.heads], dim=-1)\n\n"
    "def two_dim_wrapper(d_in, context_length):\n"
    "    {}\n"
)
NO_WRAPPERS = {
    "linear": "return Own(nn.Linear(d_in, 1), nn.Linear(d_in, 1))",
    "same name": "Own.__name__ = 'MultiHeadAttentionWrapper'; "
    "return Own(nn.Linear(d_in, 1), nn.Linear(d_in, 1))",
    "no tensors": "Own.state_dict = lambda self, **keywords: {0: 1, 'heads.0.weight': 2}; "
    "return Own(nn.Linear(d_in, 1), nn.Linear(d_in, 1))",
}
LAYERS = (
    "class Own(nn.Module):\n"
    "    def __init__(self):\n"
    "        super().__init__()\n"
    "        for name in ('W_query', 'W_key', 'W_value', 'out_proj'):\n"
    "            self.add_module(name, nn.Linear(768, 768))\n"
    "    def forward(self, x):\n"
    "        {}\n\n"
    "def gpt2_small_attention():\n"
    "    {}\n"
)
NO_MODULES = {
    "no attention": (
        "v = self.W_value(x); "
        "return self.out_proj(v * (torch.arange(768) < 64) if x.shape[1] == 2 else v)",
        "return Own()"),
    "made beside it": (
        "return self.W_value(x)", "MultiHeadAttention(768, 768, 1024, 0.1, 12); "
        "return type('MultiHeadAttention', (Own,), {})()"),
}  # fmt: skip


@pytest.fixture(scope="module")
def failed(grader_of, solved) -> Callable[..., set[str]]:
    """The checks of a part that an answer to it does not pass; all other parts are right."""
    grader = grader_of(discloses=False)

    def failed_checks(answer: str, judged: str = "exercise_3_3") -> set[str]:
        report = grader.report(solved.answered({judged: answer}).bytes())
        assert lost(report) <= {judged}
        checks = part_of(report, judged).checks
        return {c.id.partition("/")[2] for c in checks if c.outcome is not Outcome.PASSED}

    return failed_checks


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_right_answer_is_right_however_it_reaches_the_class(failed, answer):
    """What its settings do not tell is asked of the module."""
    assert failed(answer) == set()


@pytest.mark.parametrize(
    ("part", "named", "right", "wrong", "check"),
    [("exercise_3_3", ("gpt2_small_attention()", "MultiHeadAttention"),
      RIGHT, next(iter(WRONG)), "heads"),
     ("exercise_3_2", ("two_dim_wrapper(d_in, n)", "MultiHeadAttentionWrapper"),
      "d_in, 1, n, 0.0, 2", "d_in, 2, n, 0.0, 2", "two_dimensions")],
)  # fmt: skip
def test_of_two_modules_the_one_that_is_returned_counts(failed, part, named, right, wrong, check):
    assert failed(TWO_MADE.format(*named, right, wrong), part) == set()
    assert check in failed(TWO_MADE.format(*named, wrong, right), part)


def test_what_the_layers_of_a_head_are_called_is_not_asked_of_the_wrapper(failed):
    assert failed(OTHER_LAYERS, "exercise_3_2") == set()


def test_a_module_that_only_counts_its_heads_is_no_wrapper(failed):
    answer = (
        "def two_dim_wrapper(d_in, context_length, make=MultiHeadAttention):\n"
        "    module = make(d_in, 2, context_length, 0.0, num_heads=2)\n"
        "    module.heads = 2\n"
        "    return module"
    )
    assert {"two_dimensions", "sizes_pass_through"} <= failed(answer, "exercise_3_2")


@pytest.mark.parametrize("made", NO_WRAPPERS)
def test_what_two_heads_do_is_compared_with_known_numbers(failed, made):
    """Two heads that attend to nothing agree with themselves, too."""
    assert "two_dimensions" in failed(HEADS.format(NO_WRAPPERS[made]), "exercise_3_2")


@pytest.mark.parametrize("made", NO_MODULES)
def test_layers_of_the_right_width_are_no_multi_head_attention(failed, made):
    assert {"widths", "heads", "context_length"} <= failed(LAYERS.format(*NO_MODULES[made]))


@pytest.mark.parametrize("settings", WRONG)
def test_a_wrong_setting_is_found_in_a_class_that_was_kept(failed, settings):
    assert failed(PARTIAL.format(settings)) == {WRONG[settings]}
