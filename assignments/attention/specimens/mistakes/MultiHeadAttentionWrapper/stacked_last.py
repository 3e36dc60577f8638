"""
name = "heads interleaved"
name_zh = "各个头的数交错排列"
question = "Which head does a token's first number come from, and which head the second one?"
question_zh = "一个词元的向量里，第一个数来自哪个头？第二个数呢？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.stack(results, dim=-1).flatten(-2)
