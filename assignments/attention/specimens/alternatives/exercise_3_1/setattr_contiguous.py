"""
form = "setattr with detached contiguous clones"
"""

@torch.no_grad()
def transfer_weights(sa_v2, sa_v1):
    for name in ["W_value", "W_key", "W_query"]:
        weight = getattr(sa_v2, name).weight
        setattr(sa_v1, name, nn.Parameter(weight.detach().clone().T.contiguous()))
