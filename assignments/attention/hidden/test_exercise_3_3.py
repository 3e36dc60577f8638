"""Exercise 3.3: multi-head attention of the size of the smallest GPT-2."""

from autograder.oracle import part, require

PART = "exercise_3_3"


def sizes(student):
    """The recorded arguments, or the module where it was made by another road."""
    with student.stand_in("MultiHeadAttention") as record:
        module = student.gpt2_small_attention()
    require(hasattr(module, "parameter"), "a module is expected", "应返回模块")
    return (record.made[-1] if record.made else None), module


@part(
    PART,
    weight=2,
    hint={"en": "Look up the embedding width of the smallest GPT-2.",
          "zh": "查一查最小的 GPT-2 的嵌入宽度。"},
)  # fmt: skip
def test_widths(student):
    """Inputs and outputs have the width of the smallest GPT-2.

    输入和输出的宽度都是最小的 GPT-2 的宽度。
    """
    made, module = sizes(student)
    if made:
        good = made.get("d_in") == 768 and made.get("d_out") == 768
    else:
        shapes = {module.parameter(f"W_{name}.weight").shape for name in ("query", "key", "value")}
        good = shapes == {(768, 768)}
    require(good, "a width does not fit", "有一个宽度不合适")


@part(
    PART,
    weight=1,
    hint={"en": "How many heads does the smallest GPT-2 have?",
          "zh": "最小的 GPT-2 有多少个头？"},
)  # fmt: skip
def test_heads(student):
    """It has as many heads as the smallest GPT-2.

    头的数量与最小的 GPT-2 相同。
    """
    made, module = sizes(student)
    heads = made.get("num_heads") if made else module.read("num_heads")
    require(heads == 12, "the number of heads does not fit", "头的数量不合适")


@part(
    PART,
    weight=1,
    hint={"en": "How many tokens can the smallest GPT-2 look back on?",
          "zh": "最小的 GPT-2 最多能回看多少个词元？"},
)  # fmt: skip
def test_context_length(student):
    """It reads contexts as long as the smallest GPT-2 does.

    能处理的上下文长度与最小的 GPT-2 相同。
    """
    made, module = sizes(student)
    if made:
        require(made.get("context_length") == 1024, "the context length does not fit",
                "上下文长度不合适")  # fmt: skip
    else:
        facts = module.travel((1, 1024, 768))
        require(facts.error is None or facts.unknown, "1024 tokens do not fit",
                "容不下 1024 个词元")  # fmt: skip


@part(PART, gate=True)
def test_from_scratch(student, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced(), student.stand_in("MultiHeadAttention"):
        student.gpt2_small_attention()
    from_scratch(student)
