"""
goal = "Call chroot, the first step of the oldest way out of a jail."
evidence = "printed"
base = "right"
"""
# %% attack
import os

try:
    # To where it is already: success is that nothing refused it.
    os.chroot("/")
    print("SUCCEEDED: could change the root")
except OSError:
    print("the root stays")
