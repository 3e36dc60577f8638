"""Part 12: heads side by side, judged with bare heads that know no attention."""

import torch

from autograder.oracle import agree, part, require

PART = "MultiHeadAttentionWrapper"
ALL = ("full", "square", "short", "one")
QKV = ("query", "key", "value")


def made(student, case, dropout=0.0, qkv_bias=False):
    """The student's wrapper and what its heads were asked to be."""
    with student.stand_in("CausalAttention") as record:
        sizes = (case.d_in, case.d_out, case.context, dropout, case.heads, qkv_bias)
        wrapper = student.MultiHeadAttentionWrapper(*sizes)
    return wrapper, record.made


def loaded(wrapper, bare, case):
    """Give every head the case's weights; the output that must come of them."""
    weights = {}
    for head in range(case.heads):
        if bare:
            weights[f"heads.{head}.weight"] = getattr(case, f"h{head}_weight")
        for name in () if bare else QKV:
            weights[f"heads.{head}.W_{name}.weight"] = getattr(case, f"h{head}_w_{name}").T
    wrapper.load(weights)
    return case.bare if bare else case.out


@part(
    PART,
    weight=4,
    cases=ALL,
    hint={
        "en": "How wide is one head, how wide are all of them, and along which dimension?",
        "zh": "一个头有多宽，全部加起来有多宽，沿哪个维度？",
    },
)
def test_forward(student, case):
    """The output is the outputs of all heads, one after the other along the last dimension.

    输出是所有头的输出沿最后一个维度依次拼接的结果。
    """
    wrapper, heads = made(student, case)
    expected = loaded(wrapper, bool(heads), case)
    agree(wrapper(case.x), expected, what="output")


@part(
    PART,
    weight=2,
    cases=("full", "square"),
    hint={
        "en": "Follow each argument of the wrapper into the head: does every one arrive?",
        "zh": "顺着包装类的每个参数看它进入头的路：每一个都到了吗？",
    },
)
def test_heads_get_their_arguments(student, case):
    """Every head is made with the widths, context length, dropout rate and bias of the wrapper.

    每个头都按包装类的宽度、上下文长度、dropout 比率和偏置来构造。
    """
    for dropout, bias in ((0.25, True), (0.0, False)):
        wrapper, heads = made(student, case, dropout, bias)
        require(wrapper.length("heads") == case.heads, "heads has another length than num_heads",
                "heads 的长度不等于 num_heads")  # fmt: skip
        wanted = {"d_in": case.d_in, "d_out": case.d_out, "context_length": case.context,
                  "dropout": dropout, "qkv_bias": bias}  # fmt: skip
        for given in heads:
            full = {"qkv_bias": False} | given
            wrong = [key for key, value in wanted.items() if full.get(key) != value]
            require(not wrong, f"a head was made with another {', '.join(wrong)}",
                    f"有一个头的 {', '.join(wrong)} 不对")  # fmt: skip


@part(
    PART,
    weight=2,
    cases=("full",),
    hint={
        "en": "How does a module come to know the modules that it is made of?",
        "zh": "一个模块怎样才能知道组成它的那些模块？",
    },
)
def test_heads_are_registered(student, case, trainable):
    """The heads' parameters are the wrapper's parameters, and they get gradients.

    各个头的参数就是包装类的参数，并且得到梯度。
    """
    wrapper, heads = made(student, case)
    expected = loaded(wrapper, bool(heads), case)
    name = "weight" if heads else "W_value.weight"
    paths = tuple(f"heads.{head}.{name}" for head in range(case.heads))
    trainable(wrapper, *paths)
    found = wrapper.gradients(case.x, upstream=torch.ones_like(expected), of=paths)
    for path, gradient in found.items():
        arrived = isinstance(gradient, torch.Tensor) and bool(gradient.abs().sum() > 0)
        require(arrived, f"{path} gets no gradient", f"{path} 没有得到梯度")


@part(PART, weight=1, cases=("short",))
def test_nothing_is_added(student, case):
    """The wrapper has no parameters besides those of its heads.

    除了各个头的参数，包装类没有别的参数。
    """
    wrapper, heads = made(student, case)
    each = case.d_in * case.d_out * (1 if heads else 3)
    extra = wrapper.parameter_count() - case.heads * each
    require(extra == 0, f"there are {extra} values in parameters that no head owns",
            f"有 {extra} 个参数值不属于任何头")  # fmt: skip


@part(PART, weight=1, cases=("full",))
def test_no_side_effects(student, case, leaves_torch_alone):
    """Neither the input nor torch's generator and settings are changed.

    输入、torch 的随机数生成器和设置都没有被改变。
    """
    leaves_torch_alone(student, lambda: made(student, case)[0](case.x))
    made(student, case)[0](case.x)
    require(not student.last.changed, "the input was changed in place", "输入被就地修改了")


@part(PART, gate=True, cases=("full",))
def test_from_scratch(student, case, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        made(student, case)[0](case.x)
    from_scratch(student)
