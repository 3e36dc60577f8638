"""The evidence for a failed check in the terminal: requests, replies and comparisons.

Nothing here needs torch: an instructor who asks why a submission lost points waits for the answer.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text as Line

from autograder.core.model import Text
from autograder.grading.evidence import Compared, Evidence
from autograder.report.phrases import phrase
from autograder.report.plain_text import one_line, plain
from autograder.wire import messages, values
from autograder.wire.places import in_chinese
from autograder.wire.values import ITEM_BYTES, ArrayData, Named, Ref, Stored, TensorData

if TYPE_CHECKING:
    import numpy as np

WIDTH = 12
HOUSEKEEPING = (messages.Forget, messages.Seed, messages.State, messages.StandIn)
"""Requests that say nothing about the answer."""
BRACKETS = {list: "{}", values.Items: "[{}]", values.Fields: "({})"}
BRACKETS |= dict.fromkeys((values.Entries, values.Members), "{{{}}}")
MOST, SMALL = 1000, 6
"""Characters of a request or reply on one line; numbers of a tensor shown there in full."""
CHANGED = 1e-4
"""Relative: what two values must differ by to be shown as different."""


def evidence_lines(kept: Evidence, references: Mapping[str, Any], language: str) -> Iterator[Line]:
    """What was sent and came back in order, then what was found and expected.

    `references` are the values of the case, shown where nothing was compared.
    """
    rows = [("case", kept.case)] if kept.case else []
    if kept.exchanges is None:
        rows.append(("came_back", phrase("exchange_too_large").in_language(language)))
    for requests, reply in kept.exchanges or ():
        sent = (request for request in requests if not isinstance(request, messages.Forget))
        rows += (("sent", _request(request)) for request in sent)
        rows.append(("came_back", _reply(reply).in_language(language)))
    if pair := kept.compared:
        name = pair.what.in_language(language)
        rows += ((key, f"{name} = {_shown(getattr(pair, key))}") for key in ("found", "expected"))
    elif references:
        rows.append(("known", _named(references)))
    for key, text in rows:
        lines = plain(text, 20_000).splitlines()
        line = Line(f"  {phrase(key).in_language(language):<{WIDTH}}", style="dim")
        yield line.append(("\n" + " " * (WIDTH + 2)).join(lines), style="not dim")


def sent_in_short(kept: Evidence) -> list[str]:
    all_sent = (request for requests, _ in kept.exchanges or () for request in requests)
    sent = (request for request in all_sent if not isinstance(request, HOUSEKEEPING))
    return [one_line(_request(request, brief=True), MOST) for request in sent]


def reply_in_short(kept: Evidence, language: str) -> str:
    last = _reply(kept.exchanges[-1][1], brief=True) if kept.exchanges else Text("", "")
    return one_line(last.in_language(language), MOST)


def where_raised(kept: Evidence) -> str:
    last = kept.exchanges[-1][1] if kept.exchanges else None
    return last.where if isinstance(last, messages.Raised) else ""


def differences(compared: Compared, most: int) -> Iterator[Text]:
    import numpy as np

    found, expected, what = compared.found, compared.expected, compared.what
    if found.shape != expected.shape:
        kinds = {"found": _kind(found), "expected": _kind(expected)}
        yield phrase("differ_in_shape", what=what, **kinds)
        return
    answer, right = _values(found), _values(expected)
    count = min(answer.size, right.size)
    one, other = (array[:count].astype(complex) for array in (answer, right))
    same = np.isclose(one, other, rtol=CHANGED, atol=CHANGED / 10, equal_nan=True)
    places = np.flatnonzero(~same)
    whole = math.prod(found.shape)
    key = "differ" if answer.size == whole else "first_differ"
    yield phrase(key, what=what, count=len(places), kept=answer.size, all=whole)
    for place in places[:most]:
        index = ", ".join(map(str, np.unravel_index(place, found.shape)))
        numbers = {"found": _number(answer[place]), "expected": _number(right[place])}
        yield phrase("differ_at", index=index, **numbers)


def _values(data: TensorData) -> "np.ndarray[Any, Any]":
    """The whole values at the beginning of data that may be cut short, in one row."""
    import numpy as np

    # A name that no tensor has came from a worker, which may say anything.
    dtype = data.dtype if data.dtype in ITEM_BYTES else "uint8"
    size = ITEM_BYTES[dtype]
    kept = data.data[: len(data.data) // size * size]
    if dtype == "bfloat16":
        # numpy has no such type: it is the upper half of a float32.
        return (np.frombuffer(kept, "<u2").astype("<u4") << 16).view("<f4")
    return np.frombuffer(kept, np.dtype(dtype))


def _number(value: Any) -> str:
    return f"{value:.5g}" if isinstance(value.item(), float) else str(value.item())


def _request(request: messages.Request, brief: bool = False) -> str:
    """As it would be written in a cell, where there are words for it; by its name otherwise."""
    m = messages
    on = f"#{getattr(request, 'handle', '')}"
    match request:
        case m.Call(target=target, args=args, keywords=keywords):
            called = target if isinstance(target, str) else f"#{target}"
            return f"{called}({_arguments(args, keywords, brief)})"
        case m.Read(path=path) | m.Describe(path=path):
            return f"{on}.{path}".rstrip(".")
        case m.Train():
            return f"{on}.{'train' if request.on else 'eval'}()"
        case m.Load(tensors=tensors):
            return f"{on}.load_state_dict({_arguments((), tensors, brief)})"
        case m.Gradients(args=args, upstream=upstream):
            return f"{on}({_arguments(args, (), brief)}).backward({_shown(upstream, brief)})"
        case m.Travel(shape=shape):
            return f'{on}.to("meta")(torch.empty{tuple(shape)})'
        case m.Measure(path=path):
            return f"len({on}.{path})" if path else f"sum(p.numel() for p in {on}.parameters())"
    fields = {k: v for k, v in msgspec.structs.asdict(request).items() if k != "seconds"}
    return f"{type(request).__name__.lower()} {_named(fields, brief)}".rstrip()


def _arguments(args: Iterable[Any], keywords: Iterable[tuple[str, Any]], brief: bool) -> str:
    named = [f"{name}={_shown(value, brief)}" for name, value in keywords]
    return _joined([_shown(value, brief) for value in args] + named)


def _named(fields: Mapping[str, Any], brief: bool = False) -> str:
    return _joined([f"{name} = {_shown(value, brief)}" for name, value in fields.items()])


def _joined(pieces: list[str]) -> str:
    """On one line, or each on its own where one of them is a matrix."""
    return ("\n" if any("\n" in piece for piece in pieces) else ", ").join(pieces)


def _reply(reply: messages.Reply, brief: bool = False) -> Text:
    if isinstance(reply, messages.Raised):
        if reply.missing:
            return phrase("not_defined", name=reply.message)
        where = f" ({reply.where})" if reply.where else ""
        text = f"{reply.kind}: {reply.message}{where}".strip()
        return Text(text, in_chinese(text))
    if isinstance(reply, messages.Returned):
        text = _shown(reply.value, brief)
    else:
        text = reply.error or reply.output
    return phrase("absent") if text.startswith("{exists: False") else Text(text, text)


def _shown(value: Any, brief: bool = False) -> str:
    if isinstance(value, TensorData | ArrayData | Stored):
        # Of what crossed in pieces nothing is kept but its shape.
        like = value.like if isinstance(value, Stored) else value
        data = TensorData(like.dtype, like.shape, like.data)
        small = math.prod(data.shape) <= SMALL
        return _tensor(data) if small or not brief else _kind(data)
    if type(value) in BRACKETS:
        inside = value if isinstance(value, list) else msgspec.structs.astuple(value)[0]
        return BRACKETS[type(value)].format(_joined([_shown(item, brief) for item in inside]))
    if isinstance(value, tuple):
        return f"{value[0]}: {_shown(value[1], brief)}"
    if isinstance(value, Ref):
        return f"#{value.handle} ({value.kind})"
    return value.name if isinstance(value, Named) else repr(getattr(value, "data", value))


def _kind(data: TensorData) -> str:
    return f"{data.dtype} {tuple(data.shape)}"


def _tensor(data: TensorData) -> str:
    """dtype and shape, and the values in numpy's short form, or the first of them."""
    import numpy as np

    flat = _values(data)
    whole = flat.size == math.prod(data.shape)
    flat = flat.reshape(data.shape) if whole else flat
    text = np.array2string(flat, precision=5, threshold=100, max_line_width=96, suppress_small=True)
    cut = "" if whole else f" first {flat.size} values:"
    return f"{_kind(data)}{cut}" + ("\n" if "\n" in text else " ") + text
