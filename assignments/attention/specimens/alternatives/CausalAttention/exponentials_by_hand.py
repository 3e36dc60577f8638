"""
form = "masked exponentials and sums written out"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.mask: torch.Tensor
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        T = x.shape[1]
        k = self.W_key(x)
        scores = (self.W_query(x).unsqueeze(2) * k.unsqueeze(1)).sum(-1) / k.shape[-1] ** 0.5
        scores = scores.masked_fill(self.mask[:T, :T].to(torch.bool), -torch.inf)
        powers = torch.exp(scores - scores.detach().amax(dim=-1, keepdim=True))
        weights = self.dropout(powers / powers.sum(dim=-1, keepdim=True))
        return (weights.unsqueeze(-1) * self.W_value(x).unsqueeze(1)).sum(dim=2)
