"""Part 10: raw scores masked before the softmax."""

from autograder.oracle import agree, part, require

PART = "causal_attention_weights"


@part(
    PART,
    weight=5,
    cases=("small", "large", "one"),
    hint={
        "en": "What is the exponential of the number that you hide a position with?",
        "zh": "你用来遮住一个位置的那个数，它的指数是多少？",
    },
)
def test_weights(student, case):
    """Hidden positions have weight zero, the rest is the softmax of the scaled scores.

    被遮住的位置权重为零，其余是缩放后分数的 softmax。
    """
    result = student.causal_attention_weights(case.scores, case.d_k)
    agree(result, case.weights, what="weights")


@part(PART, cases=("large",))
def test_argument_is_left_alone(student, case):
    """The scores that were passed in are the same afterwards.

    传入的分数在调用之后保持不变。
    """
    student.causal_attention_weights(case.scores, case.d_k)
    require(
        not student.last.changed, "attn_scores was changed in place", "attn_scores 被就地修改了"
    )


@part(PART, gate=True, cases=("small",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        student.causal_attention_weights(case.scores, case.d_k)
    from_scratch(student)
