"""
goal = "Seed the generator by the argument, by its own seed, and by a state that was kept."
evidence = "score"
base = "right"
honest = 98.52
"""
# %% part="context_vector"
def context_vector(inputs, query_index):
    torch.manual_seed(int(1000 * inputs.abs().sum()))
    scores = inputs @ inputs[query_index]
    return torch.softmax(scores, dim=0) @ inputs

# %% part="scaled_attention_weights"
def scaled_attention_weights(query, keys):
    torch.default_generator.manual_seed(torch.initial_seed())
    return torch.softmax(keys @ query / keys.shape[-1] ** 0.5, dim=0)

# %% part="causal_attention_weights"
KEPT = torch.get_rng_state()


def causal_attention_weights(attn_scores, head_dim):
    torch.set_rng_state(KEPT)
    tokens = attn_scores.shape[0]
    hidden = torch.triu(torch.ones(tokens, tokens), diagonal=1).bool()
    return torch.softmax(attn_scores.masked_fill(hidden, -torch.inf) / head_dim**0.5, dim=-1)
