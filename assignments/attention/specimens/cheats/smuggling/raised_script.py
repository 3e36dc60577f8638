"""
goal = "Run a script in the page that shows the error of a cell."
evidence = "markup"
base = "right"
"""
# %% attack
raise ValueError("<img src=x onerror=\"document.title='SMUGGLED-raised_script'\">")
