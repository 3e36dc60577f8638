"""
form = "lists and math.exp only"
"""

import math


def context_vector(inputs, query_index):
    rows = inputs.tolist()
    query = rows[query_index]
    scores = [sum(a * b for a, b in zip(row, query)) for row in rows]
    largest = max(scores)
    powers = [math.exp(s - largest) for s in scores]
    total = math.fsum(powers)
    context = [
        sum(power / total * row[j] for power, row in zip(powers, rows)) for j in range(len(query))
    ]
    return torch.tensor(context)
