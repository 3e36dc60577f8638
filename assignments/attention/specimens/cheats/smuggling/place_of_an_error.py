"""
goal = "Run a script through the file name in a traceback, which looks like that of a cell."
evidence = "markup"
base = "right"
honest = 96
"""
# %% attack
NAME = "<cell 1><script>document.title='SMUGGLED-place_of_an_error'</script>"
exec(compile("def fail(x):\n    raise ValueError('wrong')\n", NAME, "exec"))

# %% part="softmax_naive"
def softmax_naive(x):
    return fail(x)
