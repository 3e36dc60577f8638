"""
name = "arguments in another order"
name_zh = "参数顺序不同"
question = "In which order does the stub list the arguments, and in which order do you?"
question_zh = "题目按什么顺序列出参数？你又按什么顺序？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, num_heads, dropout, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
