"""Part 1, layer normalisation: hidden checks."""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, shaped, trainable, unchanged

AGAIN = ("result of a second call", "第二次调用的结果")
PARAMETERS = ("weight", "bias")
ROUNDING = 1e-4
"""What float32 may lose in a sum over all tokens, as gradients are."""


def loaded(student: Student, case: Any) -> Handle:
    """A module of the case's width with the case's parameters."""
    module = student.LayerNorm(case.emb_dim)
    module.load({path: getattr(case, path) for path in PARAMETERS})
    return module


@part(
    "LayerNorm",
    weight=0.5,
    cases=("batch",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `-=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`-=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the module leaves its input and torch's own settings as they were.

    创建和调用模块之后，它的输入和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda x: student.LayerNorm(case.emb_dim)(x), case.x)


@part(
    "LayerNorm",
    cases=("narrow", "batch"),
    hint={
        "en": "What does `dict(LayerNorm(3).named_parameters())` show?",
        "zh": "`dict(LayerNorm(3).named_parameters())` 显示什么？",
    },
)
def test_parameters(student: Student, case: Any) -> None:
    """`weight` and `bias` are trainable parameters of shape (emb_dim,), and there are no others.

    `weight` 和 `bias` 是形状为 (emb_dim,) 的可训练参数，没有别的参数。
    """
    module = student.LayerNorm(case.emb_dim)
    shaped(module, dict.fromkeys(PARAMETERS, (case.emb_dim,)))
    count = module.parameter_count()
    wanted = sum(getattr(case, path).numel() for path in PARAMETERS)
    require(count == wanted, f"it has {count} numbers to train", f"它有 {count} 个可训练的数")
    trainable(module, {path: getattr(case, path) for path in PARAMETERS})


@part(
    "LayerNorm",
    value=True,
    cases=("flat",),
    hint={
        "en": "Print `weight` and `bias` of a fresh module. What would leave a number as it is?",
        "zh": "打印新建模块的 `weight` 和 `bias`。怎样的值会让一个数保持不变？",
    },
)
def test_starts_without_scale_and_offset(student: Student, case: Any) -> None:
    """A fresh module gives each token mean 0 and variance 1 and nothing more.

    新建的模块只让每个词元的平均值为 0、方差为 1，别的什么也不做。
    """
    module = student.LayerNorm(case.emb_dim)
    agree(module.read("weight"), case.ones, what=("weight of a fresh module", "新建模块的 weight"))
    agree(module.read("bias"), case.zeros, what=("bias of a fresh module", "新建模块的 bias"))
    agree(module(case.x), case.fresh)


@part(
    "LayerNorm",
    weight=4,
    value=True,
    cases=("batch", "narrow", "square", "deep", "flat", "alone"),
    hint={
        "en": "Which numbers are averaged, by what is their sum divided, and what comes first: the "
        "root, the scale or the offset? Does anything count on three dimensions?",
        "zh": "对哪些数求平均？总和除以什么？开方、缩放和偏移的顺序是什么？"
        "有没有什么地方默认输入是三维的？",
    },
)
def test_tokens_are_normalised(student: Student, case: Any) -> None:
    """Every token is normalised by itself, then scaled and moved column by column, whether it
    stands alone, in a sequence, in a batch, or in a batch of batches.

    每个词元都单独归一化，然后逐列缩放和偏移，无论它单独出现，还是在序列、批次或多层嵌套的批次里。
    """
    module = loaded(student, case)
    agree(module(case.x), case.result, atol=ROUNDING / 3)
    # What a module keeps of its first call is no answer to the next. One token has no other order.
    if case.x.ndim > 1:
        agree(
            module(case.x.flip(0)),
            case.result.flip(0),
            what=AGAIN,
            atol=ROUNDING / 3,
        )


@part(
    "LayerNorm",
    value=True,
    cases=("close", "equal"),
    hint={
        "en": "How large is epsilon, is it added before the root is taken or after, and what is 0 "
        "divided by 0?",
        "zh": "epsilon 有多大？是在开方之前还是之后加上的？0 除以 0 是多少？",
    },
)
def test_tokens_of_close_numbers(student: Student, case: Any) -> None:
    """Tokens whose numbers are close together or equal show the right epsilon in the right place.

    数值彼此接近或相同的词元表明 epsilon 的大小和位置都正确。
    """
    # Their differences, divided by a spread of a thousandth, have lost some digits to rounding.
    agree(loaded(student, case)(case.x), case.result, atol=1e-3)


@part(
    "LayerNorm",
    value=True,
    cases=("flat",),
    hint={
        "en": "Is there a step that cuts the gradient off, or a value taken without gradients?",
        "zh": "有没有哪一步切断了梯度？有没有哪个值是在不计梯度的情况下算出的？",
    },
)
def test_gradients(student: Student, case: Any) -> None:
    """Both parameters and the input get the gradient that the formula gives them.

    两个参数和输入都得到公式所给出的梯度。
    """
    fed = student.provided("Fed")(loaded(student, case), list(case.x.shape))
    fed.load({"x": case.x})
    within = {"x": "x"} | {path: f"module.{path}" for path in PARAMETERS}
    found = fed.gradients(upstream=case.upstream, of=tuple(within.values()))
    for path, inside in within.items():
        expected = getattr(case, f"{path}.grad")
        agree(
            found[inside], expected, what=(f"gradient of {path}", f"{path} 的梯度"), atol=ROUNDING
        )


@part("LayerNorm", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The tokens are normalised without the library's normalisations.

    归一化时不得使用库里的实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
