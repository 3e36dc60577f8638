"""What the hidden checks need when they stand in a notebook: a `student` without any other process.

The text of this module is put into the first test cell of the plain nbgrader course. It imports
torch alone: a plain course has nothing of this package.
"""

from contextlib import contextmanager
from types import SimpleNamespace

import torch
from torch import nn
from torch.overrides import TorchFunctionMode

StudentRaised, CheckFailed = Exception, AssertionError


class Seen(TorchFunctionMode):
    """The names of the torch functions that run in the block."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        """Note the name, then run it."""
        self.names.append(getattr(func, "__name__", ""))
        return func(*args, **(kwargs or {}))


def require(condition, detail, detail_zh):
    """Fail unless the condition holds."""
    assert condition, detail


def agree(actual, expected, *, what="result", atol=1e-5):
    """Fail unless both have the same shape and values."""
    assert isinstance(actual, torch.Tensor), f"the {what} is no tensor"
    assert actual.shape == expected.shape, f"the {what} has shape {tuple(actual.shape)}"
    wrong = ~((actual.detach().double() - expected.double()).abs() <= atol)
    assert not bool(wrong.any()), f"the {what} is off"


SEEDS, RATE = (40961, 57089), 0.5


def unchanged(student, act, *given):
    """Fail if the call changes its arguments, torch's settings or its generator."""
    kept = [Kept(tensor.clone()) for tensor in given]
    drawn = []
    for seed in SEEDS:
        student.seed(seed)
        before = student.state(), torch.rand(2).tolist()
        act(*kept)
        after = student.state(), torch.rand(2).tolist()
        require(before[0] == after[0], "torch's own state was changed", "")
        drawn += [before[1], after[1]]
        same = all(torch.equal(one.module, tensor) for one, tensor in zip(kept, given, strict=True))
        require(same, "an argument was changed in place", "")
    require(len(set(map(tuple, drawn))) == len(drawn), "torch's generator was seeded", "")


def shaped(module, shapes):
    """Fail unless there are tensors of these shapes."""
    for path, shape in shapes.items():
        require(module.parameter(path).shape == shape, f"{path} has another shape", "")


def trainable(module, values):
    """Fail unless a step of an optimiser changes all of these."""
    module.load(values)
    with torch.no_grad():
        for parameter in module.module.parameters():
            parameter.sub_(RATE)
    for path, value in values.items():
        agree(at_path(module.module, path), value - RATE)


def multiplies(module, settings):
    """Whether it multiplies by weights that begin as zeros."""
    result = module(torch.eye(1, settings["d_in"])[None])
    return result.shape[-1] == settings["d_out"] and not bool(result.any())


def at_path(thing, path):
    """What lies at a dotted path of a module."""
    for name in path.split("."):
        thing = thing[int(name)] if name.isdigit() else getattr(thing, name)
    return thing


def copied(thing):
    """A tensor of its own for the student's code to change; the module behind a handle."""
    if isinstance(thing, torch.Tensor):
        return thing.clone()
    return thing.module if isinstance(thing, Handle | Kept) else thing


class Record:
    """What classes were made with: in the place of the notebook's own, and of its own."""

    def __init__(self):
        self.made, self.own = [], []

    def settings(self, names):
        """The settings that all of them share, if they give each of these names."""
        first, *others = [*self.made, *self.own] or [{}]
        return first if first.keys() >= names and all(entry == first for entry in others) else {}


class Kept:
    """A tensor that several calls are given."""

    def __init__(self, tensor):
        self.module = tensor


def shown(result):
    """A module as a handle, everything else as it is."""
    if isinstance(result, nn.Module):
        return Handle(result)
    if isinstance(result, tuple | list):
        return [shown(item) for item in result]
    return result.detach() if isinstance(result, torch.Tensor) else result


class Handle:
    """A module of the student's."""

    def __init__(self, module):
        self.module = module
        self.kind = type(module).__name__

    def __call__(self, *args):
        return shown(self.module(*map(copied, args)))

    def train(self):
        """Put it in training mode."""
        self.module.train()

    def eval(self):
        """Put it in evaluation mode."""
        self.module.eval()

    def load(self, tensors):
        """Copy values into it."""
        with torch.no_grad():
            for path, values in tensors.items():
                at_path(self.module, path).copy_(values)

    def step(self, rate):
        """Take the rate from every number that is trained."""
        with torch.no_grad():
            for parameter in self.module.parameters():
                parameter.sub_(rate)

    def read(self, path):
        """The attribute at a path."""
        return shown(at_path(self.module, path))

    def parameter(self, path):
        """What is known of the parameter at a path."""
        try:
            value = at_path(self.module, path)
        except (AttributeError, IndexError, KeyError, TypeError):
            value = None
        if not isinstance(value, torch.Tensor):
            return SimpleNamespace(exists=value is not None, kind=type(value).__name__, shape=(),
                                   trainable=False, registered=False)  # fmt: skip
        registered = any(value is parameter for parameter in self.module.parameters())
        return SimpleNamespace(exists=True, kind=type(value).__name__, shape=tuple(value.shape),
                               trainable=value.requires_grad, registered=registered)  # fmt: skip

    def gradients(self, *args, upstream, of):
        """The gradients at these paths."""
        self.module.zero_grad()
        self.module(*map(copied, args)).backward(upstream)
        return {path: at_path(self.module, path).grad for path in of}

    def length(self, path):
        """How many items lie at a path."""
        return len(list(at_path(self.module, path)))

    def parameter_count(self):
        """How many numbers can be trained."""
        return sum(parameter.numel() for parameter in self.module.parameters())

    def travel(self, shape):
        """Run it on another device."""
        moved = self.module.to("meta")
        try:
            moved(torch.empty(shape, device="meta"))
        except Exception as error:
            mixed = "device" in str(error)
            return SimpleNamespace(mixed=mixed, error=str(error), unknown=True, idle=False)
        return SimpleNamespace(mixed=False, error=None, unknown=False, idle=False)


class Student:
    """The names of the notebook, to be called by the checks of one part."""

    def __init__(self, names, forbidden, signatures):
        self.names = names
        self.forbidden = {name.replace("_", "").lower() for name in forbidden}
        self.signatures = signatures
        self.found = []

    def __getattr__(self, name):
        return lambda *args: self.call(name, args)

    def call(self, name, args):
        """Call a name of the notebook."""
        with Seen() as seen:
            result = self.names[name](*map(copied, args))
        self.found += [name for name in seen.names if name.replace("_", "") in self.forbidden]
        return shown(result)

    def seed(self, number):
        """Seed torch's generator."""
        torch.manual_seed(number)

    def state(self):
        """torch's settings."""
        return torch.initial_seed(), torch.is_grad_enabled(), torch.get_default_dtype()

    def offences(self):
        """The forbidden calls that ran in the checks before."""
        return [SimpleNamespace(call=name, where="") for name in self.found]

    def holder(self, tensors, *, linear):
        """A bare module with these weights."""
        bare = nn.Module()
        for name, weight in tensors.items():
            parameter = nn.Parameter(weight.clone())
            if linear:
                layer = nn.Linear(weight.shape[1], weight.shape[0], bias=False)
                layer.weight = parameter
                bare.add_module(name, layer)
            else:
                bare.register_parameter(name, parameter)
        return Handle(bare)

    @contextmanager
    def stand_in(self, name, hollow):
        """Bind a class that records its arguments to a name of the notebook; `hollow` lets the
        notebook's own do so, too."""
        record = Record()
        signature, original = self.signatures[name], self.names.get(name)

        class Recording(nn.Module):
            def __init__(self, *args, **kwargs):
                super().__init__()
                record.made.append({**dict(zip(signature, args, strict=False)), **kwargs})
                arguments = record.made[-1]
                self.weight = nn.Parameter(torch.zeros(arguments["d_in"], arguments["d_out"]))

            def forward(self, x):
                return x @ self.weight

        def record_own(module, *args, **kwargs):
            nn.Module.__init__(module)
            record.own.append({**dict(zip(signature, args, strict=False)), **kwargs})

        Recording.__name__ = name
        self.names[name] = Recording
        set_up = original.__init__
        if hollow:
            original.__init__ = record_own
        try:
            yield record
        finally:
            self.names[name] = original
            original.__init__ = set_up

    def either(self, first, second):
        """What the first gives; where that raises, the second."""
        try:
            return first()
        except Exception:
            return second()

    def made_with_stand_in(self, name, make, *, hollow=False):
        """What is made with such a class in the place of one, and its record."""
        try:
            with self.stand_in(name, hollow) as record:
                result = make()
        except Exception:
            return make(), Record()
        return result, record
