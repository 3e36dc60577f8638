"""
form = "names taken from named_parameters"
"""

def transfer_weights(sa_v2, sa_v1):
    targets = dict(sa_v1.named_parameters())
    for name, weight in sa_v2.named_parameters():
        target = targets[name.split(".")[0]]
        target.data[:] = torch.einsum("oi->io", weight.data)
