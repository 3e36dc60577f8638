"""
name = "compared with the library's layer"
name_zh = "与库里的层作比较"
question = "How would you check the sizes with your own module alone?"
question_zh = "只用你自己的模块，怎样检查这些大小？"
"""


def gpt2_small_attention():
    x = torch.zeros(1, 2, 768)
    expected, _ = nn.MultiheadAttention(768, 12, batch_first=True)(x, x, x)
    print("shape of the result:", tuple(expected.shape))
    return MultiHeadAttention(768, expected.shape[-1], 1024, 0.0, 12)
