"""Exercise 3.1: the weights of linear layers moved into bare parameters."""

from autograder.oracle import agree, part

PART = "exercise_3_1"
NAMES = ("query", "key", "value")


def moved(student, case):
    """Both modules after the transfer."""
    layers = {f"W_{name}": getattr(case, f"w_{name}").T for name in NAMES}
    sa_v2 = student.holder(layers, linear=True)
    sa_v1 = student.holder({f"W_{n}": getattr(case, f"old_{n}") for n in NAMES}, linear=False)
    student.transfer_weights(sa_v2, sa_v1)
    return sa_v2, sa_v1


@part(
    PART,
    weight=3,
    cases=("widen", "narrow", "square"),
    hint={
        "en": "Print the shape of a linear layer's weight beside that of your parameter.",
        "zh": "把线性层权重的形状和你的参数的形状打印在一起看看。",
    },
)
def test_weights_arrive(student, case):
    """Afterwards all three parameters of sa_v1 make it compute what sa_v2 computes.

    之后 sa_v1 的三个参数都使它的计算结果与 sa_v2 相同。
    """
    _, sa_v1 = moved(student, case)
    for name in NAMES:
        agree(sa_v1.read(f"W_{name}"), getattr(case, f"w_{name}"), what=f"W_{name} of sa_v1")


@part(
    PART,
    weight=1,
    cases=("widen", "square"),
    hint={"en": "Which of the two gives, which receives?", "zh": "两者中谁给出，谁接收？"},
)
def test_source_is_left_alone(student, case):
    """sa_v2 keeps its own weights.

    sa_v2 保持自己的权重不变。
    """
    sa_v2, _ = moved(student, case)
    for name in NAMES:
        weight = sa_v2.read(f"W_{name}.weight")
        agree(weight, getattr(case, f"w_{name}").T, what=f"W_{name}.weight of sa_v2")


@part(
    PART,
    weight=1,
    cases=("widen",),
    hint={
        "en": "What is W_query of sa_v1 after the transfer: a parameter, or only a tensor?",
        "zh": "转移之后 sa_v1 的 W_query 是参数，还是只是一个张量？",
    },
)
def test_still_trainable(student, case, trainable):
    """The parameters of sa_v1 are still parameters that can be trained.

    sa_v1 的参数仍然是可以训练的参数。
    """
    _, sa_v1 = moved(student, case)
    trainable(sa_v1, *(f"W_{name}" for name in NAMES))


@part(PART, gate=True, cases=("widen",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        moved(student, case)
    from_scratch(student)
