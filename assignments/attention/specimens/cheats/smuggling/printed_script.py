"""
goal = "Run a script in the page that shows what a cell printed."
evidence = "markup"
base = "right"
"""
# %% attack
print("</pre></div><script>document.title='SMUGGLED-printed_script'</script>")
print("<img src=x onerror=\"document.title='SMUGGLED-printed_script'\">")
