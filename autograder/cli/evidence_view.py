"""The evidence for a failed check in the terminal: requests, replies and comparisons."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import torch
from rich.text import Text as Line

from autograder.checks.evidence import Compared, Evidence
from autograder.checks.references import Case, contents
from autograder.core.model import Text
from autograder.report.plain_text import plain
from autograder.wire import Entries, Items, Ref, TensorData, messages
from autograder.wire.tensors import first_values, pack

SENT = Text("sent", "发送")
BACK = Text("came back", "返回")
FOUND = Text("found", "得到")
EXPECTED = Text("expected", "应为")
KNOWN = Text("reference values of the case", "该情形的参考数值")
CASE = Text("case", "情形")
NOT_KEPT = Text("the exchange was too large to be kept", "往来内容过大，没有保留")
WIDTH = 12


def evidence_lines(kept: Evidence, case: Case | None, language: str) -> Iterator[Line]:
    """What was sent and came back in order, then what was found and expected."""
    if kept.case:
        yield _line(CASE, kept.case, language)
    if kept.exchanges is None:
        yield _line(BACK, NOT_KEPT.in_language(language), language)
    for requests, reply in kept.exchanges or ():
        for request in requests:
            if not isinstance(request, messages.Forget):
                yield _line(SENT, _request(request), language)
        yield _line(BACK, _reply(reply), language)
    if kept.compared:
        yield from _compared(kept.compared, language)
    elif case:
        values = {name: _known(value) for name, value in contents(case).items()}
        yield _line(KNOWN, _named(values), language)


def _compared(compared: Compared, language: str) -> Iterator[Line]:
    yield _line(FOUND, f"{compared.what} = {_shown(compared.found)}", language)
    yield _line(EXPECTED, f"{compared.what} = {_shown(compared.expected)}", language)


def _line(label: Text, said: str, language: str) -> Line:
    head, *rest = plain(said, 20_000).splitlines() or [""]
    indent = "\n" + " " * (WIDTH + 2)
    line = Line(f"  {label.in_language(language):<{WIDTH}}", style="dim")
    return line.append(indent.join([head, *rest]), style="not dim")


def _request(request: messages.Request) -> str:
    if isinstance(request, messages.Call):
        return f"{_target(request.target)}({_joined([_shown(value) for value in request.args])})"
    fields = msgspec.structs.asdict(request)
    number = fields.pop("handle", None)
    on = "" if number is None else f"{_target(number)}: "
    fields.pop("seconds", None)
    return f"{on}{type(request).__name__.lower()} {_named(fields)}".rstrip()


def _target(target: str | int) -> str:
    return target if isinstance(target, str) else f"object {target}"


def _named(fields: Mapping[str, Any]) -> str:
    return _joined([f"{name} = {_shown(value)}" for name, value in fields.items()])


def _joined(pieces: list[str]) -> str:
    """On one line, or each on its own where one of them is a matrix."""
    return ("\n" if any("\n" in piece for piece in pieces) else ", ").join(pieces)


def _reply(reply: messages.Reply) -> str:
    if isinstance(reply, messages.Raised):
        if reply.missing:
            return f"not defined: {reply.message}"
        return f"{reply.kind}: {reply.message} {reply.where}".strip()
    if isinstance(reply, messages.Returned):
        changed = f" (changed in place: arguments {reply.changed})" if reply.changed else ""
        return _shown(reply.value) + changed
    return reply.error or reply.output


def _shown(value: Any) -> str:
    if isinstance(value, TensorData):
        return _tensor(value)
    if isinstance(value, Items):
        return f"[{_joined([_shown(item) for item in value.items])}]"
    if isinstance(value, Entries):
        return f"{{{_joined([_shown(entry) for entry in value.entries])}}}"
    if isinstance(value, Ref):
        return f"object {value.handle} ({value.kind})"
    if isinstance(value, tuple):
        return f"{value[0]}: {_shown(value[1])}"
    if isinstance(value, list):
        return _joined([_shown(item) for item in value])
    return repr(value)


def _known(value: Any) -> Any:
    return pack(value) if isinstance(value, torch.Tensor) else value


def _tensor(data: TensorData) -> str:
    """dtype and shape, and the values in numpy's short form, or the first of them."""
    values = first_values(data)
    shape = tuple(data.shape)
    whole = values.numel() == torch.Size(shape).numel()
    printable = (values.reshape(shape) if whole else values).to(
        torch.float32 if values.dtype is torch.bfloat16 else values.dtype
    )
    with_dots = "" if whole else f" first {values.numel()} values:"
    text = _array(printable)
    return f"{data.dtype} {shape}{with_dots}" + ("\n" if "\n" in text else " ") + text


def _array(tensor: torch.Tensor) -> str:
    import numpy as np

    return np.array2string(
        tensor.numpy(), precision=5, threshold=100, max_line_width=96, suppress_small=True
    )
