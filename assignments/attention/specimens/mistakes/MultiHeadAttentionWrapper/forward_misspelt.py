"""
name = "a misspelt forward"
name_zh = "forward 拼写错误"
question = "Letter by letter: which method does PyTorch look for when a module is called?"
question_zh = "请逐个字母核对：调用模块时，PyTorch 会找哪个方法？"
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
