"""
form = "each head selected by a row of zeros and ones"
"""

class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        # an indivisible width cannot be arranged in equal rows: torch raises here
        of_head = torch.arange(d_out).view(num_heads, -1)
        selection = torch.zeros(num_heads, d_out).scatter_(1, of_head, 1.0)
        self.register_buffer("selection", selection, persistent=False)
        self.scale = of_head.shape[1] ** -0.5
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(context_length, context_length).triu(1).bool())

    def forward(self, x):
        T = x.shape[1]
        chosen = self.selection[:, None, :]
        q = self.W_query(x).unsqueeze(1) * chosen
        k, v = self.W_key(x).unsqueeze(1), self.W_value(x).unsqueeze(1)
        scores = (q @ k.mT * self.scale).masked_fill(self.mask[:T, :T], -torch.inf)
        contexts = self.dropout(torch.softmax(scores, dim=-1)) @ (v * chosen)
        return self.out_proj(contexts.sum(dim=1))
