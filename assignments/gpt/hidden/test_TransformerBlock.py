"""Part 4, a residual block on a given attention: hidden checks.

The attention is the author's own and only mixes tokens; what a block does with it shows in values.
"""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, trainable, unchanged

AGAIN = ("result of a second call", "第二次调用的结果")
WEIGHTS = (
    *(f"{norm}.{name}" for norm in ("norm1", "norm2") for name in ("weight", "bias")),
    *(f"ff.{layer}.{name}" for layer in ("expand", "contract") for name in ("weight", "bias")),
    "attention.weight",
)
ROUNDING = 2e-4
"""What float32 may lose in a sum over all tokens, as gradients are."""


def made(student: Student, case: Any) -> Handle:
    """A fresh block on an attention of the author's."""
    mixing = student.provided("Mixing")(case.emb_dim)
    block: Handle = student.TransformerBlock(case.cfg, mixing)
    return block


def loaded(student: Student, case: Any) -> Handle:
    """A block with the case's weights."""
    block = made(student, case)
    block.load({path: getattr(case, path) for path in WEIGHTS})
    return block


@part(
    "TransformerBlock",
    weight=0.5,
    cases=("batch",),
    hint={
        "en": "Look for `+=` and for operations whose name ends in an underscore, and for seeds.",
        "zh": "找一找 `+=`、名字以下划线结尾的操作，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the block leaves its input and torch's own settings as they were.

    创建和调用残差块之后，它的输入和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda x: loaded(student, case)(x), case.x)


@part(
    "TransformerBlock",
    weight=4,
    value=True,
    cases=("batch", "square", "single"),
    hint={
        "en": "Follow one token: what is normalised, by which norm, and what is added to what?",
        "zh": "跟踪一个词元：归一化的是什么？用的是哪一个？什么加到什么上？",
    },
)
def test_values(student: Student, case: Any) -> None:
    """Known weights give the right result, for batches of any size.

    给定权重时，任意大小的批次都得到正确的结果。
    """
    block = loaded(student, case)
    agree(block(case.x), case.result, atol=2e-5)
    # What a module keeps of its first call is no answer to the next.
    agree(block(case.x.flip(0)), case.result.flip(0), what=AGAIN, atol=2e-5)


@part(
    "TransformerBlock",
    weight=2,
    value=True,
    cases=("batch",),
    hint={
        "en": "What does `named_parameters()` of a block show? Does a gradient reach all of it?",
        "zh": "残差块的 `named_parameters()` 显示什么？梯度能到达其中的每一个吗？",
    },
)
def test_all_of_it_is_trained(student: Student, case: Any) -> None:
    """The norms, the network, the given attention and all before the block get the right gradient.

    两个归一化、前馈网络、给定的注意力以及残差块之前的一切都得到正确的梯度。
    """
    block = loaded(student, case)
    fed = student.provided("Fed")(block, list(case.x.shape))
    fed.load({"x": case.x})
    within = {"x": "x"} | {path: f"module.{path}" for path in WEIGHTS}
    found = fed.gradients(upstream=case.upstream, of=tuple(within.values()))
    for path, inside in within.items():
        expected = getattr(case, f"{path}.grad")
        agree(
            found[inside], expected, what=(f"gradient of {path}", f"{path} 的梯度"), atol=ROUNDING
        )
    trainable(block, {path: getattr(case, path) for path in WEIGHTS})


@part(
    "TransformerBlock",
    cases=("batch",),
    hint={
        "en": "Count the parameters of a block. Which of them does the text not speak of?",
        "zh": "数一数残差块的参数。其中哪些是题目没有提到的？",
    },
)
def test_nothing_else_is_trained(student: Student, case: Any) -> None:
    """The block has the parameters of its four parts and no others.

    残差块只有四个组成部分的参数，没有别的参数。
    """
    count = made(student, case).parameter_count()
    wanted = sum(getattr(case, path).numel() for path in WEIGHTS)
    require(count == wanted, f"it has {count} numbers to train", f"它有 {count} 个可训练的数")
