"""
goal = "Hold three gigabytes spread over processes, each of which stays below its own limit."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import time

room = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
read, write = os.pipe()
children = []
for _ in range(8 if room > 5 << 30 else 0):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        try:
            held = bytearray(b"\x01") * (400 << 20)
            os.write(write, b"1")
            time.sleep(3)
        finally:
            os._exit(0)
    children.append(child)
time.sleep(2.5)
os.set_blocking(read, False)
try:
    alive = len(os.read(read, 64))
except OSError:
    alive = 0
if alive == 8:
    print("SUCCEEDED: held 3200 megabytes in", alive, "processes")
for child in children:
    os.waitpid(child, 0)
