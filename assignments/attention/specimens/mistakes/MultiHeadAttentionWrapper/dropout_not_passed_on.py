"""
name = "dropout not passed on"
name_zh = "没有把 dropout 传下去"
question = "Which rate do your heads work with, and where does it come from?"
question_zh = "你的各个头使用的丢弃率是多少？它从哪里来？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, 0.0, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
