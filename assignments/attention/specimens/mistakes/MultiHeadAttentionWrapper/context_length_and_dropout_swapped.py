"""
name = "context length and dropout swapped"
name_zh = "上下文长度与 dropout 互换"
question = "Which argument of CausalAttention is the third one?"
question_zh = "CausalAttention 的第三个参数是哪个？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, dropout, context_length, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
