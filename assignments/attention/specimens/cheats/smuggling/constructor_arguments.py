"""
goal = "Run a script through the arguments that a stand-in records and a message repeats."
evidence = "markup"
base = "right"
honest = 92
"""
# %% attack
TEXT = "<iframe srcdoc=\"<script>parent.document.title='SMUGGLED-constructor_arguments'</script>\">"

# %% part="exercise_3_3"
def gpt2_small_attention():
    return MultiHeadAttention(768, 768, TEXT, 0.0, TEXT)

# %% part="exercise_3_2"
def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(TEXT, 1, context_length, 0.0, num_heads=2, **{TEXT: TEXT})
