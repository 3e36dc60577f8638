"""
form = "bmm over a batch of one"
"""

def simple_self_attention(inputs):
    batch = inputs.unsqueeze(0)
    weights = torch.bmm(batch, batch.transpose(1, 2)).softmax(dim=2)
    contexts = torch.bmm(weights, batch)
    return weights.squeeze(0), contexts.squeeze(0)
