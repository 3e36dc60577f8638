"""Which parts a changed assignment concerns: a digest for each, of all that it is judged by."""

import ast
import functools
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.core.assignment import sets
from autograder.core.assignment.graded_files import MAKER, PAIRS, SETS, graded_by
from autograder.core.assignment.plan import Assignment
from autograder.core.assignment.safetensors_header import MADE, METADATA, header

PLAN = "assignment.toml"
EVERY_PART = ""

UNSEEN = ("globals", "locals", "vars", "setattr", "exec", "eval")
"""With these a suite may generate checks whose names do not appear in its text."""

Piece = tuple[str, bytes]
"""A part's id, or EVERY_PART, and what it is judged by."""


@dataclass(frozen=True)
class Digests:
    """`common` is of what every part is judged by, `parts` of what one is, by part id."""

    common: str
    parts: Mapping[str, str]


@functools.lru_cache(maxsize=8)
def digests(assignment: Assignment) -> Digests:
    """The digests of an assignment as it lies in its folder.

    What cannot be told to belong to certain parts concerns every part.
    """
    sums = {part.id: hashlib.sha256() for part in assignment.parts}
    common = sums[EVERY_PART] = hashlib.sha256()
    for name, owner, data in _all_pieces(assignment):
        sha = sums.get(owner, common)
        sha.update(f"{name} {owner} {len(data)}\n".encode())
        sha.update(data)
    found = {owner: sha.hexdigest()[:32] for owner, sha in sums.items()}
    return Digests(found.pop(EVERY_PART), found)


def _all_pieces(assignment: Assignment) -> Iterator[tuple[str, str, bytes]]:
    for owner, data in _plan(assignment):
        yield PLAN, owner, data
    files = {path: path.read_bytes() for path in graded_by(assignment.folder)}
    for path, data in files.items():
        # A suite that another file speaks of may be imported there.
        others = (text for other, text in files.items() if other != path)
        shared = path.suffix == ".py" and any(path.stem.encode() in text for text in others)
        name = str(path.relative_to(assignment.folder))
        for owner, piece in _pieces(path, data, shared):
            yield name, owner, piece


def _plan(assignment: Assignment) -> Iterator[Piece]:
    named = [(part.id, part.name, part.kind) for part in assignment.parts]
    # What a person marks is judged by no check.
    rest = msgspec.structs.replace(assignment.plan, part=(), manual=())
    yield EVERY_PART, msgspec.json.encode([named, rest])
    for part in assignment.parts:
        yield part.id, msgspec.json.encode(part)


def _pieces(path: Path, data: bytes, shared: bool) -> Iterable[Piece]:
    if path.name in (PLAN, MAKER):
        return ()
    own = path.parent.name == "hidden"
    divide = DIVIDED.get(path.name) or (_suite if path.match("test_*.py") else None)
    if divide is None or shared or not own:
        return ((EVERY_PART, data),)
    try:
        return tuple(divide(data))
    except Exception:
        # Whatever is wrong with it is said by whoever grades by it.
        return ((EVERY_PART, data),)


def _suite(data: bytes) -> Iterator[Piece]:
    """A suite belongs to the parts that its checks name."""
    nodes = tuple(ast.walk(ast.parse(data)))
    checks = [n for n in nodes if isinstance(n, ast.FunctionDef) and _is_check(n.name)]
    if not checks or any(map(_is_check, _bound_otherwise(nodes))):
        raise ValueError("there may be checks that are not seen to be of a part")
    for part in sorted({_part(check) for check in checks}):
        yield part, data


def _is_check(name: str) -> bool:
    return name.startswith(("test", "Test"))


def _bound_otherwise(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that are bound in a suite by anything but `def`."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Name) and node.id in UNSEEN:
            yield "test"
        elif isinstance(node, ast.ClassDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.alias):
            # Whatever a star brings may be a check.
            yield "test" if node.name == "*" else node.asname or node.name


def _part(check: ast.FunctionDef) -> str:
    """The part that a check's mark names; raises ValueError where it is no plain word."""
    for mark in check.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "part":
            return str(ast.literal_eval(mark.args[0]))
    raise ValueError(f"{check.name} has no mark")


def _sets(data: bytes) -> Iterator[Piece]:
    """Every set affects a part, because only the salt decides which set judges whom."""
    found = sets.decode(data, Path(SETS))
    # Other salts, and more or fewer sets, judge submissions by other sets.
    yield EVERY_PART, f"{found.salt} {len(found.sets)}".encode()
    for one in found.every:
        yield from _references(one.references)
        yield from _script(one.script) if one.script else ()
        yield from _fingerprints(one.fingerprints) if one.fingerprints else ()


def _references(data: bytes) -> Iterator[Piece]:
    """Tensors and settings are named by part, case and name."""
    described, body = header(data)
    made = json.loads(described.pop(METADATA)[MADE])
    for case, settings in sorted(made["settings"].items()):
        yield _owner(case), json.dumps([case, settings], sort_keys=True).encode()
    for name, tensor in sorted(described.items()):
        begin, end = tensor["data_offsets"]
        about = json.dumps([name, tensor["dtype"], tensor["shape"]]).encode()
        yield _owner(name), about + body[begin:end]


def _script(data: bytes) -> Iterator[Piece]:
    for key, lines in msgspec.msgpack.decode(data, type=dict[str, msgspec.Raw]).items():
        yield _owner(key), key.encode() + bytes(lines)


def _fingerprints(data: bytes) -> Iterator[Piece]:
    known = msgspec.msgpack.decode(data, type=dict[str, list[tuple[str, msgspec.Raw, msgspec.Raw]]])
    for part, mistake, prints in (one for several in known.values() for one in several):
        yield part, bytes(mistake) + bytes(prints)


def _owner(key: str) -> str:
    return key.partition("/")[0]


def _pairs(data: bytes) -> Iterator[Piece]:
    for part, known in msgspec.msgpack.decode(data, type=dict[str, msgspec.Raw]).items():
        yield part, bytes(known)


DIVIDED: dict[str, Callable[[bytes], Iterable[Piece]]] = {
    SETS: _sets,
    PAIRS: _pairs,
}
