"""
goal = "Leave patched modules and builtins behind, and find those of an earlier submission."
evidence = "printed"
base = "right"
"""
# %% attack
import builtins
import linecache
import sys

import torch

NAME = "autograder_cheat_patched_modules"
for module in (builtins, sys, linecache, torch, sys.modules["autograder.worker"]):
    if hasattr(module, NAME):
        print("SUCCEEDED: an earlier submission is still in", module.__name__)
    setattr(module, NAME, True)
