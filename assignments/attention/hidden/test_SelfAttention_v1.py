"""Part 5, self-attention with parameters: hidden checks."""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, shaped, trainable, unchanged

CONTEXTS = ("context vectors", "上下文向量")
AGAIN = ("context vectors of a second call", "第二次调用得到的上下文向量")
QKV = ("W_query", "W_key", "W_value")
ROUNDING = 1e-4
"""What float32 may lose in a sum over all tokens and columns, as gradients are."""


def loaded(student: Student, case: Any) -> Handle:
    """A module of the case's sizes with the case's weights."""
    module = student.SelfAttention_v1(case.d_in, case.d_out)
    module.load({name: getattr(case, name) for name in QKV})
    return module


@part(
    "SelfAttention_v1",
    weight=0.5,
    cases=("wide",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the module leaves its input and torch's own settings as they were.

    创建和调用模块之后，它的输入和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda x: student.SelfAttention_v1(case.d_in, case.d_out)(x), case.x)


@part(
    "SelfAttention_v1",
    cases=("narrow",),
    hint={
        "en": "How does a module learn that a tensor is one of its weights?",
        "zh": "模块怎样才知道一个张量是它的权重？",
    },
)
def test_parameters(student: Student, case: Any) -> None:
    """`W_query`, `W_key` and `W_value` are trainable parameters of shape `(d_in, d_out)`.

    `W_query`、`W_key` 和 `W_value` 是形状为 `(d_in, d_out)` 的可训练参数。
    """
    module = student.SelfAttention_v1(case.d_in, case.d_out)
    shaped(module, dict.fromkeys(QKV, (case.d_in, case.d_out)))
    trainable(module, {path: getattr(case, path) for path in QKV})


@part(
    "SelfAttention_v1",
    weight=4,
    value=True,
    cases=("narrow", "wide", "square"),
    hint={
        "en": "Which weight makes which of queries, keys and values, and what divides the scores?",
        "zh": "查询、键、值各由哪个权重得到？分数除以什么？",
    },
)
def test_context_vectors(student: Student, case: Any) -> None:
    """Known weights give the right context vectors, for inputs of any size.

    给定权重时，无论输入多大，上下文向量都正确。
    """
    module = loaded(student, case)
    agree(module(case.x), case.contexts, what=CONTEXTS)
    # What a module keeps of its first call is no answer to the next.
    agree(module(case.x.flip(0)), case.contexts.flip(0), what=AGAIN)


@part(
    "SelfAttention_v1",
    value=True,
    cases=("wide",),
    hint={
        "en": "Is there a step between the weights and the result that cuts the gradient off?",
        "zh": "从权重到结果之间，有没有哪一步切断了梯度？",
    },
)
def test_gradients(student: Student, case: Any) -> None:
    """Every weight gets the gradient that the formula gives it.

    每个权重都得到公式所给出的梯度。
    """
    found = loaded(student, case).gradients(case.x, upstream=case.upstream, of=QKV)
    for name in QKV:
        expected = getattr(case, f"{name}.grad")
        agree(found[name], expected, what=(f"gradient of {name}", f"{name} 的梯度"), atol=ROUNDING)


@part(
    "SelfAttention_v1",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_token(student: Student, case: Any) -> None:
    """A single token has all of its own attention.

    只有一个词元时，它的注意力全在自己身上。
    """
    agree(loaded(student, case)(case.x), case.contexts, what=CONTEXTS)


@part("SelfAttention_v1", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vectors are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
