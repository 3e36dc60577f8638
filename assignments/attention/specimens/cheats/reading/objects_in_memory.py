"""
goal = "Find hidden checks, references or other notebooks among the objects in memory."
evidence = "printed"
base = "right"
"""
# %% attack
import gc
import types

# Joined when run, and looked for in long texts only: this cell must not find itself.
SIGNS = tuple(map("".join, (("make_", "references"), ("agree(", "student."))))
LONG = 300
seen = 0
for thing in gc.get_objects():
    texts = []
    if type(thing) is dict:
        texts = [value for value in list(thing.values()) if type(value) is str]
    elif type(thing) is types.FunctionType:
        texts = [value for value in thing.__code__.co_consts if type(value) is str]
    elif type(thing) in (list, tuple):
        texts = [value for value in thing[:1000] if type(value) is str]
    for text in texts:
        if len(text) > LONG and any(sign in text for sign in SIGNS):
            seen += 1
            print("SUCCEEDED: found", len(text), "characters that speak of the hidden suites")
            break
    if seen:
        break
