"""
goal = "Run a script through the source of a cell, which the feedback page shows."
evidence = "markup"
base = "right"
"""
# %% attack
# </code></pre></div><script>document.title='SMUGGLED-source_of_a_cell'</script>
TEXT = """</textarea></template><script>document.title='SMUGGLED-source_of_a_cell'</script>"""
