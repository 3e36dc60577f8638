"""
name = "the heads returned beside the result"
name_zh = "把各个头的结果也一起返回"
question = "How many things does forward return, and how many does the stub ask for?"
question_zh = "forward 返回了几样东西？题目要求的是几样？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1), results
