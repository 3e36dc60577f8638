"""Part 12, heads side by side: hidden checks.

A recording class that only multiplies stands in for `CausalAttention`. A wrapper that reaches its
heads by another road (a subclass, a default argument) is judged with the student's real heads.
"""

from typing import Any

import torch

from autograder.checks import Handle, Student, agree, part, require, shaped, trainable, unchanged

CONTEXTS = ("context vectors", "上下文向量")
AGAIN = ("context vectors of a second call", "第二次调用得到的上下文向量")
QKV = ("W_query", "W_key", "W_value")
RATE = 0.25
ROUNDING = 1e-4
"""What float32 may lose in a sum over all tokens and columns, as gradients are."""
ANY_VALUE = float("inf")
"""As a tolerance: type and shape are judged, and that nothing is nan."""

Settings = dict[str, int | float]


def built(
    student: Student, case: Any, *more: object, dropout: float = 0.0, called: bool = False
) -> tuple[Handle, list[Settings]]:
    """A wrapper, and what each stand-in in it was made with (empty if its heads are real).

    If it will be `called`: one that asks its heads for what no stand-in has gets real ones.
    """
    settings = (case.d_in, case.d_out, case.context_length, dropout, case.num_heads, *more)

    def make() -> Handle:
        wrapper = student.MultiHeadAttentionWrapper(*settings)
        if called:
            wrapper(torch.zeros(1, 1, case.d_in))
        return wrapper

    wrapper, record = student.made_with_stand_in("CausalAttention", make)
    made = [{k: v for k, v in row.items() if isinstance(v, int | float)} for row in record.made]
    return wrapper, made


def weights_of(case: Any, made: list[Settings]) -> tuple[str, ...]:
    """The paths of all weights of the heads."""
    names = ["weight"] if made else [f"{name}.weight" for name in QKV]
    return tuple(f"heads.{head}.{name}" for head in range(case.num_heads) for name in names)


@part(
    "MultiHeadAttentionWrapper",
    weight=0.5,
    cases=("two_heads",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `+=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`+=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the wrapper leaves its input and torch's own settings as they were.

    创建和调用包装模块之后，它的输入和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda x: built(student, case, called=True)[0](x), case.x)


@part(
    "MultiHeadAttentionWrapper",
    weight=3,
    value=True,
    cases=("one_head", "two_heads", "four_heads", "single"),
    hint={
        "en": "In which order and along which dimension are the outputs of the heads joined, and "
        "does anything happen to them afterwards?",
        "zh": "各个头的输出按什么顺序、沿哪个维度拼接？之后还做了什么吗？",
    },
)
def test_outputs_side_by_side(student: Student, case: Any) -> None:
    """The outputs of the heads stand beside each other, in order and unchanged.

    各个头的输出按顺序并排，保持不变。
    """
    wrapper, made = built(student, case, dropout=RATE, called=True)
    wrapper.load({path: getattr(case, path) for path in weights_of(case, made)})
    if not made:
        wrapper.eval()
    # A stand-in drops nothing even in training; what is dropped there, the wrapper dropped.
    expected = case.stood_in_contexts if made else case.contexts
    agree(wrapper(case.x), expected, what=CONTEXTS)
    # What a module keeps of its first call is no answer to the next.
    agree(wrapper(case.x.flip(0)), expected.flip(0), what=AGAIN)


@part(
    "MultiHeadAttentionWrapper",
    weight=2,
    cases=("two_heads", "four_heads"),
    hint={
        "en": "`d_out` is said of one head. Which argument of a head does each of yours become?",
        "zh": "`d_out` 说的是一个头。你的每个参数各成为一个头的哪个参数？",
    },
)
def test_settings_of_the_heads(student: Student, case: Any) -> None:
    """Every head gets the widths, context length, dropout rate and bias that were asked for.

    每个头都得到所要求的宽度、上下文长度、丢弃率和偏置设置。
    """
    for bias in (False, True):
        wrapper, made = built(student, case, *([True] if bias else []), dropout=RATE)
        if made:
            judge_settings(made, case, bias)
        else:
            judge_real_heads(wrapper, case, bias)


def judge_settings(made: list[Settings], case: Any, bias: bool) -> None:
    """The recorded arguments are those that the wrapper was given."""
    asked = {name: getattr(case, name) for name in ("d_in", "d_out", "context_length")}
    asked |= {"dropout": RATE, "qkv_bias": bias}
    for settings in made:
        given = {"qkv_bias": False} | settings
        wrong = ", ".join(name for name, value in asked.items() if given.get(name) != value)
        require(not wrong, f"a head was made with another {wrong}", f"有一个头的 {wrong} 不对")


def judge_real_heads(wrapper: Handle, case: Any, bias: bool) -> None:
    """The real heads have the right widths and biases and take `context_length` tokens."""
    for path in weights_of(case, []):
        shaped(wrapper, {path: (case.d_out, case.d_in)})
        other = path.replace("weight", "bias")
        asked = wrapper.parameter(other).exists == bias
        require(asked, f"{other} is not as asked for", f"{other} 与要求不符")
    whole = torch.zeros(1, case.context_length, case.d_in)
    joined = torch.zeros(1, case.context_length, case.d_out * case.num_heads)
    agree(wrapper(whole), joined, what=CONTEXTS, atol=ANY_VALUE)


@part(
    "MultiHeadAttentionWrapper",
    cases=("four_heads",),
    hint={
        "en": "What kind of list tells a module about the modules inside it?",
        "zh": "哪种列表能让模块知道其中的子模块？",
    },
)
def test_heads_are_registered(student: Student, case: Any) -> None:
    """`heads` holds every head, and their weights are trainable parameters of the wrapper.

    `heads` 中有每一个头，它们的权重都是包装模块的可训练参数。
    """
    wrapper, made = built(student, case)
    count = wrapper.length("heads")
    require(count == case.num_heads, f"heads holds {count}", f"heads 中有 {count} 个")
    trainable(wrapper, {path: getattr(case, path) for path in weights_of(case, made)})
    if made:
        numbers = wrapper.parameter_count()
        alone = numbers == case.num_heads * case.d_in * case.d_out
        require(alone, "it has parameters beside its heads'", "除了各个头的参数之外还有别的参数")


@part(
    "MultiHeadAttentionWrapper",
    value=True,
    cases=("two_heads",),
    hint={
        "en": "Is there a step between the heads and the result that cuts the gradient off?",
        "zh": "从各个头到结果之间，有没有哪一步切断了梯度？",
    },
)
def test_gradients(student: Student, case: Any) -> None:
    """Every head gets its own gradient through the wrapper.

    每个头都能通过包装模块得到自己的梯度。
    """
    wrapper, made = built(student, case, called=True)
    paths = weights_of(case, made)
    wrapper.load({path: getattr(case, path) for path in paths})
    found = wrapper.gradients(case.x, upstream=case.upstream, of=paths)
    for path in paths:
        expected = getattr(case, f"{path}.grad")
        agree(found[path], expected, what=(f"gradient of {path}", f"{path} 的梯度"), atol=ROUNDING)


@part("MultiHeadAttentionWrapper", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The wrapper does its part without the library's attention.

    包装模块自身不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
