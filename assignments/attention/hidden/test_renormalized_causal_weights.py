"""Part 9: softmaxed weights masked and renormalised."""

from autograder.oracle import agree, part, require

PART = "renormalized_causal_weights"


@part(
    PART,
    weight=5,
    cases=("small", "large", "one"),
    hint={
        "en": "After masking, what does each row add up to, and what should it?",
        "zh": "遮住之后每一行加起来是多少，应该是多少？",
    },
)
def test_weights(student, case):
    """The future has weight zero, and what is left of each row adds up to 1 again.

    未来位置的权重为零，每一行剩下的权重重新加起来等于 1。
    """
    agree(student.renormalized_causal_weights(case.full), case.weights, what="weights")


@part(PART, cases=("large",))
def test_argument_is_left_alone(student, case):
    """The weights that were passed in are the same afterwards.

    传入的权重在调用之后保持不变。
    """
    student.renormalized_causal_weights(case.full)
    require(
        not student.last.changed, "attn_weights was changed in place", "attn_weights 被就地修改了"
    )


@part(PART, gate=True, cases=("small",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        student.renormalized_causal_weights(case.full)
    from_scratch(student)
