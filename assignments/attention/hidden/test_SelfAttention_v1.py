"""Part 5: self-attention with bare parameters."""

from autograder.oracle import agree, part, require

PART = "SelfAttention_v1"
NAMES = ("W_query", "W_key", "W_value")


def made(student, case):
    """The student's module with the case's weights."""
    module = student.SelfAttention_v1(case.d_in, case.d_out)
    module.load({"W_query": case.w_query, "W_key": case.w_key, "W_value": case.w_value})
    return module


@part(
    PART,
    weight=4,
    cases=("widen", "narrow", "square", "one"),
    hint={
        "en": "Write the shapes of queries, keys, scores and weights under each line of forward.",
        "zh": "在 forward 的每一行下面写出查询、键、分数和权重的形状。",
    },
)
def test_forward(student, case):
    """With given weights, the output is scaled attention of the queries on the values.

    给定权重时，输出是查询对值做缩放注意力的结果。
    """
    agree(made(student, case)(case.x), case.out, what="output")


@part(
    PART,
    weight=2,
    cases=("widen", "square"),
    hint={
        "en": "What must a tensor be so that an optimiser finds it and changes it?",
        "zh": "一个张量要成为什么，优化器才能找到并更新它？",
    },
)
def test_trainable(student, case, trainable, same_gradients):
    """All three weights are parameters and get the gradients of the formula.

    三个权重都是参数，并得到公式给出的梯度。
    """
    module = made(student, case)
    trainable(module, *NAMES)
    found = module.gradients(case.x, upstream=case.upstream, of=NAMES)
    wanted = (case.grad_query, case.grad_key, case.grad_value)
    same_gradients(found, dict(zip(NAMES, wanted, strict=True)))


@part(
    PART,
    cases=("narrow",),
    hint={
        "en": "What does the class do besides computing its output?",
        "zh": "除了计算输出，这个类还做了什么？",
    },
)
def test_no_side_effects(student, case, leaves_torch_alone):
    """Neither the input nor torch's generator and settings are changed.

    输入、torch 的随机数生成器和设置都没有被改变。
    """
    leaves_torch_alone(student, lambda: made(student, case)(case.x))
    made(student, case)(case.x)
    require(not student.last.changed, "the input was changed in place", "输入被就地修改了")


@part(PART, gate=True, cases=("widen",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        made(student, case)(case.x)
    from_scratch(student)
