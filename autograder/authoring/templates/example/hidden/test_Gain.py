"""Part 2: hidden checks. Weights are put into the student's module by name, never guessed."""

from typing import Any

from autograder.checks import Student, agree, part, require, trainable

AGAIN = ("result of a second call", "第二次调用的结果")


@part(
    "Gain",
    cases=("few",),
    hint={
        "en": "What does `list(Gain(3).parameters())` show?",
        "zh": "`list(Gain(3).parameters())` 显示什么？",
    },
)
def test_gain_is_trainable(student: Student, case: Any) -> None:
    """`gain` is a trainable parameter of shape (width,).

    `gain` 是形状为 (width,) 的可训练参数。
    """
    module = student.Gain(case.width)
    facts = module.parameter("gain")
    require(facts.exists, "there is no attribute gain", "没有属性 gain")
    wanted = facts.shape == (case.width,)
    require(wanted, f"gain has shape {facts.shape}", f"gain 的形状是 {facts.shape}")
    trainable(module, {"gain": case.gain})


@part(
    "Gain",
    weight=2,
    value=True,
    cases=("few", "many"),
    hint={
        "en": "Set the gain to (1, 2, 3) and send a row of ones through the module.",
        "zh": "把增益设为 (1, 2, 3)，让一行 1 通过模块。",
    },
)
def test_columns_are_scaled(student: Student, case: Any) -> None:
    """Each column is multiplied by its number.

    每一列都乘以各自的数。
    """
    module = student.Gain(case.width)
    module.load({"gain": case.gain})
    agree(module(case.x), case.scaled)
    # What a module keeps of its first call is no answer to the next.
    agree(module(case.x.flip(0)), case.scaled.flip(0), what=AGAIN)
