"""
name = "a list of the heads' results"
name_zh = "返回各个头结果的列表"
question = "What turns several tensors into one?"
question_zh = "怎样把几个张量变成一个？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        return [head(x) for head in self.heads]
