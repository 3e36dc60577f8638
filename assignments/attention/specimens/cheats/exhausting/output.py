"""
goal = "Print so much that what follows sixteen megabytes of text is still kept."
evidence = "printed"
base = "right"
"""
# %% attack
line = "x" * 1023 + "\n"
for _ in range(16 * 1024):
    print(line, end="")
print("\nSUCCEEDED: this line stands behind sixteen megabytes that were kept")
