"""Part 1: softmax by its definition, on one-dimensional scores."""

from autograder.oracle import agree, part, require

PART = "softmax_naive"


@part(
    PART,
    weight=4,
    cases=("short", "long", "one"),
    hint={
        "en": "Work out three scores by hand: what stands above the fraction bar, what below?",
        "zh": "用三个分数手算一遍：分数线上面是什么，下面是什么？",
    },
)
def test_weights(student, case):
    """Each weight is the exponential of its score over the sum of all exponentials.

    每个权重都是它的分数的指数除以所有指数之和。
    """
    agree(student.softmax_naive(case.x), case.weights, what="weights")


@part(
    PART,
    cases=("long",),
    hint={
        "en": "Which operations write into the tensor they are given?",
        "zh": "哪些运算会写进传给它的张量里？",
    },
)
def test_argument_is_left_alone(student, case):
    """The scores that were passed in are the same afterwards.

    传入的分数在调用之后保持不变。
    """
    student.softmax_naive(case.x)
    require(not student.last.changed, "x was changed in place", "x 被就地修改了")


@part(
    PART,
    gate=True,
    cases=("short",),
    hint={
        "en": "This part asks for the formula itself.",
        "zh": "这一部分要的是公式本身。",
    },
)
def test_from_scratch(student, case, from_scratch):
    """No library softmax is called, neither by name nor under another one.

    没有调用任何库里的 softmax，无论用哪个名字。
    """
    with student.traced():
        student.softmax_naive(case.x)
    from_scratch(student)
