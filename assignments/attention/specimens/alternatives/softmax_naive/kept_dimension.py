"""
form = "last dimension with keepdim"
"""

def softmax_naive(x: torch.Tensor) -> torch.Tensor:
    e = torch.exp(x - torch.amax(x, dim=-1, keepdim=True))
    return e / e.sum(dim=-1, keepdim=True)
