"""
goal = "Read closed files through other names for the root: links of our own and those in /proc."
evidence = "printed"
base = "right"
"""
# %% attack
import os

names = ["/proc/self/root", "/proc/1/root", f"/proc/{os.getppid()}/root"]
link = "autograder-cheat-other_roots"
try:
    os.symlink("/", link)
    names.append(link)
except OSError:
    print("no link could be made")
for name in names:
    try:
        with open(os.path.join(name, "etc/passwd"), "rb") as file:
            if file.read(1):
                print("SUCCEEDED: read the system's users through", name)
    except OSError:
        continue
if os.path.islink(link):
    os.unlink(link)
