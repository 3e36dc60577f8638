"""
name = "a transposed result"
name_zh = "结果被转置"
question = "Which dimension of your result counts the tokens?"
question_zh = "在你的结果里，哪一维数的是词元？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1).transpose(1, 2)
