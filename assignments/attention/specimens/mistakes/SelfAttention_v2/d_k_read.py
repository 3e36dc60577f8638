"""
name = "a width taken from the notebook"
name_zh = "宽度取自笔记本里的变量"
question = "Where does d_k get its value when a module of another width is made?"
question_zh = "创建另一种宽度的模块时，d_k 的值从哪里来？"
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
