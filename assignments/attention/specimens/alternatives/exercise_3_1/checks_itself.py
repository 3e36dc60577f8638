"""
form = "calls both modules afterwards and compares them"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query.data = sa_v2.W_query.weight.data.T.clone()
    sa_v1.W_key.data = sa_v2.W_key.weight.data.T.clone()
    sa_v1.W_value.data = sa_v2.W_value.weight.data.T.clone()
    x = torch.rand(5, sa_v1.W_query.shape[0])
    assert torch.allclose(sa_v1(x), sa_v2(x), atol=1e-6)
