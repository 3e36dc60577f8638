"""
form = "copy_ under no_grad, names in a loop"
"""

def transfer_weights(sa_v2, sa_v1):
    with torch.no_grad():
        for name in ("W_query", "W_key", "W_value"):
            getattr(sa_v1, name).copy_(getattr(sa_v2, name).weight.t())
