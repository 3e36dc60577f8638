"""Part 4: one query against all keys, scaled."""

from autograder.oracle import agree, part, require

PART = "scaled_attention_weights"


@part(
    PART,
    weight=5,
    cases=("wide", "tall", "one"),
    hint={
        "en": "Does the divisor follow the width of the keys you were given?",
        "zh": "除数会随着传入的键的宽度变化吗？",
    },
)
def test_weights(student, case):
    """The weights are the softmax of the dot products over the root of the keys' width.

    权重是点积除以键宽度的平方根之后的 softmax。
    """
    result = student.scaled_attention_weights(case.query, case.keys)
    agree(result, case.weights, what="weights")


@part(PART, cases=("tall",))
def test_arguments_are_left_alone(student, case):
    """Query and keys are the same afterwards.

    查询和键在调用之后保持不变。
    """
    student.scaled_attention_weights(case.query, case.keys)
    require(not student.last.changed, "an argument was changed in place", "有参数被就地修改了")


@part(PART, gate=True, cases=("wide",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        student.scaled_attention_weights(case.query, case.keys)
    from_scratch(student)
