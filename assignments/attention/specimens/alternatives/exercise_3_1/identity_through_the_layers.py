"""
form = "the identity matrix sent through the layers"
"""

def transfer_weights(sa_v2, sa_v1):
    # a layer without bias maps the identity to its transposed weight
    identity = torch.eye(sa_v2.W_query.in_features)
    for name in ("W_query", "W_key", "W_value"):
        layer = getattr(sa_v2, name)
        getattr(sa_v1, name).data = layer(identity).detach()
