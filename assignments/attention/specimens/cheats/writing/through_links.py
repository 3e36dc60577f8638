"""
goal = "Write outside the scratch through links, folder descriptors and other names for the root."
evidence = "printed"
base = "right"
"""
# %% attack
import os


def outside(path):
    """Whether a path is neither in this worker's own scratch nor in its temporary folder."""
    path = os.path.realpath(path)
    own = [os.getcwd(), os.environ.get("TMPDIR", "/")]
    rooms = [os.path.realpath(room) for room in own]
    return not any(room != "/" and (path + "/").startswith(room + "/") for room in rooms)


def written(path):
    """Whether a file of our own could be made at `path` and read back; it is removed again."""
    try:
        with open(path, "x") as file:
            file.write("autograder-cheat")
        with open(path) as file:
            return file.read() == "autograder-cheat"
    except OSError:
        return False
    finally:
        try:
            os.unlink(path)
        except OSError:
            pass


link = "autograder-cheat-through_links"
names = ["/proc/self/root/tmp", "/proc/self/cwd/..", f"/proc/{os.getppid()}/cwd"]
try:
    os.symlink("/tmp", link)
    names.append(link)
except OSError:
    print("no link could be made")
for name in names:
    path = os.path.join(name, "autograder-cheat-through_links-target")
    if outside(path) and written(path):
        print("SUCCEEDED: wrote and read back", path)
for folder in ("/tmp", ".."):
    name = "autograder-cheat-through_links-descriptor"
    try:
        handle = os.open(folder, os.O_PATH | os.O_DIRECTORY)
        file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600, dir_fd=handle)
        os.write(file, b"autograder-cheat")
        if outside(os.path.join(folder, name)) and os.pread(file, 16, 0) == b"autograder-cheat":
            print("SUCCEEDED: wrote through the descriptor of", folder)
        os.unlink(name, dir_fd=handle)
    except OSError:
        continue
if os.path.islink(link):
    os.unlink(link)
