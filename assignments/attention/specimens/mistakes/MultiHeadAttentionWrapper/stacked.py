"""
name = "heads stacked along a new dimension"
name_zh = "各个头沿新的维度堆叠"
question = "How many dimensions does your result have, and how many does one head's result have?"
question_zh = "你的结果有几个维度？一个头的结果有几个维度？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.stack(results, dim=1)
