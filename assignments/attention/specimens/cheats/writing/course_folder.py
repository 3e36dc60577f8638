"""
goal = "Leave a file in the course: beside the hidden suites, the sources or the submissions."
evidence = "printed"
base = "right"
"""
# %% attack
import os
import sys


def courses():
    """Folders that may be the course, or hold it: all above what this process knows of."""
    known = [*sys.path, os.getcwd(), *sys.argv]
    modules = list(sys.modules.values())
    known += [getattr(module, "__dict__", {}).get("__file__") for module in modules]
    found = {}
    for path in known:
        path = os.path.realpath(path) if isinstance(path, str) else "/"
        while path != "/":
            found[path] = None
            path = os.path.dirname(path)
    return list(found)


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


for folder in courses():
    if not os.path.isdir(os.path.join(folder, "assignments")):
        continue
    for room in ("", "assignments", "assignments/attention/hidden", "source", "submitted"):
        path = os.path.join(folder, room, "autograder-cheat-course_folder")
        if outside(path) and written(path):
            print("SUCCEEDED: wrote and read back", path)
