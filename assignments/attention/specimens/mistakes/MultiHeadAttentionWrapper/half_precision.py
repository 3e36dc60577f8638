"""
name = "half precision on the way"
name_zh = "中途使用了半精度"
question = "How many digits does the number type keep in which you compute?"
question_zh = "你用来计算的数据类型能保留多少位数字？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat([result.half() for result in results], dim=-1).float()
