"""
form = "a helper cell defines a function with a library function's name"
"""

def scaled_dot_product_attention(q, k, v, mask, dropout):
    scores = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5
    weights = torch.softmax(scores.masked_fill(mask, -torch.inf), dim=-1)
    return dropout(weights) @ v


# %%
class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        hidden = torch.triu(torch.ones(context_length, context_length), diagonal=1) > 0
        self.register_buffer("mask", hidden)

    def forward(self, x):
        T = x.shape[1]
        return scaled_dot_product_attention(
            self.W_query(x), self.W_key(x), self.W_value(x), self.mask[:T, :T], self.dropout
        )
