"""
name = "a width fixed at that of the example"
name_zh = "宽度固定为示例中的值"
question = "Where does the width under your root come from: a number, or a variable of the notebook?"
question_zh = "根号下的宽度从哪里来：写死的数，还是笔记本里的变量？"
"""

# %%
d_k = 2

# %%
class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        weights = torch.softmax(scores / d_k**0.5, dim=-1)
        return torch.matmul(weights, v)
