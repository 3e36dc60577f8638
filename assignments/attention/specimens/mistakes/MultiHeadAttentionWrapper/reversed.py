"""
name = "heads in reverse order"
name_zh = "各个头的顺序颠倒"
question = "Which head's result comes first in yours?"
question_zh = "在你的结果里，排在最前面的是哪个头？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = []
        for head in self.heads:
            results.insert(0, head(x))
        return torch.cat(results, dim=-1)
