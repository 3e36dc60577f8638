"""The visible checks: they go with the notebook to the student, and give no points.

They use the numbers of the text and say what is not right yet. `speak("zh")` changes the language.
"""

from __future__ import annotations

import ast
import io
import linecache
import sys
import textwrap
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from numbers import Integral
from pathlib import Path
from types import CodeType
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode


# ---------------- What the checks of every lesson need: languages, torch as its text has it, own lines

Words = tuple[str, str]  # (English, Chinese)
LANGUAGE = "en"
LANGUAGES = ("en", "zh")
LINE, PRINTED_LINES = 80, 20
SEED = 8191
LIBRARY = ("scaled_dot_product_attention", "multi_head_attention_forward")
SOFTMAX = ("softmax", "softmin", "logsumexp")
"""How torch's own names end of what an exercise may forbid."""
COMMON: dict[str, Words] = {
    "elsewhere": (
        "if this checks.py is another lesson's, replace it by this notebook's, restart the kernel",
        "如果这是另一课的 checks.py，请换成本笔记本的那一个，再重启内核",
    ),
    "undefined": (
        "{name} is not defined yet: has the cell that defines it been run, and without an error?",
        "{name} 还没有定义：定义它的单元格运行过吗？运行时没有报错吗？",
    ),
    "stub": (
        "{name} is not written yet, or NotImplementedError is still raised in it.",
        "{name} 还没有写，或者其中还留着抛出 NotImplementedError 的那一行。",
    ),
    "error": ("{kind} was raised: {message}{place}.", "抛出了 {kind}：{message}{place}。"),
    "place": (" (line {line}: {source})", "（第 {line} 行：{source}）"),
    "returned": ("Does it end with a return?", "最后有 return 吗？"),
    "library": (
        "{name} calls {call}, which this part builds from scratch.",
        "{name} 调用了 {call}，而这一部分要求从零实现。",
    ),
    "setting_changed": (
        "{name} changes a setting of torch for everyone, as torch.{setting} does.",
        "{name} 改变了 torch 的全局设置，相当于调用 torch.{setting}。",
    ),
}


def speak(code: str) -> None:
    """Choose the language of all messages: "en" or "zh"."""
    global LANGUAGE
    if code not in LANGUAGES:
        raise ValueError(f"the languages are {', '.join(LANGUAGES)}; found {code!r}")
    LANGUAGE = code


def _say(words: Words, **values: object) -> str:
    said = words[LANGUAGES.index(LANGUAGE)]
    return said.format(**values) if values else said


def __getattr__(name: str) -> Any:
    raise AttributeError(f"checks.py has no {name}; {_say(COMMON['elsewhere'])}")


def _known(part: str, parts: Iterable[str]) -> None:
    if part not in parts:
        raise ValueError(f"no part {part!r} among {', '.join(parts)}; {_say(COMMON['elsewhere'])}")


def _kernel() -> Any:
    """The Jupyter kernel, or None; IPython is looked up, not imported, as it may be absent."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None)


def _attended() -> bool:
    """Whether somebody sees the outputs: programs that run a notebook allow no input."""
    return bool(getattr(_kernel(), "_allow_stdin", False))


def _print(text: str) -> None:
    try:
        print(text)
    except UnicodeEncodeError:  # a console without the symbols must not turn a pass into an error
        print(text.encode("ascii", "replace").decode())


def _failure(sentence: str, shown: str = "") -> AssertionError:
    """An error that IPython shows as a sentence alone, without the lines of this file.

    Whoever sees a panel reads `shown` below it; `nbgrader validate` has the sentence alone.
    """
    name = "AssertionError: "
    # `nbgrader validate` cuts off what does not fit its lines.
    lines = textwrap.wrap(name + sentence, LINE, break_on_hyphens=False)
    error = AssertionError("\n".join(lines).removeprefix(name))
    error._render_traceback_ = lambda: [shown] if shown and _attended() else lines  # type: ignore[attr-defined]
    return error


@contextmanager
def _quiet() -> Iterator[None]:
    nowhere = io.StringIO()
    with redirect_stdout(nowhere), redirect_stderr(nowhere), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _said_once() -> Iterator[None]:
    """An answer is called many times in a check; what it prints is shown once, and cut short."""
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            yield
    finally:
        lines = list(dict.fromkeys(printed.getvalue().splitlines()))
        if lines:
            _print("\n".join([*lines[:PRINTED_LINES], *(["..."] if lines[PRINTED_LINES:] else [])]))


@contextmanager
def _plain_torch() -> Iterator[None]:
    """The settings that the text's numbers are made with, and afterwards those of the notebook."""
    dtype, draws = torch.get_default_dtype(), torch.get_rng_state()
    # Where the CPU is the default already, nothing is slowed down.
    on_the_cpu = torch.get_default_device().type == "cpu"
    torch.set_default_dtype(torch.float32)
    try:
        with nullcontext() if on_the_cpu else torch.device("cpu"), torch.enable_grad():
            # Not torch.manual_seed, which would change what other devices draw.
            torch.default_generator.manual_seed(SEED)
            yield
    finally:
        torch.set_default_dtype(dtype)
        torch.set_rng_state(draws)


def _disturbed() -> str:
    """The function of torch that sets what an answer has changed within `_plain_torch`, or ""."""
    found = {
        "set_default_dtype": torch.get_default_dtype() is torch.float32,
        "set_grad_enabled": torch.is_grad_enabled(),
        "manual_seed": torch.initial_seed() == SEED,
    }
    return next((name for name, is_kept in found.items() if not is_kept), "")


class _Called(TorchFunctionMode):
    """Notes the names of torch's functions that are called, by whatever way they are reached."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def __torch_function__(
        self, function: Any, types: Any, arguments: Any = (), named: Any = None
    ) -> Any:
        self.names.add(getattr(function, "__name__", ""))
        return function(*arguments, **(named or {}))

    def one_of(self, forbidden: tuple[str, ...]) -> str:
        """The first name, by the alphabet, that ends like one of these, or nothing."""
        return next((name for name in sorted(self.names) if name.endswith(forbidden)), "")


def _codes(target: Any) -> list[CodeType]:
    """The code of a function, or of each method of a class."""
    written = [target, *getattr(target, "__dict__", {}).values()]
    return [one.__code__ for one in written if hasattr(one, "__code__")]


def _own(error: BaseException) -> list[tuple[CodeType, int]]:
    """The student's own code that an error came through, each with its line, the innermost last."""
    ran = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    return [(code, line) for code, line in ran if not _of_a_library(code.co_filename)]


def _of_a_library(filename: str) -> bool:
    # Debian's, Colab's and Kaggle's Python keep packages in dist-packages.
    packages = {"site-packages", "dist-packages"} & set(Path(filename).parts)
    homes = (str(Path(torch.__file__).parent), str(Path(ast.__file__).parent), "<frozen", __file__)
    return bool(packages) or filename.startswith(homes)


def _is_stub(error: BaseException) -> bool:
    """Whether a line of the student's own raised NotImplementedError, and no library."""
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [code for code, _ in _own(error)]
    return isinstance(error, NotImplementedError) and own[-1:] == frames[-1:]


def _first_line(error: BaseException) -> str:
    try:
        lines = str(error).strip().splitlines()
    except Exception:  # a student's own kind of error may have any __str__
        lines = []
    return lines[0][:200].rstrip(".") if lines else ""


def _raised(error: BaseException) -> str:
    """What was raised, and the student's own line that was being run."""
    place = ""
    for code, line in _own(error)[-1:]:
        if source := linecache.getline(code.co_filename, line).strip():
            place = _say(COMMON["place"], line=line, source=source)
    kind, message = type(error).__name__, _first_line(error)
    return _say(COMMON["error"], kind=kind, message=message, place=place)


# ---------------- What a check looks at, one thing after another, and what it says of the first that is off

TOLERANCE = 1e-4
"""The text prints four decimals."""
Names = dict[str, Any]
Look = tuple[Words, Callable[[], Any], Any]
"""What is looked at, in both languages; how it is found; what it should be."""
PARTS: dict[str, Callable[[Names], Iterator[Look]]] = {}
FORBIDDEN: dict[str, tuple[str, ...]] = {}
"""How the names end that a part may not call. Both are the lesson's."""
RESULT: Words = ("result", "结果")
IN_PLACE: Words = ("an argument was changed in place", "传入的参数被就地修改了")


def check(part: str, names: Names) -> None:
    """Check the answer to `part` among the notebook's `names`: `check("...", globals())`."""
    if problem := _problem(part, names):
        raise _failure(problem) from None
    _print(f"✓ {part}")


def progress(names: Names) -> None:
    """One line for each part; nothing is raised, whatever the answers do."""
    for part in PARTS:
        problem = _problem(part, names)
        _print(f"✗ {part}: {problem}" if problem else f"✓ {part}")


def _unfinished(names: Names, *parts: str) -> bool:
    """Whether the answer to one of these is not right yet; says so."""
    for part in parts:
        if problem := _problem(part, names):
            _print(_say((f"first finish {part}: {problem}", f"请先完成 {part}：{problem}")))
            return True
    return False


def _problem(part: str, names: Names) -> str:
    """The first thing that is not right, as a sentence; empty if all is."""
    _known(part, PARTS)
    if part not in names:
        return _say(COMMON["undefined"], name=part)
    with _plain_torch(), _said_once():
        try:
            said = _looked(part, names)
        except (Exception, SystemExit) as error:
            said = _told(error, part, names)
        setting = _disturbed()
    return _say(COMMON["setting_changed"], name=part, setting=setting) if setting else said


def _looked(part: str, names: Names) -> str:
    for what, find, wanted in PARTS[part](names):
        with _Called() as called:
            found = find()
        if call := called.one_of(FORBIDDEN.get(part, ())):
            return _say(COMMON["library"], name=part, call=call)
        if said := _differs(_say(what), found, wanted):
            return said
    return ""


def _told(error: BaseException, part: str, names: Names) -> str:
    own = [code for code, _ in _own(error)]
    if _is_stub(error):
        stubs = (one for one in PARTS if own[-1] in _codes(names.get(one)))
        return _say(COMMON["stub"], name=next(stubs, part))
    if not own and isinstance(error, KeyError):  # a cell of the lesson was not run
        return _say(COMMON["undefined"], name=error.args[0])
    if not own and isinstance(error, AssertionError):  # these checks' own
        return str(error)
    asks = not own and "NoneType" in _first_line(error)
    return _raised(error) + (f" {_say(COMMON['returned'])}" if asks else "")


def _differs(what: str, found: Any, wanted: Any) -> str:
    if found is None:
        return _say((f"{what}: None. ", f"{what}：None。")) + _say(COMMON["returned"])
    if isinstance(wanted, torch.Tensor):
        return _tensors_differ(what, found, wanted)
    # A whole number of NumPy's is one; what is true or false is none.
    whole = type(wanted) is int and isinstance(found, Integral) and not isinstance(found, bool)
    if (whole or type(found) is type(wanted)) and found == wanted:
        return ""
    return _say((f"{what}: {found!r}, expected {wanted!r}", f"{what}：{found!r}，应为 {wanted!r}"))


def _tensors_differ(what: str, found: Any, wanted: torch.Tensor) -> str:
    if not isinstance(found, torch.Tensor):
        kind = type(found).__name__
        return _say((f"{what}: {kind}, expected a tensor", f"{what}：{kind}，应为张量"))
    shapes = tuple(found.shape), tuple(wanted.shape)
    if shapes[0] != shapes[1]:
        return _say((f"{what}: shape {shapes[0]}, expected {shapes[1]}",
                     f"{what}：形状是 {shapes[0]}，应为 {shapes[1]}"))  # fmt: skip
    if found.is_floating_point() != wanted.is_floating_point():
        return _say((f"{what}: dtype {found.dtype}, expected {wanted.dtype}",
                     f"{what}：dtype 是 {found.dtype}，应为 {wanted.dtype}"))  # fmt: skip
    difference = (found.detach().double() - wanted.double()).abs()
    wrong = ~(difference <= TOLERANCE)
    if not bool(wrong.any()):
        return ""
    place = tuple(wrong.nonzero()[0].tolist())
    mine, right = f"{float(found.detach()[place]):.4f}", f"{float(wanted[place]):.4f}"
    count, total, at = int(wrong.sum()), wrong.numel(), list(place)
    some = f"{count}/{total}"
    return _say((f"{what}: {some} numbers differ, at {at}: {mine}, expected {right}",
                 f"{what}：{some} 个数不对，在 {at} 处是 {mine}，应为 {right}"))  # fmt: skip


def _call(answer: Callable[..., Any], *given: Any) -> Any:
    """What an answer makes of copies, which it must leave as they are."""
    copies = [one.clone() if isinstance(one, torch.Tensor) else one for one in given]
    found = answer(*copies)
    for mine, one in zip(copies, given):  # noqa: B905
        # To be nan is to be as it was, too.
        if isinstance(one, torch.Tensor) and not torch.equal(mine.nan_to_num(), one.nan_to_num()):
            raise AssertionError(_say(IN_PLACE))
    return found


def _drawn(shape: tuple[int, ...], seed: int) -> torch.Tensor:
    """Weights for the examples; the same for everybody."""
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed)) / shape[-1] ** 0.5


# ---------------- What a notebook calls

__all__ = ["check", "depth", "progress", "recite", "speak"]

# ---------------------------------------------------------------- the numbers of the text

CFG = {
    "vocab_size": 11,
    "context_length": 6,
    "emb_dim": 4,
    "n_heads": 2,
    "n_layers": 2,
    "qkv_bias": False,
}
X = torch.tensor(
    [
        [[0.5, -1.0, 2.0, 0.1], [1.5, 0.3, -0.7, 0.9], [-0.2, 0.8, 0.4, -1.1]],
        [[2.0, 1.0, 0.0, -1.0], [0.6, 0.6, -0.6, 1.8], [0.1, 0.2, 0.3, 0.4]],
    ]
)


def _loaded(module: nn.Module, shapes: dict[str, tuple[int, ...]]) -> nn.Module:
    """The module with drawn weights in its parameters of these names and shapes."""
    held = dict(module.named_parameters(remove_duplicate=False))
    for seed, (path, shape) in enumerate(shapes.items()):
        if path not in held:
            raise AssertionError(_say((f"there is no parameter {path}", f"没有参数 {path}")))
        if tuple(held[path].shape) != shape:
            found = tuple(held[path].shape)
            raise AssertionError(_say((f"{path} has shape {found}, expected {shape}",
                                       f"{path} 的形状是 {found}，应为 {shape}")))  # fmt: skip
        with torch.no_grad():
            held[path].copy_(_drawn(shape, seed))
    return module


# ---------------------------------------------------------------- section 1


def depth() -> None:
    """Print how large numbers become in a stack of layers, without normalisation and with it."""
    generator = torch.Generator().manual_seed(3)
    plain = kept = X
    print(_say(("layers   without   with", "层数      没有      有归一化")))
    for layer in range(1, 21):
        weight = torch.randn(4, 4, generator=generator)
        plain = plain @ weight
        kept = nn.functional.layer_norm(kept @ weight, (4,))
        if layer in (1, 5, 10, 20):
            print(f"{layer:6d} {float(plain.std()):9.1f} {float(kept.std()):6.1f}")


def _norm(names: Names) -> Iterator[Look]:
    make = names["LayerNorm"]
    by_hand = torch.tensor([-0.9258, -0.4629, 1.3887])
    yield ("(1, 2, 6)", "(1, 2, 6)"), lambda: _call(make(3), torch.tensor([1.0, 2.0, 6.0])), by_hand
    wanted = nn.functional.layer_norm(X, (4,))
    yield RESULT, lambda: _call(make(4), X), wanted
    shapes = {"weight": (4,), "bias": (4,)}
    weight, bias = (_drawn((4,), seed) for seed in range(2))
    yield (
        ("result with another weight and bias", "换了 weight 和 bias 之后的结果"),
        lambda: _call(_loaded(make(4), shapes), X),
        wanted * weight + bias,
    )
    equal = torch.full((1, 4), 2.0)
    said = ("a token of equal numbers", "由相同的数组成的词元")
    yield said, lambda: _call(make(4), equal), torch.zeros(1, 4)


def _gelu(names: Names) -> Iterator[Look]:
    numbers = torch.tensor([1.0, -1.0, 0.0])
    by_hand = torch.tensor([0.8412, -0.1588, 0.0])
    yield ("gelu(1), gelu(-1), gelu(0)",) * 2, lambda: _call(names["gelu"], numbers), by_hand
    wanted = nn.functional.gelu(X, approximate="tanh")
    yield RESULT, lambda: _call(names["gelu"], X), wanted


def _feed_forward(names: Names) -> Iterator[Look]:
    make = names["FeedForward"]

    def by_hand() -> Any:
        module = make(CFG | {"emb_dim": 1})
        with torch.no_grad():
            for path, values in module.named_parameters():
                values.fill_(float("weight" in path))
        return module(torch.ones(1, 1))

    shapes = _ff_shapes()
    wanted = _widened(X, _all_drawn(shapes))
    yield RESULT, lambda: _call(_loaded(make(dict(CFG)), shapes), X), wanted
    said = ("the example by hand", "手算的例子")
    yield said, by_hand, torch.tensor([[3.3648]])


def _ff_shapes(prefix: str = "") -> dict[str, tuple[int, ...]]:
    sizes = {"expand": (16, 4), "contract": (4, 16)}
    weights = {f"{prefix}{name}.weight": shape for name, shape in sizes.items()}
    return weights | {f"{prefix}{name}.bias": shape[:1] for name, shape in sizes.items()}


def _all_drawn(shapes: dict[str, tuple[int, ...]]) -> dict[str, torch.Tensor]:
    return {path: _drawn(shape, seed) for seed, (path, shape) in enumerate(shapes.items())}


def _widened(x: torch.Tensor, held: dict[str, torch.Tensor], prefix: str = "") -> torch.Tensor:
    """What a feed-forward network makes of x."""
    for name in ("expand", "contract"):
        weight, bias = held[f"{prefix}{name}.weight"], held[f"{prefix}{name}.bias"]
        x = nn.functional.linear(x, weight, bias)
        x = nn.functional.gelu(x, approximate="tanh") if name == "expand" else x
    return x


# ---------------------------------------------------------------- section 2

IDS = torch.tensor([[1, 5, 2], [7, 0, 10]])


class _Averages(nn.Module):
    """In the place of attention: the mean of all tokens up to each, times a weight."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.cumsum(dim=-2) / torch.arange(1, x.shape[-2] + 1)[:, None] * self.weight


def _block_shapes(prefix: str = "") -> dict[str, tuple[int, ...]]:
    norms = {f"{prefix}norm{n}.{name}": (4,) for n in (1, 2) for name in ("weight", "bias")}
    return norms | _ff_shapes(f"{prefix}ff.")


def _normed(x: torch.Tensor, held: dict[str, torch.Tensor], name: str) -> torch.Tensor:
    weight, bias = held[f"{name}.weight"], held[f"{name}.bias"]
    return nn.functional.layer_norm(x, (x.shape[-1],), weight, bias)


def _through(
    x: torch.Tensor, held: dict[str, torch.Tensor], prefix: str, attention: Callable[..., Any]
) -> torch.Tensor:
    """What a block makes of x."""
    x = x + attention(_normed(x, held, f"{prefix}norm1"))
    return x + _widened(_normed(x, held, f"{prefix}norm2"), held, f"{prefix}ff.")


def _count(module: nn.Module) -> int:
    return sum(one.numel() for one in module.parameters())


def _transformer_block(names: Names) -> Iterator[Look]:
    make = names["TransformerBlock"]
    shapes = _block_shapes() | {"attention.weight": (4,)}
    drawn = _all_drawn(shapes)
    averages = _Averages()
    averages.weight.data.copy_(drawn["attention.weight"])
    with torch.no_grad():
        wanted = _through(X, drawn, "", averages)
    numbers = sum(one.numel() for one in drawn.values())
    said = ("numbers to train", "可训练的数的个数")
    yield said, lambda: _count(make(dict(CFG), _Averages())), numbers
    yield RESULT, lambda: _call(_loaded(make(dict(CFG), _Averages()), shapes), X), wanted


def _model(names: Names) -> Iterator[Look]:
    make, attention = names["GPTModel"], names["CausalSelfAttention"]
    shapes: dict[str, tuple[int, ...]] = {"tok_emb.weight": (11, 4), "pos_emb.weight": (6, 4)}
    for layer in range(2):
        prefix = f"blocks.{layer}."
        shapes |= _block_shapes(prefix)
        given = attention(CFG).named_parameters()
        shapes |= {f"{prefix}attention.{path}": tuple(one.shape) for path, one in given}
    shapes |= {"final_norm.weight": (4,), "final_norm.bias": (4,), "out_head.weight": (11, 4)}
    drawn = _all_drawn(shapes)
    wanted = _logits(IDS, drawn, attention)
    numbers = sum(one.numel() for one in drawn.values())
    said = ("numbers to train", "可训练的数的个数")
    yield said, lambda: _count(make(dict(CFG))), numbers
    yield ("logits",) * 2, lambda: _call(_loaded(make(dict(CFG)), shapes), IDS), wanted


def _logits(
    ids: torch.Tensor, held: dict[str, torch.Tensor], attention: Callable[..., Any]
) -> torch.Tensor:
    x = held["tok_emb.weight"][ids] + held["pos_emb.weight"][: ids.shape[1]]
    with torch.no_grad():
        for layer in range(2):
            prefix, own = f"blocks.{layer}.", attention(CFG)
            for path, one in own.named_parameters():
                one.copy_(held[f"{prefix}attention.{path}"])
            x = _through(x, held, prefix, own)
    return _normed(x, held, "final_norm") @ held["out_head.weight"].T


def _model_size(names: Names) -> Iterator[Look]:
    large = CFG | {"vocab_size": 50257, "context_length": 1024, "emb_dim": 768, "n_layers": 12}
    said = ("the toy model: numbers", "玩具模型：个数"), ("GPT-2: numbers", "GPT-2：个数")

    def size(cfg: dict[str, Any], tied: bool = False) -> Any:
        return names["model_size"](dict(cfg), 4, tied)

    yield said[0], lambda: size(CFG)[0], 584
    yield said[1], lambda: size(large)[0], 163009536
    yield ("GPT-2, tied", "GPT-2，共用"), lambda: size(large, tied=True)[0], 124412160
    mebibytes = ("GPT-2: mebibytes", "GPT-2：MiB 数")
    yield mebibytes, lambda: round(float(size(large)[1]), 2), 621.83


# ---------------------------------------------------------------- section 3


class _Counting(nn.Module):
    """Predicts the number after the last one; in it, places from 0 to 4."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[int] = []

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        self.seen.append(ids.shape[1])
        if ids.shape[1] > 5:
            said = "the model takes 5 tokens at most", "模型最多接受 5 个词元"
            raise ValueError(_say(said))
        return nn.functional.one_hot((ids + 1) % 11, 11).float()


def _generate(names: Names) -> Iterator[Look]:
    def text(prompt: list[list[int]], new: int) -> Any:
        return _call(names["generate"], _Counting(), torch.tensor(prompt), new, 5)

    def seen(prompt: list[list[int]], new: int) -> list[int]:
        model = _Counting()
        names["generate"](model, torch.tensor(prompt), new, 5)
        return model.seen

    three = torch.tensor([[3, 4, 5, 6]])
    yield ("(3), three more", "(3)，再来三个"), lambda: text([[3]], 3), three
    both = torch.tensor([[1, 2, 3, 4], [7, 6, 7, 8]])
    yield ("two sequences", "两个序列"), lambda: text([[1, 2], [7, 6]], 2), both
    long = torch.tensor([[0, 1, 2, 3, 4, 5, 6, 7]])
    yield ("beyond the context", "超出上下文"), lambda: text([[0, 1, 2, 3]], 4), long
    yield ("nothing new", "没有新词元"), lambda: text([[4, 2]], 0), torch.tensor([[4, 2]])
    yield ("calls of the model", "模型被调用的次数"), lambda: len(seen([[1, 2]], 3)), 3
    said = ("tokens that the model sees", "模型每次看到的词元数")
    yield said, lambda: seen([[0, 1, 2, 3]], 4), [4, 5, 5, 5]


def _cached_attention(names: Names) -> Iterator[Look]:
    keys, values, queries = X[0], X[1], X[1].flip(0)
    scores = queries @ keys.T / 2
    future = torch.ones(3, 3, dtype=torch.bool).triu(1)
    wanted = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values

    def hand() -> Any:
        zero = torch.zeros(1, 1)
        return names["cached_attention"](zero, zero, torch.full((1, 1), 4.0), (zero, zero + 2))[0]

    def stepped(sizes: tuple[int, ...]) -> Any:
        cache, found, at = None, [], 0
        for size in sizes:
            new = (one[at : at + size] for one in (queries, keys, values))
            contexts, cache = _call(names["cached_attention"], *new, cache)
            found.append(contexts)
            at += size
        return torch.cat(found), cache

    yield ("the example by hand", "手算的例子"), hand, torch.tensor([[3.0]])
    yield ("without a cache", "没有缓存"), lambda: stepped((3,))[0], wanted
    yield ("one token at a time", "逐个词元"), lambda: stepped((1, 1, 1))[0], wanted
    yield ("one token, then two", "先一个，再两个"), lambda: stepped((1, 2))[0], wanted
    yield ("keys in the cache", "缓存里的键"), lambda: stepped((1, 2))[1][0], keys
    yield ("values in the cache", "缓存里的值"), lambda: stepped((1, 2))[1][1], values
    yield ("items of the cache", "缓存的项数"), lambda: len(stepped((1, 2))[1]), 2


def _tokens_processed(names: Names) -> Iterator[Look]:
    count = names["tokens_processed"]
    yield ("4 and 3, without a cache", "4 和 3，没有缓存"), lambda: count(4, 3, False), 15
    yield ("4 and 3, with a cache", "4 和 3，有缓存"), lambda: count(4, 3, True), 6
    yield ("nothing new, without", "没有新词元，没有缓存"), lambda: count(4, 0, False), 0
    yield ("nothing new, with a cache", "没有新词元，有缓存"), lambda: count(4, 0, True), 0


RHYME = "twinkle, twinkle, little star, how i wonder what you are. "
LETTERS = sorted(set(RHYME))
SMALL = CFG | {"vocab_size": len(LETTERS), "context_length": 16, "emb_dim": 32}
STEPS = 150


def recite(names: Names) -> None:
    """Train the student's model on a rhyme, and let it continue the beginning, before and after."""
    others = ("model_size", "cached_attention", "tokens_processed")
    if _unfinished(names, *(part for part in PARTS if part not in others)):
        return
    with _plain_torch():
        torch.default_generator.manual_seed(1)
        model, length = names["GPTModel"](SMALL), SMALL["context_length"]
        letters = torch.tensor([LETTERS.index(letter) for letter in RHYME * 2])
        starts = torch.arange(len(RHYME))[:, None] + torch.arange(length + 1)
        windows = letters[starts]
        print(_say(("before:", "训练前：")), _continued(names, model))
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.005)
        for step in range(STEPS):
            logits = model(windows[:, :-1])
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 50 == 0:
                print(
                    _say((f"step {step}: loss", f"第 {step} 步：损失")),
                    f"{float(loss.detach()):.2f}",
                )
        print(_say(("after:", "训练后：")), _continued(names, model))


def _continued(names: Names, model: nn.Module) -> str:
    prompt = torch.tensor([[LETTERS.index(letter) for letter in "twinkle, "]])
    ids = names["generate"](model, prompt, 50, SMALL["context_length"])[0].tolist()
    return "".join(LETTERS[one] for one in ids)


PARTS.update(
    LayerNorm=_norm,
    gelu=_gelu,
    FeedForward=_feed_forward,
    TransformerBlock=_transformer_block,
    GPTModel=_model,
    model_size=_model_size,
    generate=_generate,
    cached_attention=_cached_attention,
    tokens_processed=_tokens_processed,
)
NORMS = ("layer_norm", "group_norm", "batch_norm", "instance_norm", "rms_norm")
FORBIDDEN.update(LayerNorm=NORMS, gelu=("gelu",), cached_attention=LIBRARY)
