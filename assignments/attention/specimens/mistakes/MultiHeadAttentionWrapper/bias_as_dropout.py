"""
name = "bias and dropout in each other's place"
name_zh = "dropout 与 qkv_bias 的位置互换"
question = "Which argument of CausalAttention does each of your values land in?"
question_zh = "你传入的每个值，落在 CausalAttention 的哪个参数上？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, qkv_bias, dropout))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
