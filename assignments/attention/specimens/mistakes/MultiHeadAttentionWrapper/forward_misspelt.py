"""
name = "no method of the name `forward`"
name_zh = "没有名为 `forward` 的方法"
question = "Which method does PyTorch look for when a module is called? Is it there, letter by letter?"
question_zh = "调用模块时，PyTorch 会找哪个方法？你写了它吗，每个字母都对吗？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def fordward(self, x):
        results = [head(x) for head in self.heads]
        return torch.cat(results, dim=-1)
