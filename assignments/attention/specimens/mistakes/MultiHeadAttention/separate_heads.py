"""
name = "layers not found under the required attribute names"
name_zh = "找不到题目写明的层"
question = "What are the layers called in the stub, and what has your module under those names?"
question_zh = "题目里这些层叫什么？在你的模块里，这些名字下面有什么？"
"""


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0
        width = d_out // num_heads
        self.heads = nn.ModuleList(
            CausalAttention(d_in, width, context_length, dropout, qkv_bias)
            for _ in range(num_heads)
        )
        self.out_proj = nn.Linear(d_out, d_out)

    def forward(self, x):
        return self.out_proj(torch.cat([head(x) for head in self.heads], dim=-1))
