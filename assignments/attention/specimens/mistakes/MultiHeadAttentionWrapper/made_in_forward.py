"""
name = "no heads to be found under the name heads"
name_zh = "在 heads 这个名字下找不到头"
question = "What is the list of heads called in the stub, and what has your module there?"
question_zh = "头的列表在题目里叫什么？在你的模块里，这个名字下面有什么？"
"""


class MultiHeadAttentionWrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.settings = (d_in, d_out, context_length, dropout, qkv_bias)
        self.num_heads = num_heads

    def forward(self, x):
        heads = [CausalAttention(*self.settings) for _ in range(self.num_heads)]
        return torch.cat([head(x) for head in heads], dim=-1)
