"""
name = "compared with the library's layer"
name_zh = "与库里的层作比较"
question = "How would you check the width of the result with your own wrapper alone?"
question_zh = "只用你自己的包装模块，怎样检查结果的宽度？"
"""


def two_dim_wrapper(d_in, context_length):
    x = torch.zeros(1, context_length, 2)
    expected, _ = nn.MultiheadAttention(2, 2, batch_first=True)(x, x, x)
    print("width of the result:", expected.shape[-1])
    return MultiHeadAttentionWrapper(d_in, expected.shape[-1] // 2, context_length, 0.0, 2)
