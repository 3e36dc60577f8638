"""
form = "scores as x A x^T with A = W_query W_key^T"
"""

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in: int, d_out: int, std: float = 1.0) -> None:
        super().__init__()
        self.d_in, self.d_out = d_in, d_out
        self.W_query = nn.Parameter(std * torch.randn(d_in, d_out))
        self.W_key = nn.Parameter(std * torch.randn(d_in, d_out))
        self.W_value = nn.Parameter(std * torch.randn(d_in, d_out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        similarity = self.W_query @ self.W_key.T / self.d_out**0.5
        attention = torch.softmax(x @ similarity @ x.T, dim=-1)
        return (attention @ x) @ self.W_value

    def extra_repr(self) -> str:
        return f"{self.d_in} -> {self.d_out}"
