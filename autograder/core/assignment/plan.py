"""The plain values that describe an assignment."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from autograder.core.errors import CourseError, meant
from autograder.core.model import Text

COSTS = "costs.toml"
"""What mistakes take of a part's points: an author's shares, and in `hidden/` a course's points."""
ATTENTION = (
    "scaled_dot_product", "scaled_dot_product_attention", "MultiheadAttention",
    "multi_head_attention", "multi_head_attention_forward", "transformer_encoder_layer",
    "flex_attention", "math_attention",
)  # fmt: skip
FAMILIES = {
    "attention": ATTENTION,
    "softmax": ("softmax", "log_softmax", "softmin", "logsumexp", "logcumsumexp", "ctc_loss",
                "SoftmaxTransform", *ATTENTION),
    "layer_norm": ("layer_norm", "group_norm", "batch_norm", "instance_norm", "rms_norm",
                   "transformer_encoder_layer"),
    "gelu": ("gelu", "transformer_encoder_layer"),
}  # fmt: skip
"""What an exercise may forbid by one word: every name under which torch computes it, alone or with
arguments (identity matrices, a second number that is far away) that leave nothing else."""


Seconds = Annotated[float, msgspec.Meta(gt=0)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one submission may use at most. Seconds are processor time of an ordinary machine, and
    more on a slower one; who sleeps may sleep for as many, and waiting for a processor costs
    nothing.
    """

    cell_seconds: Seconds = 10
    check_seconds: Seconds = 5
    submission_seconds: Seconds = 120
    memory_mb: int = 1024
    threads: int = 32
    open_files: int = 128
    scratch_mb: int = 64
    output_kb: int = 64


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One graded question: `id` is the grade id of its cells, `name` what the student defines. Of
    the arguments in `signature` those in `optional` may be left out, those in `sizes` are whole
    numbers, and those in `rates` lie between 0 and 1. `layers` are the attributes under which a
    class has its layers or parameters, `forbidden` operations of torch by name, or families of them
    (`FAMILIES`).
    """

    id: str
    points: float
    section: int
    title: Text
    name: str
    kind: Literal["function", "class"]
    signature: tuple[str, ...]
    forbidden: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()

    def forbids(self, call: str) -> bool:
        """Whether `call` is a forbidden operation, however it is spelled."""
        return spelled(call) in _all_spelled(self.forbidden)

    @property
    def without(self) -> tuple[str, ...]:
        """The names of all operations that workers for this part must not have."""
        named = dict.fromkeys(_named(self.forbidden))
        # By its own word a family has members that nobody writes: `onnx::Attention`.
        families = [word for word, names in FAMILIES.items() if named.keys() >= {*names}]
        return tuple(named | dict.fromkeys(families))


class ManualPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that a person marks: `id` is the grade id of its one cell."""

    id: str
    points: float
    title: Text


@functools.cache
def _all_spelled(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(spelled, _named(names)))


def _named(forbidden: tuple[str, ...]) -> list[str]:
    return [name for entry in forbidden for name in FAMILIES.get(entry, (entry,))]


def spelled(name: str) -> str:
    """One spelling for `softmax`, `Softmax`, `_softmax` and `softmax_`."""
    return name.replace("_", "").lower().removesuffix("2d")


LANGUAGES: tuple[Literal["en", "zh"], ...] = ("en", "zh")


def in_every(text: Any, languages: Sequence[str]) -> Any:
    """A text by language; one of a single language (`"text"` or `{ en = "text" }`) under each."""
    if len(languages) > 1:
        return text
    single = text.get(languages[0]) if isinstance(text, dict) else text
    return dict.fromkeys(LANGUAGES, single) if isinstance(single, str) else text


def rows(table: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The tables in an array of a TOML file that nobody has checked yet."""
    array = table.get(name)
    return [row for row in array if isinstance(row, dict)] if isinstance(array, list) else []


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of assignment.toml: checks judge its `parts`, a person the `manual` ones.

    In an assignment of one language every text is of that language, under whichever name.
    """

    id: str
    title: Text
    parts: tuple[Part, ...] = msgspec.field(name="part")
    manual: tuple[ManualPart, ...] = ()
    limits: Limits = Limits()
    total_points: float = 100
    languages: tuple[Literal["en", "zh"], ...] = LANGUAGES

    @property
    def questions(self) -> tuple[Part | ManualPart, ...]:
        """All that gives points, whoever judges it."""
        return *self.parts, *self.manual


@dataclass(frozen=True)
class Edition:
    """One language of an assignment: the nbgrader assignment of this id."""

    id: str
    language: str


class Assignment(Plan, frozen=True, kw_only=True, dict=True):
    """An assignment's plan, where its files lie, and the digest of all that grades depend on."""

    folder: Path
    digest: str

    def part(self, key: str) -> Part:
        """The part of this id, title or number, or a CourseError."""
        ids = {part.id: part for part in self.parts}
        numbers = {str(number): part for number, part in enumerate(self.parts, 1)}
        titles = {title: part for part in self.parts for title in (part.title.en, part.title.zh)}
        by_name = {name.casefold(): part for name, part in (numbers | titles | ids).items()}
        if key.casefold() not in by_name:
            hint = meant(key, [*ids, *titles]) or f" (found: {', '.join(ids)})"
            raise CourseError(f"{self.id} has no part {key[:40]!r}{hint}")
        return by_name[key.casefold()]

    @property
    def ruled_out(self) -> tuple[str, ...]:
        """What every part forbids."""
        first, *others = [part.without for part in self.parts]
        return tuple(name for name in first if all(name in names for names in others))

    @functools.cached_property
    def withheld(self) -> tuple[str, ...]:
        """What some parts forbid, and others allow."""
        names = dict.fromkeys(name for part in self.parts for name in part.without)
        return tuple(name for name in names if name not in self.ruled_out)

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The languages in which it is released, each as an assignment of nbgrader's."""
        first, *others = self.languages
        return Edition(self.id, first), *(Edition(f"{self.id}-{code}", code) for code in others)
