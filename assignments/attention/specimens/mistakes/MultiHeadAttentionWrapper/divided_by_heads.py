"""
name = "a result divided by the number of heads"
name_zh = "结果除以了头数"
question = "Do the numbers of one head look the same after being joined as before?"
question_zh = "一个头的那些数，拼接前后一样吗？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1) / len(self.heads)
