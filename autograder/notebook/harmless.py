"""What code may use and still be seen through from outside: the tables of `opaque`.

Allowed is what answers and honest notebooks use; everything that leads from there to frames, other
modules' insides, threads or code made from text is left out.
"""

IMPORTS = frozenset({
    "__future__", "abc", "array", "base64", "bisect", "checks", "cmath", "collections",
    "contextlib", "copy", "csv", "dataclasses", "datetime", "decimal", "einops", "enum",
    "fractions", "functools", "glob", "gzip", "hashlib", "heapq", "io", "itertools", "json",
    "logging", "math", "matplotlib", "numbers", "numpy", "operator", "os", "pandas", "pathlib",
    "platform", "pprint", "random", "re", "scipy", "seaborn", "shutil", "statistics", "string",
    "subprocess", "sys", "tempfile", "textwrap", "time", "torch", "tqdm", "types",
    "typing", "typing_extensions", "warnings", "zipfile",
    "IPython.display", "collections.abc", "matplotlib.pyplot", "os.path", "tqdm.auto",
    "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.parameter", "torch.optim",
    "torch.utils.data", "torch.linalg", "torch.special", "torch.distributions",
})  # fmt: skip

MEMBERS = {
    "os": frozenset({
        "path", "environ", "getcwd", "chdir", "getenv", "listdir", "makedirs", "mkdir", "remove",
        "cpu_count", "sep", "name", "linesep", "system", "popen", "walk", "rename", "unlink",
        "curdir", "pathsep", "rmdir", "urandom", "uname", "fspath",
    }),
    "sys": frozenset({
        "version", "version_info", "path", "stdout", "stderr", "stdin", "platform", "executable",
        "maxsize", "float_info", "argv", "getsizeof", "byteorder", "setrecursionlimit",
        "getrecursionlimit", "exit", "prefix", "implementation",
    }),
    "types": frozenset({"SimpleNamespace", "MappingProxyType"}),
    "string": frozenset({
        "ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "punctuation", "printable",
        "capwords", "whitespace", "hexdigits", "octdigits",
    }),
}  # fmt: skip
"""Of these modules nothing else."""

NAMES = frozenset({
    "exec", "eval", "compile", "globals", "vars", "locals", "breakpoint", "get_ipython",
})  # fmt: skip
"""Builtins that make code out of text or open a namespace. All names with two underscores count
as well."""

GATES = frozenset({
    # modules as attributes of other modules
    "sys", "os", "gc", "inspect", "builtins", "threading", "importlib", "ctypes", "traceback",
    "linecache", "weakref", "pickle", "multiprocessing", "socket", "ctypeslib", "builtin_mod",
    # frames and code
    "f_back", "f_locals", "f_globals", "f_builtins", "f_code", "tb_frame", "tb_next", "gi_frame",
    "cr_frame", "ag_frame", "gi_code", "cr_code", "ag_code", "cell_contents", "mro",
    # attributes by name, and text that is evaluated
    "attrgetter", "methodcaller", "get_type_hints", "ForwardRef", "singledispatch",
    "singledispatchmethod", "Formatter", "update_wrapper", "make_dataclass",
})  # fmt: skip
"""Attributes behind which a process lies open, whatever they are looked up on."""

MACHINERY = frozenset({
    "overrides", "library", "ops", "jit", "fx", "testing", "package", "hub", "serialization",
    "utils", "compiler", "compile", "distributed", "export", "onnx", "load",
    "register_module_forward_hook", "register_module_forward_pre_hook",
    "register_module_full_backward_hook", "set_default_tensor_type",
})  # fmt: skip
"""torch's own; on `self` they are names like any other, for no module can be `self`."""

SEEN_THROUGH = frozenset({
    "re.compile", "torch.compile", "torch.jit.script", "torch._assert", "torch._check",
})  # fmt: skip
"""Of these names in full no harm comes; in a worker torch's two compilers give what they are given.

None of them may do harm in another module either: `import torch as json` can stand before or behind
`import json`, and a name tells nothing of what it stands for when it is used.
"""

SIGNS = ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift",
         "rshift", "and", "or", "xor")  # fmt: skip
OPERATORS = frozenset(f"__{side}{sign}__" for side in ("", "r", "i") for sign in SIGNS) | {
    "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__neg__",
    "__pos__", "__invert__", "__abs__", "__round__", "__int__", "__float__", "__bool__",
    "__index__", "__next__", "__enter__", "__exit__",
}  # fmt: skip
"""What stands behind Python's signs, conversions and statements, called by name."""

DUNDERS = OPERATORS | {
    "__init__", "__name__", "__qualname__", "__doc__", "__version__", "__len__", "__getitem__",
    "__setitem__", "__repr__", "__str__", "__iter__", "__post_init__", "__call__",
}  # fmt: skip
PLAIN_DUNDERS = DUNDERS | {
    "__slots__", "__all__", "__constants__", "__match_args__", "__hash__", "__author__", "__date__",
}  # fmt: skip
"""As plain names, such as `forward = __call__` in a class."""
OWN_DUNDERS = frozenset({"__class__", "__dict__", "__setattr__", "__getattr__", "__delattr__"})
"""Only on `self` and `super()`."""

HOOKS = frozenset({
    "__torch_function__", "__torch_dispatch__", "__instancecheck__", "__prepare__",
})  # fmt: skip
"""Methods by which a class decides what others see of a call, or what its own names are."""

DECORATORS = frozenset({"dataclass", "wraps"})
"""What makes code from text, or copies attributes by name, unless it decorates a definition."""

BASES = frozenset({"abc", "collections", "enum", "numbers", "numpy", "torch", "typing",
                   "typing_extensions"})  # fmt: skip
"""Modules whose classes do nothing by names that a class derived from them sets."""

BRANCHES = frozenset({"numpy", "torch"})
"""Modules with further ones inside that are named as attributes."""

STORES = frozenset({"forward", "data", "grad", "requires_grad", "weight", "bias", "training"})
"""Attributes that answers set on modules and tensors of their own."""
