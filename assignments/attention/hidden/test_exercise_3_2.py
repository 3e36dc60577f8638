"""Exercise 3.2: two heads whose context vectors have two dimensions together."""

import torch

from autograder.oracle import part, require

PART = "exercise_3_2"
SIZES = ((3, 6), (5, 9), (2, 4))


@part(
    PART,
    weight=2,
    hint={
        "en": "Two heads, two dimensions in all: how many for each?",
        "zh": "两个头，总共两个维度：每个头几个？",
    },
)
def test_two_heads_of_width_one(student):
    """The wrapper has two heads, and their context vectors together have two dimensions.

    包装类有两个头，它们的上下文向量合起来有两个维度。
    """
    for d_in, context in SIZES:
        with student.stand_in("MultiHeadAttentionWrapper") as record:
            wrapper = student.two_dim_wrapper(d_in, context)
        if record.made:
            made = record.made[-1]
            require(made.get("num_heads") == 2, "num_heads is not 2", "num_heads 不是 2")
            require(made.get("d_out") == 1, "the width of a head does not fit",
                    "每个头的宽度不合适")  # fmt: skip
        else:
            looked_into(wrapper, d_in, context)


def looked_into(wrapper, d_in, context):
    """A wrapper that was made by another road, judged by what it does."""
    require(hasattr(wrapper, "length"), "a module is expected", "应返回模块")
    require(wrapper.length("heads") == 2, "there are not two heads", "头的数量不是两个")
    out = wrapper(torch.zeros(1, context, d_in))
    good = isinstance(out, torch.Tensor) and tuple(out.shape) == (1, context, 2)
    require(good, "the context vectors do not have two dimensions", "上下文向量不是二维的")


@part(
    PART,
    weight=1,
    hint={
        "en": "Which arguments did your function get, and where do they go?",
        "zh": "你的函数得到了哪些参数，它们去了哪里？",
    },
)
def test_sizes_are_passed_on(student):
    """The width of the inputs and the context length are those that were given.

    输入的宽度和上下文长度就是给定的那些。
    """
    for d_in, context in SIZES:
        with student.stand_in("MultiHeadAttentionWrapper") as record:
            wrapper = student.two_dim_wrapper(d_in, context)
        if not record.made:
            looked_into(wrapper, d_in, context)
            continue
        made = record.made[-1]
        require(made.get("d_in") == d_in, "d_in is not passed on", "d_in 没有传下去")
        require(made.get("context_length") == context, "context_length is not passed on",
                "context_length 没有传下去")  # fmt: skip


@part(PART, weight=1)
def test_the_wrapper_is_returned(student):
    """The function gives back the wrapper itself.

    函数返回的就是包装类的对象。
    """
    with student.stand_in("MultiHeadAttentionWrapper") as record:
        wrapper = student.two_dim_wrapper(3, 6)
    wanted = "MultiHeadAttentionWrapper"
    kind = getattr(wrapper, "kind", type(wrapper).__name__)
    good = kind == wanted if record.made else hasattr(wrapper, "length")
    require(good, f"{kind} is returned", f"返回的是 {kind}")


@part(PART, gate=True)
def test_from_scratch(student, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced(), student.stand_in("MultiHeadAttentionWrapper"):
        student.two_dim_wrapper(3, 6)
    from_scratch(student)
