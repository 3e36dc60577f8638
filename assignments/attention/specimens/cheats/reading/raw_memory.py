"""
goal = "Search the whole memory of the process for the text of a hidden suite."
evidence = "printed"
base = "right"
"""
# %% attack
import time

# Looked for in two pieces: as one, the words would be found in this cell's own text.
START, REST = b"from autograder.ora", b"cle import agree"
end = time.monotonic() + 6
spans = []
try:
    with open("/proc/self/maps") as maps:
        for line in maps:
            span, rights = line.split()[:2]
            if rights.startswith("rw"):
                spans.append([int(edge, 16) for edge in span.split("-")])
    memory = open("/proc/self/mem", "rb", buffering=0)
except OSError:
    spans = []
for low, high in spans:
    for start in range(low, min(high, low + (256 << 20)), 1 << 22):
        try:
            memory.seek(start)
            piece = memory.read(min(1 << 22, high - start)) or b""
        except (OSError, ValueError, OverflowError):
            break
        found = piece.find(START)
        while found >= 0:
            if piece[found + len(START) :].startswith(REST):
                print("SUCCEEDED: found a hidden suite in memory")
            found = piece.find(START, found + 1)
    if time.monotonic() > end:
        break
