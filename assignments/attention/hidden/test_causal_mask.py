"""Part 8: which positions must be hidden."""

import torch

from autograder.oracle import part, require

PART = "causal_mask"


@part(
    PART,
    weight=3,
    hint={
        "en": "Draw the 4 by 4 square: may token 2 look at itself? At token 3?",
        "zh": "画出 4×4 的方格：词元 2 可以看自己吗？可以看词元 3 吗？",
    },
)
def test_hides_the_future(student):
    """The mask is true strictly above the diagonal and nowhere else, for any number of tokens.

    无论有多少词元，掩码恰好在对角线上方为真，其他地方都不为真。
    """
    for tokens in (2, 3, 7, 12):
        mask = student.causal_mask(tokens)
        require(isinstance(mask, torch.Tensor), "a tensor is expected", "应返回张量")
        shape = tuple(mask.shape)
        require(shape == (tokens, tokens), f"the mask has shape {shape} for {tokens} tokens",
                f"{tokens} 个词元时掩码的形状是 {shape}")  # fmt: skip
        truth = torch.nan_to_num(mask.real.double(), nan=2.0) != 0
        wrong = truth != torch.ones(tokens, tokens, dtype=torch.bool).triu(1)
        places = "; ".join(f"({i}, {j})" for i, j in wrong.nonzero()[:3].tolist())
        require(not wrong.any(), f"wrong at (row, column) {places} of {tokens} tokens",
                f"{tokens} 个词元时（行，列）{places} 处不对")  # fmt: skip


@part(
    PART,
    weight=1,
    hint={
        "en": "How many later tokens does the only token have?",
        "zh": "唯一的词元后面还有几个词元？",
    },
)
def test_one_token(student):
    """A single token has nothing to hide: the mask is one false value.

    只有一个词元时没有什么要遮住：掩码是一个假值。
    """
    mask = student.causal_mask(1)
    require(isinstance(mask, torch.Tensor), "a tensor is expected", "应返回张量")
    require(tuple(mask.shape) == (1, 1), f"the mask has shape {tuple(mask.shape)}",
            f"掩码的形状是 {tuple(mask.shape)}")  # fmt: skip
    require(not bool(mask.any()), "the token is hidden from itself", "词元被自己遮住了")


@part(PART, gate=True)
def test_from_scratch(student, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        student.causal_mask(3)
    from_scratch(student)
