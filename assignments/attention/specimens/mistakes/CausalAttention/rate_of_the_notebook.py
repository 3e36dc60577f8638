"""
name = "a dropout rate that ignores the argument"
name_zh = "丢弃率与参数无关"
question = "Which rate does a module use that is made with dropout=0?"
question_zh = "用 dropout=0 创建的模块会使用哪个丢弃率？"
"""

# %%
import torch.nn.functional as F

rate = 0.2

# %%
class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(1)
        self.register_buffer("future", future)

    def forward(self, x):
        tokens = x.shape[1]
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.future[:tokens, :tokens], float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = F.dropout(weights, rate, self.training)
        return weights @ v
