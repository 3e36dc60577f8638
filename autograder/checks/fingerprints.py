"""What a failed check saw, in a few numbers: known mistakes are recognized by it.

A digest of the form of all replies (shapes, kinds of errors), and three projections of their
numbers, which tell neither inputs nor expected values. Left out is in what the same mistake
differs: places, a student's own words, dtypes that no check asks for.
"""

import functools
import hashlib
import itertools
import re
import zlib
from collections.abc import Iterable, Iterator

import msgspec
import torch
from torch import Tensor

from autograder.checks.results import CaseResult
from autograder.core.model import SILENT, STOPPED, Outcome, near
from autograder.wire import messages
from autograder.wire import values as wire
from autograder.wire.frames import WireError
from autograder.wire.places import PLACE
from autograder.wire.tensors import unpack

PROJECTIONS, BLOCK = 3, 997
NO_VALUES = (0.0,) * PROJECTIONS
"""Of replies without any number but zero, nan and infinity."""
NOTHING = 1e-6
ERROR = "raised "
"""How the form of a case begins that ended in an error of the student's code."""
OWN_WORDS = re.compile(r"\((?!\d)[^()]*\)|'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`|\b0x[\da-f]+")
"""Of a message: what is quoted or in brackets is each notebook's own. Numbers are not: the sizes in
an error tell which of two widths stands in the wrong place."""
OF_TYPE = re.compile(r"'(\w+)' object\b")
MISSING = re.compile(r"missing \d+ required [\w -]+arguments?: (.*)")
AT = re.compile(r" ?\(" + PLACE.pattern + r"\)")
MAX_MESSAGE = 1000
TEXTS = ("'", '"', "key ")
"""How the words of a reply begin that are texts."""
MAX_WORDS = 1000
"""Of one reply: a list of a million numbers is not worth a minute of the grader's."""


class Fingerprint(msgspec.Struct, frozen=True, array_like=True):
    """One case of one failed check; `steady` is the same whatever was drawn, if anything was. Of
    `texts` that an answer gives there is a digest, 0 if there are none.
    """

    form: str
    values: tuple[float, ...]
    steady: tuple[float, ...] = ()
    texts: int = 0

    @property
    def tells(self) -> bool:
        """Whether it has numbers of its own: before an error anybody's values come back."""
        raised = self.form.startswith(ERROR)
        return not raised and any(abs(value) > NOTHING for value in self.values)

    def agrees(self, other: "Fingerprint") -> bool:
        drawn_otherwise = bool(self.steady) and near(self.steady, other.steady)
        return self.form == other.form and (near(self.values, other.values) or drawn_otherwise)

    def is_like(self, example: "Fingerprint") -> bool:
        """Whether nothing in it follows from its own numbers: it is the `example`'s, or nothing."""
        by_number = self.values == NO_VALUES or near(self.values, example.values)
        return by_number and example.texts in (0, self.texts)


UNKNOWN = Fingerprint("", ())
"""Of a case that ends otherwise by the example numbers: no mistake has it."""


def fingerprints(results: Iterable[CaseResult]) -> dict[str, Fingerprint]:
    return {result.key: _of_example(result) for result in results if result.outcome not in SILENT}


def _of_example(result: CaseResult) -> Fingerprint:
    """By the example numbers, which are the same for everybody; what was stopped has none."""
    if result.outcome in STOPPED:
        return Fingerprint(result.outcome.value, ())
    if result.example is None:
        return UNKNOWN
    example = fingerprint(result.example)
    raised = result.outcome is Outcome.RAISED
    return Fingerprint(f"{ERROR}{example.form}", example.values) if raised else example


def fingerprint(result: CaseResult) -> Fingerprint:
    form = [result.outcome.value, *result.told]
    numbers, texts = torch.zeros(2, PROJECTIONS, dtype=torch.float64), 0
    for exchange in result.exchanges:
        called = any(isinstance(request, messages.Call) for request in exchange.requests)
        for word, tensor in first_words(exchange.reply):
            form.append(word)
            if called and word.startswith(TEXTS):
                texts = zlib.crc32(word.encode("utf-8", "replace"), texts)
            if tensor is not None:
                # Of samples the least and the largest: other draws are no other mistake.
                many = tensor.dim() > 1 and len(tensor)
                ends = torch.stack(tensor.aminmax(dim=0)) if many else tensor
                # The place among the replies counts: two swapped results are another mistake.
                numbers += torch.stack([*map(_projected, (tensor, ends))]) * (1 + len(form) % 7)
    digest = hashlib.sha256("\n".join(form).encode("utf-8", "replace")).hexdigest()
    drawn = any(isinstance(one, messages.Seed) for e in result.exchanges for one in e.requests)
    values, steady = (tuple(float(f"{value:.7g}") for value in row) for row in numbers.tolist())
    # What failed for its values only has passed what there is to be said of its draws.
    steady = steady if drawn and result.compared else ()
    return Fingerprint(digest[:16], values, steady, texts)


def first_words(reply: messages.Reply) -> Iterator[tuple[str, Tensor | None]]:
    return itertools.islice(_reply(reply), MAX_WORDS)


def _reply(reply: messages.Reply) -> Iterator[tuple[str, Tensor | None]]:
    if isinstance(reply, messages.Raised):
        message = OF_TYPE.sub(_type, reply.message[:MAX_MESSAGE])
        words = OWN_WORDS.sub("", message).partition("\n")[0]
        # Which one is missing is another mistake for each, and its name is the exercise's.
        words += "".join(MISSING.findall(message))
        yield f"raised {reply.kind} {words} {reply.timed_out} {reply.missing}", None
    elif isinstance(reply, messages.Returned):
        # This word says nothing any more, but it is part of every stored digest.
        yield "changed []", None
        yield from _value(reply.value)


def _type(match: re.Match[str]) -> str:
    """A layer of torch without its quotes: it is nobody's own word, and taken for a tensor."""
    return f"{match[1]} object" if hasattr(torch.nn, match[1]) else match[0]


def _value(value: wire.Value) -> Iterator[tuple[str, Tensor | None]]:
    if isinstance(value, wire.TensorData | wire.ArrayData):
        yield _tensor(value)
    elif isinstance(value, wire.Items | wire.Fields | wire.Members):
        # A list or a tuple: the same mistake is made with either.
        yield f"{'set' if isinstance(value, wire.Members) else 'list'} {len(value.items)}", None
        for item in value.items:
            yield from _value(item)
    elif isinstance(value, wire.Entries):
        yield from _entries(value)
    elif isinstance(value, int | float):
        # Beside a count of millions a number of mebibytes would tell nothing.
        yield _numbers("number", torch.tensor(value, dtype=torch.float64).asinh())
    else:
        yield _word(value), None


def _entries(value: wire.Entries) -> Iterator[tuple[str, Tensor | None]]:
    for key, item in value.entries:
        if key == "switches":
            # Which they are depends on the release of torch.
            continue
        yield f"key {key if isinstance(key, str) else repr(key)}", None
        # What is drawn depends on how weights were initialised, which is free.
        yield from _value(item) if key != "drawn" else ()


def _word(value: wire.Value) -> str:
    if isinstance(value, wire.Ref):
        return "object"
    if isinstance(value, wire.Octets):
        return repr(value.data)
    if isinstance(value, wire.Named):
        return value.name
    # What a check was told of an error names the place, which is another in each notebook.
    return repr(AT.sub("", value) if isinstance(value, str) else value)


def _tensor(data: wire.TensorData | wire.ArrayData) -> tuple[str, Tensor | None]:
    try:
        tensor = unpack(wire.TensorData(data.dtype, data.shape, data.data))
    except WireError:
        return "unreadable", None
    plain = tensor.real if tensor.is_complex() else tensor
    return _numbers("tensor", plain.to(torch.float64))


def _numbers(kind: str, plain: Tensor) -> tuple[str, Tensor]:
    strange = int((~plain.isfinite()).sum())
    # Larger numbers might add up to infinity, which JSON has not.
    small = plain.nan_to_num(0.0, 0.0, 0.0).clamp(-1e200, 1e200)
    return f"{kind} {list(plain.shape)} {strange}", small


def _projected(tensor: Tensor) -> Tensor:
    flat = tensor.flatten()
    padded = torch.nn.functional.pad(flat, (0, -flat.numel() % BLOCK))
    return (_directions() @ padded.reshape(-1, BLOCK).T).sum(dim=1)


@functools.cache
def _directions() -> Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(PROJECTIONS, BLOCK, generator=generator, dtype=torch.float64)
