"""
name = "attention taken from the library"
name_zh = "直接调用库里的注意力函数"
question = "Which steps does this one call take on your behalf?"
question_zh = "这一次调用替你完成了哪些步骤？"
"""

import torch.nn.functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0, "d_out must be divisible by num_heads"
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.rate = dropout

    def forward(self, x):
        batch, tokens, _ = x.shape
        q, k, v = (
            layer(x).view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)
            for layer in (self.W_query, self.W_key, self.W_value)
        )
        rate = self.rate if self.training else 0.0
        context = F.scaled_dot_product_attention(q, k, v, dropout_p=rate, is_causal=True)
        return self.out_proj(context.transpose(1, 2).reshape(batch, tokens, -1))
