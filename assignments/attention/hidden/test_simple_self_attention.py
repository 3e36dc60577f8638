"""Part 3: attention of every token to every token, without trainable weights."""

from autograder.oracle import agree, part, require

PART = "simple_self_attention"


def pair(result):
    """The two results, or the check ends."""
    good = isinstance(result, list) and len(result) == 2
    require(good, "a pair (attn_weights, context_vecs) is expected",
            "应返回一对 (attn_weights, context_vecs)")  # fmt: skip
    return result


@part(
    PART,
    weight=2,
    cases=("wide", "tall", "square", "one"),
    hint={
        "en": "Each row belongs to one query; along which dimension must it add up to 1?",
        "zh": "每一行属于一个查询；它应当沿哪个维度加起来等于 1？",
    },
)
def test_weights(student, case):
    """Row i of the weights is the softmax of token i's dot products with every token.

    权重的第 i 行是词元 i 与每个词元的点积的 softmax。
    """
    agree(pair(student.simple_self_attention(case.x))[0], case.weights, what="weights")


@part(
    PART,
    weight=2,
    cases=("wide", "tall", "square", "one"),
    hint={
        "en": "Which of the two factors has one row for each query?",
        "zh": "两个因子中哪一个的每一行对应一个查询？",
    },
)
def test_context(student, case):
    """Row i of the context vectors is the sum of all tokens with row i's weights.

    上下文向量的第 i 行是所有词元按第 i 行权重求和的结果。
    """
    agree(pair(student.simple_self_attention(case.x))[1], case.context, what="context vectors")


@part(PART, cases=("tall",))
def test_argument_is_left_alone(student, case):
    """The inputs are the same afterwards.

    输入在调用之后保持不变。
    """
    student.simple_self_attention(case.x)
    require(not student.last.changed, "inputs was changed in place", "inputs 被就地修改了")


@part(PART, gate=True, cases=("wide",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        student.simple_self_attention(case.x)
    from_scratch(student)
