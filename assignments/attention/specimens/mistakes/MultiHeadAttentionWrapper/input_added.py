"""
name = "the input among the results"
name_zh = "结果里混进了输入"
question = "How many blocks stand side by side in your result, and which of them is no head?"
question_zh = "你的结果里并排放了几块？其中哪一块不是头？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads] + [x]
        return torch.cat(results, dim=-1)
