"""Part 7, greedy generation: hidden checks, with a small model of the author's."""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, unchanged

IDS = ("ids", "词元编号")
WEIGHTS = ("tokens", "places", "words")


def model_of(student: Student, case: Any) -> Handle:
    """A model that depends on every token it sees and on its place, with the case's weights."""
    model: Handle = student.provided("Ranker")(case.vocab_size, case.width, case.context_length)
    model.load({path: getattr(case, path) for path in WEIGHTS})
    return model


def continued(student: Student, case: Any) -> Any:
    """The case's prompts as the answer continues them."""
    model = model_of(student, case)
    return student.generate(model, case.ids, case.new, case.context_length)


@part(
    "generate",
    weight=0.5,
    cases=("batch",),
    hint={
        "en": "Look for assignments into `ids`, seeds, and gradients switched off for good.",
        "zh": "找一找对 `ids` 的赋值、随机种子，以及关掉后没有再打开的梯度开关。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """`ids` and torch's own settings are the same after the call as before it.

    调用前后，`ids` 和 torch 自身的设置都没有改变。
    """

    # The first check of its part: a setting changed by another check would be no change here.
    def act(ids: Handle) -> None:
        student.generate(model_of(student, case), ids, case.new, case.context_length)

    unchanged(student, act, case.ids)


@part(
    "generate",
    weight=3,
    value=True,
    cases=("batch", "one_token"),
    hint={
        "en": "Whose logits tell the next token, and along which dimension is the largest found?",
        "zh": "下一个词元由谁的 logits 决定？沿哪个维度找最大值？",
    },
)
def test_next_tokens(student: Student, case: Any) -> None:
    """Every sequence of a batch is continued by its likeliest tokens, one after the other.

    批次里的每个序列都逐个接上最可能的词元。
    """
    agree(continued(student, case), case.result, what=IDS)


@part(
    "generate",
    weight=2,
    value=True,
    cases=("crossing", "long_prompt"),
    hint={
        "en": "Which tokens does the model see once the text is longer than the context?",
        "zh": "文本比上下文更长之后，模型看到的是哪些词元？",
    },
)
def test_cropped_context(student: Student, case: Any) -> None:
    """The model sees the last `context_length` tokens at most, and the text keeps all of them.

    模型最多看到最后 `context_length` 个词元，文本则保留全部词元。
    """
    agree(continued(student, case), case.result, what=IDS)


@part(
    "generate",
    cases=("nothing_new",),
    hint={
        "en": "How often does your loop run for `max_new_tokens` = 0?",
        "zh": "`max_new_tokens` = 0 时，你的循环运行几次？",
    },
)
def test_nothing_new(student: Student, case: Any) -> None:
    """Without new tokens the prompts come back.

    没有新词元时，返回原来的提示。
    """
    agree(continued(student, case), case.result, what=IDS)


@part(
    "generate",
    cases=("batch",),
    hint={
        "en": "How many new tokens does one call of the model give to each sequence?",
        "zh": "调用一次模型，每个序列得到几个新词元？",
    },
)
def test_one_call_for_each_token(student: Student, case: Any) -> None:
    """The model is called once for each new token.

    每个新词元只调用一次模型。
    """
    model = model_of(student, case)
    student.generate(model, case.ids, case.new, case.context_length)
    calls = model.read("calls")
    right = calls == case.new
    require(right, f"the model was called {calls} times", f"模型被调用了 {calls} 次")
