"""
name = "context length fixed at that of the example"
name_zh = "上下文长度写死为示例的值"
question = "How many tokens can your heads take, whatever context_length says?"
question_zh = "不管 context_length 是多少，你的头最多能接受多少个词元？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, 6, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
