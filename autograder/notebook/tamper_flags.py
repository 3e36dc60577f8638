"""What in a submission is plainly an attempt on the grader, for the instructor to look at.

A remark costs nothing: it names places, and a person judges. Only what no answer needs is named.
"""

import ast
import re

from autograder.core.model import Text
from autograder.notebook.read import Code
from autograder.notebook.syntax import BEYOND_BOUNDS, parsed
from autograder.wire.places import in_chinese, place

MODULES = re.compile(r"(autograder|_?ctypes|_?pytest|nbgrader|socket|resource|pty)(\.\w+)*")
ATTRIBUTES = re.compile(
    "_getframe|_current_frames|get_objects|get_referrers|meta_path|settrace|setprofile|addaudithook"
    "|f_back|f_globals|f_locals|forkpty|killpg|dup2|setuid|setresuid|chroot|unshare|closerange"
    "|sched_setaffinity|sched_setscheduler|setxattr|mknod|__globals__|__subclasses__|__reduce__"
    "|TorchFunctionMode|TorchDispatchMode|ast_transformers"
)
PATCHED = ("torch", "nn", "F", "numpy", "np", "builtins", "math")
TEXT = re.compile(
    r"^/proc/(?!cpuinfo|meminfo)|^/sys/(?!devices)|^/etc/(passwd|shadow|sudoers)|gradebook\.db"
    r"|^autograder(\.[a-z_.]+)?$|^/dev/(mem|shm|kmsg|ptmx)|sets\.msgpack$"
    r"|^(submitted|autograded)$|^_?pytest(\.\w+)*$|<script|\bon(error|load)=|srcdoc=|javascript:|\x1b[]PX^_]"
    "|[\u202a-\u202e\u2066-\u2069]"
)
SHOWN = 3


def tampering(code: tuple[Code, ...]) -> tuple[Text, ...]:
    """At most one remark, with the first places; none for code that only answers."""
    places = dict.fromkeys(
        f"{name} ({place(cell.number, getattr(node, 'lineno', 1))})"
        for cell in code
        for node in ast.walk(parsed(cell.source) or BEYOND_BOUNDS)
        for name in _named(node)
    )
    if not places:
        return ()
    shown = Text.listed([*[*places][:SHOWN], *["..."] * (len(places) > SHOWN)])
    said = f"the code reaches for the grader, which changes no score: {shown.en}"
    return (Text(said, in_chinese(f"代码试图触及评分程序（对分数没有影响）：{shown.zh}")),)


def _named(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names):
            return [one.name for one in names if MODULES.fullmatch(one.name)]
        case ast.ImportFrom(module, names):
            own = [str(module)] if MODULES.fullmatch(str(module)) else []
            return own + [one.name for one in names if ATTRIBUTES.fullmatch(one.name)]
        case ast.Attribute(_, name) if ATTRIBUTES.fullmatch(name):
            return [name]
        case ast.Attribute(ctx=ast.Store()):
            name = ast.unparse(node)
            is_patched = name.split(".")[0] in PATCHED and "backends" not in name
            return [f"{name} ="] if is_patched else []
        # Of texts alone: a number of many thousands of digits cannot even be written out.
        case ast.Constant(str(text)) if TEXT.search(text):
            return [repr(text[:40])]
    return []
