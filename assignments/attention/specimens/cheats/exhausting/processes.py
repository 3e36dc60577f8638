"""
goal = "Start more processes than a submission may have, all alive at once."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import time

children = []
for _ in range(200):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        time.sleep(2)
        os._exit(0)
    children.append(child)
if len(children) >= 64:
    print("SUCCEEDED:", len(children), "processes at once")
for child in children:
    os.waitpid(child, 0)
