"""
name = "heads in nn.Sequential"
name_zh = "头放进了 nn.Sequential"
question = "When nn.Sequential is called, what does its second module receive?"
question_zh = "调用 nn.Sequential 时，它的第二个模块接收到什么？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.heads = nn.Sequential()
        for _ in range(num_heads):
            self.heads.append(CausalAttention(d_in, d_out, context_length, dropout, qkv_bias))

    def forward(self, x):
        return self.heads(x)
