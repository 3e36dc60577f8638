"""Part 5, the whole model: hidden checks."""

from typing import Any

from autograder.checks import Handle, Student, agree, part, require, trainable, unchanged

AGAIN = ("logits of a second call", "第二次调用得到的 logits")
ROUNDING = 5e-4
"""What float32 may lose on the way back through all layers."""
LOGITS = 5e-5
"""What float32 may lose on the way through all layers."""


def loaded(student: Student, case: Any) -> Handle:
    """A model of the case's configuration with the case's weights."""
    model: Handle = student.GPTModel(case.cfg)
    model.load({path: getattr(case, path) for path in case.paths})
    return model


@part(
    "GPTModel",
    cases=("one_layer",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `+=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`+=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the model leaves its input and torch's own settings as they were.

    创建和调用模型之后，它的输入和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda ids: student.GPTModel(case.cfg)(ids), case.ids)


@part(
    "GPTModel",
    weight=5,
    value=True,
    cases=("one_layer", "three_layers", "whole_context", "single"),
    hint={
        "en": "Which positions does a sequence of three tokens have, how often is a block applied, "
        "and what stands between the last block and the logits?",
        "zh": "三个词元的序列有哪些位置？残差块用了几次？最后一个残差块和 logits 之间是什么？",
    },
)
def test_logits(student: Student, case: Any) -> None:
    """Known weights give the right logits, for any configuration and any length up to the context.

    给定权重时，任何配置、不超过上下文长度的任何序列都得到正确的 logits。
    """
    model = loaded(student, case)
    agree(model(case.ids), case.result, what="logits", atol=LOGITS)
    # What a module keeps of its first call is no answer to the next.
    agree(model(case.ids.flip(0)), case.result.flip(0), what=AGAIN, atol=LOGITS)


@part(
    "GPTModel",
    value=True,
    cases=("biased",),
    hint={
        "en": "Which configuration reaches the attention of your blocks?",
        "zh": "传给各个残差块的注意力的是哪一个配置？",
    },
)
def test_attention_follows_the_configuration(student: Student, case: Any) -> None:
    """`qkv_bias` of the configuration reaches the attention of every block.

    配置里的 `qkv_bias` 传到了每个残差块的注意力。
    """
    agree(loaded(student, case)(case.ids), case.result, what="logits", atol=LOGITS)


@part(
    "GPTModel",
    weight=2,
    cases=("one_layer", "three_layers"),
    hint={
        "en": "Which list tells a module about the modules in it? Do two names share a weight?",
        "zh": "哪种列表能让模块知道其中的子模块？有没有两个名称共用一个权重？",
    },
)
def test_parameters(student: Student, case: Any) -> None:
    """All weights are trainable parameters of their own, and there are no others.

    所有权重都是各自独立的可训练参数，此外没有别的参数。
    """
    model = student.GPTModel(case.cfg)
    trainable(model, {path: getattr(case, path) for path in case.paths})
    count = model.parameter_count()
    right = count == case.numbers
    require(right, f"it has {count} numbers to train", f"它有 {count} 个可训练的数")


@part(
    "GPTModel",
    value=True,
    cases=("one_layer",),
    hint={
        "en": "Is there a step between the embeddings and the logits that cuts the gradient off?",
        "zh": "从嵌入到 logits 之间，有没有哪一步切断了梯度？",
    },
)
def test_gradients(student: Student, case: Any) -> None:
    """The gradient reaches both embeddings and the output layer.

    梯度能到达两个嵌入和输出层。
    """
    paths = ("tok_emb.weight", "pos_emb.weight", "out_head.weight")
    found = loaded(student, case).gradients(case.ids, upstream=case.upstream, of=paths)
    for path in paths:
        expected = getattr(case, f"{path}.grad")
        agree(found[path], expected, what=(f"gradient of {path}", f"{path} 的梯度"), atol=ROUNDING)
