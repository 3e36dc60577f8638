"""Part 3, the feed-forward network: hidden checks."""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, shaped, trainable, unchanged

AGAIN = ("result of a second call", "第二次调用的结果")
WEIGHTS = ("expand.weight", "expand.bias", "contract.weight", "contract.bias")
ROUNDING = 1e-4
"""What float32 may lose in a sum over all tokens, as gradients are."""


def loaded(student: Student, case: Any) -> Handle:
    """A module of the case's configuration with the case's weights."""
    module = student.FeedForward(case.cfg)
    module.load({path: getattr(case, path) for path in WEIGHTS})
    return module


@part(
    "FeedForward",
    weight=0.5,
    cases=("batch",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `+=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`+=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the module leaves its input and torch's own settings as they were.

    创建和调用模块之后，它的输入和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda x: student.FeedForward(case.cfg)(x), case.x)


@part(
    "FeedForward",
    cases=("narrow", "batch"),
    hint={
        "en": "Which widths does the configuration give, and in which order does `nn.Linear` take "
        "them?",
        "zh": "配置给出了哪些宽度？`nn.Linear` 按什么顺序接收它们？",
    },
)
def test_layers(student: Student, case: Any) -> None:
    """`expand` and `contract` are trainable linear layers with biases, of the right widths, and
    nothing else is trained.

    `expand` 和 `contract` 是带偏置、宽度正确的可训练线性层，没有别的参数。
    """
    module = student.FeedForward(case.cfg)
    shaped(module, {path: tuple(getattr(case, path).shape) for path in WEIGHTS})
    count = module.parameter_count()
    wanted = sum(getattr(case, path).numel() for path in WEIGHTS)
    require(count == wanted, f"it has {count} numbers to train", f"它有 {count} 个可训练的数")
    trainable(module, {path: getattr(case, path) for path in WEIGHTS})


@part(
    "FeedForward",
    weight=4,
    value=True,
    cases=("batch", "narrow", "wide", "alone"),
    hint={
        "en": "Which layer comes first, where does the bend stand, and does anything follow it?",
        "zh": "先用哪一层？激活函数在什么位置？后面还有别的吗？",
    },
)
def test_values(student: Student, case: Any) -> None:
    """Known weights give the right result, for each token by itself, in training as well.

    给定权重时，每个词元单独得到正确的结果，训练模式下也一样。
    """
    module = loaded(student, case)
    agree(module(case.x), case.result)
    # What a module keeps of its first call is no answer to the next. One token has no other order.
    if case.x.ndim > 1:
        agree(module(case.x.flip(0)), case.result.flip(0), what=AGAIN)


@part(
    "FeedForward",
    value=True,
    cases=("batch",),
    hint={
        "en": "Is there a step between the weights and the result that cuts the gradient off?",
        "zh": "从权重到结果之间，有没有哪一步切断了梯度？",
    },
)
def test_gradients(student: Student, case: Any) -> None:
    """Both layers and the input get the gradients that the formula gives them.

    两个层和输入都得到公式所给出的梯度。
    """
    fed = student.provided("Fed")(loaded(student, case), list(case.x.shape))
    fed.load({"x": case.x})
    within = {"x": "x"} | {path: f"module.{path}" for path in WEIGHTS}
    found = fed.gradients(upstream=case.upstream, of=tuple(within.values()))
    for path, inside in within.items():
        expected = getattr(case, f"{path}.grad")
        agree(
            found[inside], expected, what=(f"gradient of {path}", f"{path} 的梯度"), atol=ROUNDING
        )
