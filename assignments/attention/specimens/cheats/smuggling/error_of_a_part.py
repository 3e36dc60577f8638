"""
goal = "Run a script in the panel that tells the student why a check failed."
evidence = "markup"
base = "right"
honest = 91
"""
# %% attack
TEXT = "</div></li><script>document.title='SMUGGLED-error_of_a_part'</script>"

# %% part="softmax_naive"
def softmax_naive(x):
    raise ValueError(TEXT)

# %% part="context_vector"
def context_vector(inputs, query_index):
    return {TEXT: TEXT, "text": [TEXT]}
