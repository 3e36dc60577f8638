"""
name = "only some heads able to learn"
name_zh = "只有部分头能够学习"
question = "Which of the heads change when the wrapper is trained?"
question_zh = "训练包装类时，哪些头会改变？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))
        self.heads[0].requires_grad_(False)

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
