"""
name = "attention weights cut off from their gradients"
name_zh = "注意力权重与梯度断开"
question = "After backward, which of the three layers hold a gradient and which hold none?"
question_zh = "backward 之后，三个层里哪些有梯度，哪些没有？"
"""

import numpy as np


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(q, k.transpose(0, 1))
        scaled = scores.detach().numpy() / k.size(-1) ** 0.5
        exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
        weights = torch.from_numpy(exponentials / exponentials.sum(axis=-1, keepdims=True))
        return torch.matmul(weights, v)
