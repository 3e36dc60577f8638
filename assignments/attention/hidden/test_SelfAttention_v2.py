"""Part 6: self-attention with linear layers."""

from autograder.oracle import agree, part, require

PART = "SelfAttention_v2"
WEIGHTS = ("W_query.weight", "W_key.weight", "W_value.weight")
BIASES = ("W_query.bias", "W_key.bias", "W_value.bias")


def made(student, case, weights):
    """The student's module without biases and with the case's weights."""
    module = student.SelfAttention_v2(case.d_in, case.d_out)
    module.load(weights(case))
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
def test_forward(student, case, linear_weights):
    """With given weights, the output is scaled attention of the queries on the values.

    给定权重时，输出是查询对值做缩放注意力的结果。
    """
    module = student.SelfAttention_v2(case.d_in, case.d_out, True)
    zero = {path: case.b_query * 0 for path in BIASES if module.parameter(path).exists}
    module.load(linear_weights(case) | zero)
    agree(module(case.x), case.out, what="output")


@part(
    PART,
    weight=2,
    cases=("widen",),
    hint={
        "en": "Where does qkv_bias go, and what is it when nobody says?",
        "zh": "qkv_bias 用在哪里？没有人指定时它是什么？",
    },
)
def test_bias_only_when_asked(student, case, linear_weights, linear_biases):
    """The layers have a bias when qkv_bias is true, and none by default.

    只有 qkv_bias 为真时各层才有偏置，默认没有。
    """
    plain = student.SelfAttention_v2(case.d_in, case.d_out)
    require(not any(plain.parameter(path).exists for path in BIASES),
            "there is a bias that nobody asked for", "出现了没有要求的偏置")  # fmt: skip
    biased = student.SelfAttention_v2(case.d_in, case.d_out, True)
    require(all(biased.parameter(path).exists for path in BIASES),
            "a bias was asked for and is missing", "要求了偏置却没有")  # fmt: skip
    biased.load(linear_weights(case) | linear_biases(case))
    agree(biased(case.x), case.biased, what="output with biases")


@part(
    PART,
    weight=2,
    cases=("widen", "square"),
    hint={
        "en": "What lies between the loss and the weights, and what could cut it?",
        "zh": "损失与权重之间隔着什么，什么会把它切断？",
    },
)
def test_trainable(student, case, linear_weights, trainable, same_gradients):
    """All three weights are parameters and get the gradients of the formula.

    三个权重都是参数，并得到公式给出的梯度。
    """
    module = made(student, case, linear_weights)
    trainable(module, *WEIGHTS)
    found = module.gradients(case.x, upstream=case.upstream, of=WEIGHTS)
    wanted = (case.grad_query.T, case.grad_key.T, case.grad_value.T)
    same_gradients(found, dict(zip(WEIGHTS, wanted, strict=True)))


@part(PART, cases=("narrow",))
def test_no_side_effects(student, case, linear_weights, leaves_torch_alone):
    """Neither the input nor torch's generator and settings are changed.

    输入、torch 的随机数生成器和设置都没有被改变。
    """
    leaves_torch_alone(student, lambda: made(student, case, linear_weights)(case.x))
    made(student, case, linear_weights)(case.x)
    require(not student.last.changed, "the input was changed in place", "输入被就地修改了")


@part(PART, gate=True, cases=("widen",))
def test_from_scratch(student, case, linear_weights, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        made(student, case, linear_weights)(case.x)
    from_scratch(student)
