"""
name = "all heads from one seed"
name_zh = "所有头用同一个种子"
question = "With which numbers does each head start, and what becomes of all other random numbers?"
question_zh = "每个头从什么数开始？其他代码的随机数又会怎样？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            torch.manual_seed(123)
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
