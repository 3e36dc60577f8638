"""Part 7, exercise 3.1: hidden checks, with bare holders in place of the student's modules."""

from collections.abc import Callable
from typing import Any

from autograder.checks import Handle, Student, agree, part, require, trainable, unchanged

QKV = ("W_query", "W_key", "W_value")


def holders(student: Student, case: Any) -> tuple[Handle, Handle]:
    """A bare `sa_v2` with linear layers and a bare `sa_v1` with parameters."""
    sa_v2 = student.holder({name: getattr(case, f"{name}.v2") for name in QKV}, linear=True)
    sa_v1 = student.holder({name: getattr(case, f"{name}.v1") for name in QKV}, linear=False)
    return sa_v2, sa_v1


def own_modules(student: Student, case: Any) -> tuple[Handle, Handle]:
    """The same weights in the student's own classes of parts 5 and 6."""
    d_out, d_in = getattr(case, "W_query.v2").shape
    sa_v2, sa_v1 = student.SelfAttention_v2(d_in, d_out), student.SelfAttention_v1(d_in, d_out)
    sa_v2.load({f"{name}.weight": getattr(case, f"{name}.v2") for name in QKV})
    sa_v1.load({name: getattr(case, f"{name}.v1") for name in QKV})
    return sa_v2, sa_v1


def transferred(student: Student, case: Any) -> tuple[Handle, Handle]:
    """Both modules after the transfer; real ones for an answer that calls them afterwards."""

    def through(made: Callable[[Student, Any], tuple[Handle, Handle]]) -> tuple[Handle, Handle]:
        sa_v2, sa_v1 = made(student, case)
        student.transfer_weights(sa_v2, sa_v1)
        return sa_v2, sa_v1

    return student.either(lambda: through(holders), lambda: through(own_modules))


@part(
    "exercise_3_1",
    weight=0.5,
    cases=("wide",),
    hint={
        "en": "Look for seeds, and for gradients switched off and not on again.",
        "zh": "找一找随机种子，以及关掉后没有再打开的梯度开关。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """torch's own settings are the same after the call as before it.

    调用前后，torch 自身的设置没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda: transferred(student, case))


@part(
    "exercise_3_1",
    weight=4,
    value=True,
    cases=("wide", "square"),
    hint={
        "en": "Does each weight come from the layer of its own name, and in which layout does "
        "`nn.Linear` keep it? Square weights hide a slip.",
        "zh": "每个权重都来自同名的层吗？`nn.Linear` 以怎样的布局保存权重？方阵会掩盖错误。",
    },
)
def test_weights_arrive(student: Student, case: Any) -> None:
    """All three weights of `sa_v1` make of any input what those of `sa_v2` make of it.

    对任何输入，`sa_v1` 的三个权重都与 `sa_v2` 的给出相同的结果。
    """
    _, sa_v1 = transferred(student, case)
    # All are read before one is judged: which of them arrived tells one mistake from another.
    found = {name: sa_v1.read(name) for name in QKV}
    for name, weight in found.items():
        expected = getattr(case, f"{name}.new")
        agree(weight, expected, what=(f"{name} of sa_v1", f"sa_v1 的 {name}"))


@part(
    "exercise_3_1",
    cases=("wide",),
    hint={
        "en": "Which of the two modules is written to, and is anything transposed in place?",
        "zh": "写入的是两个模块中的哪一个？有没有就地转置？",
    },
)
def test_source_stays(student: Student, case: Any) -> None:
    """`sa_v2` stays as it was.

    `sa_v2` 保持原样。
    """
    sa_v2, _ = transferred(student, case)
    for name in QKV:
        weight, expected = sa_v2.read(f"{name}.weight"), getattr(case, f"{name}.v2")
        agree(weight, expected, what=(f"{name} of sa_v2", f"sa_v2 的 {name}"))
        still = sa_v2.parameter(f"{name}.weight").trainable
        require(still, f"{name} of sa_v2 is no longer trained", f"sa_v2 的 {name} 不再可训练")


@part(
    "exercise_3_1",
    cases=("wide",),
    hint={
        "en": "Would an optimizer that is given `sa_v1.parameters()` still find the three weights?",
        "zh": "把 `sa_v1.parameters()` 交给优化器，它还能找到这三个权重吗？",
    },
)
def test_still_trainable(student: Student, case: Any) -> None:
    """The weights of `sa_v1` are still its trainable parameters.

    `sa_v1` 的权重仍然是它的可训练参数。
    """
    _, sa_v1 = transferred(student, case)
    # Any values: whether those of sa_v2 have arrived is another check's.
    trainable(sa_v1, {name: getattr(case, f"{name}.v1") for name in QKV})


@part("exercise_3_1", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The weights are transferred without the library's attention.

    转移权重时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
