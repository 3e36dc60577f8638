"""
name = "a layer that is never used"
name_zh = "一个从未使用的层"
question = "Which of your wrapper's parameters never receive a gradient?"
question_zh = "你的包装类里，哪些参数永远得不到梯度？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))
        self.out_proj = nn.Linear(d_out * num_heads, d_out)

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
