"""Part 6, self-attention with linear layers: hidden checks."""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, shaped, trainable, unchanged

CONTEXTS = ("context vectors", "上下文向量")
AGAIN = ("context vectors of a second call", "第二次调用得到的上下文向量")
QKV = ("W_query", "W_key", "W_value")
WEIGHTS = tuple(f"{name}.weight" for name in QKV)
BIASES = tuple(f"{name}.bias" for name in QKV)
ROUNDING = 1e-4
"""What float32 may lose in a sum over all tokens and columns, as gradients are."""


def loaded(student: Student, case: Any) -> Handle:
    """A module of the case's sizes with the case's weights, without bias."""
    module = student.SelfAttention_v2(case.d_in, case.d_out)
    module.load({path: getattr(case, path) for path in WEIGHTS})
    return module


@part(
    "SelfAttention_v2",
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
    unchanged(student, lambda x: student.SelfAttention_v2(case.d_in, case.d_out)(x), case.x)


@part(
    "SelfAttention_v2",
    cases=("narrow",),
    hint={
        "en": "Which class of torch.nn holds a weight, and in which order does it take its widths?",
        "zh": "torch.nn 的哪个类保存权重？它按什么顺序接收两个宽度？",
    },
)
def test_layers(student: Student, case: Any) -> None:
    """`W_query`, `W_key` and `W_value` are trainable linear layers from `d_in` to `d_out`.

    `W_query`、`W_key` 和 `W_value` 是从 `d_in` 到 `d_out` 的可训练线性层。
    """
    module = student.SelfAttention_v2(case.d_in, case.d_out)
    shaped(module, dict.fromkeys(WEIGHTS, (case.d_out, case.d_in)))
    trainable(module, {path: getattr(case, path) for path in WEIGHTS})


@part(
    "SelfAttention_v2",
    value=True,
    cases=("biased",),
    hint={
        "en": "Does `qkv_bias` reach all three layers, also when it is not given?",
        "zh": "`qkv_bias` 是否传到了三个层？没有给出它的时候呢？",
    },
)
def test_bias(student: Student, case: Any) -> None:
    """The three layers have a bias, and add it, exactly when `qkv_bias` asks for it.

    当且仅当 `qkv_bias` 要求时，三个层才带有偏置并把它加上。
    """
    plain = student.SelfAttention_v2(case.d_in, case.d_out)
    for path in BIASES:
        exists = plain.parameter(path).exists
        require(not exists, f"{path} was not asked for", f"没有要求时，不应有 {path}")
    biased = student.SelfAttention_v2(case.d_in, case.d_out, True)
    biased.load({path: getattr(case, path) for path in WEIGHTS + BIASES})
    agree(biased(case.x), case.contexts, what=CONTEXTS)


@part(
    "SelfAttention_v2",
    weight=4,
    value=True,
    cases=("narrow", "wide", "square"),
    hint={
        "en": "Which layer makes which of queries, keys and values, and what divides the scores?",
        "zh": "查询、键、值各由哪个层得到？分数除以什么？",
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
    "SelfAttention_v2",
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
    found = loaded(student, case).gradients(case.x, upstream=case.upstream, of=WEIGHTS)
    for path in WEIGHTS:
        expected = getattr(case, f"{path}.grad")
        agree(found[path], expected, what=(f"gradient of {path}", f"{path} 的梯度"), atol=ROUNDING)


@part(
    "SelfAttention_v2",
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


@part("SelfAttention_v2", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vectors are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
