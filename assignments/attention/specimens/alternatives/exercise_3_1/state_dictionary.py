"""
form = "load_state_dict of transposed entries"
"""

def transfer_weights(sa_v2, sa_v1):
    transposed = {
        name.removesuffix(".weight"): weight.transpose(0, 1)
        for name, weight in sa_v2.state_dict().items()
    }
    return sa_v1.load_state_dict(transposed)
