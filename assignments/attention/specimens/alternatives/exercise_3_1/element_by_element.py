"""
form = "elements assigned in a double loop"
"""

def transfer_weights(sa_v2, sa_v1):
    pairs = [
        (sa_v2.W_query, sa_v1.W_query),
        (sa_v2.W_key, sa_v1.W_key),
        (sa_v2.W_value, sa_v1.W_value),
    ]
    for layer, parameter in pairs:
        rows, columns = layer.weight.shape
        for i in range(rows):
            for j in range(columns):
                parameter.data[j, i] = layer.weight[i, j].item()
