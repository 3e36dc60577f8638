"""
form = "a non-persistent bool buffer, scaled before the mask"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.register_buffer(
            "causal_mask",
            torch.triu(torch.ones(context_length, context_length, dtype=torch.bool), diagonal=1),
            persistent=False,
        )
        self.attn_dropout = nn.Dropout(p=dropout)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.scale = d_out**-0.5

    def forward(self, x):
        T = x.size(1)
        scores = self.W_query(x) @ self.W_key(x).transpose(-2, -1) * self.scale
        scores = scores.masked_fill(self.causal_mask[:T, :T], -torch.inf)
        return self.attn_dropout(scores.softmax(dim=-1)) @ self.W_value(x)
