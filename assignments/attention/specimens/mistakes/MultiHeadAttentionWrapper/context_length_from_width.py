"""
name = "a width given as context length"
name_zh = "把宽度当作上下文长度传入"
question = "Which argument of your wrapper reaches the heads as their context length?"
question_zh = "你的包装类的哪个参数成了各个头的上下文长度？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, d_in, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
