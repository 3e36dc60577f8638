"""Part 2: the context vector of one token, without trainable weights."""

from autograder.oracle import agree, part, require

PART = "context_vector"


@part(
    PART,
    weight=4,
    cases=("wide", "tall", "square", "one"),
    hint={
        "en": "Scores, softmax, weighted sum: check the shape after each of the three steps.",
        "zh": "分数、softmax、加权和：检查这三步中每一步之后的形状。",
    },
)
def test_context(student, case):
    """The context vector is the sum of all tokens, weighted by softmaxed dot products.

    上下文向量是所有词元按 softmax 后的点积加权求和的结果。
    """
    agree(student.context_vector(case.x, case.index), case.context, what="context vector")


@part(
    PART,
    cases=("tall",),
    hint={
        "en": "Which operations write into the tensor they are given?",
        "zh": "哪些运算会写进传给它的张量里？",
    },
)
def test_argument_is_left_alone(student, case):
    """The inputs are the same afterwards.

    输入在调用之后保持不变。
    """
    student.context_vector(case.x, case.index)
    require(not student.last.changed, "inputs was changed in place", "inputs 被就地修改了")


@part(PART, gate=True, cases=("wide",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        student.context_vector(case.x, case.index)
    from_scratch(student)
