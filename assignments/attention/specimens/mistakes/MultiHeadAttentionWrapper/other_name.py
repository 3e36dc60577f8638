"""
name = "no heads to be found under the name heads"
name_zh = "在 heads 这个名字下找不到头"
question = "What is the list of heads called in the stub, and what has your module there?"
question_zh = "头的列表在题目里叫什么？在你的模块里，这个名字下面有什么？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.attention_heads = nn.ModuleList()
        for _ in range(num_heads):
            self.attention_heads.append(
                CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            )

    def forward(self, x):
        results = [head(x) for head in self.attention_heads]
        return torch.cat(results, dim=-1)
