"""Part 13, exercise 3.2: hidden checks, with a recording class in place of the wrapper.

An answer that reaches the wrapper by another road is judged with the student's real one.
"""

import math
from itertools import permutations
from typing import Any

import torch

from autograder.checks import (
    CheckFailed,
    Handle,
    Student,
    agree,
    multiplies,
    part,
    require,
    unchanged,
)

CONTEXTS = ("context vectors", "上下文向量")
QKV = ("W_query", "W_key", "W_value")
WRAPPER = "MultiHeadAttentionWrapper"
ANY_VALUE = float("inf")
"""As a tolerance: type and shape are judged, and that nothing is nan."""

SETTINGS = {"d_in", "d_out", "context_length", "num_heads"}
"""Without one of these the student's own class has a default of its own for it."""

Settings = dict[str, int | float]


def built(student: Student, case: Any) -> tuple[Handle, Settings]:
    """What the student returns, and the settings it was made with (empty if it is real)."""

    def make() -> Any:
        return student.two_dim_wrapper(case.d_in, case.context_length)

    wrapper, record = student.made_with_stand_in(WRAPPER, make)
    settings = record.settings(SETTINGS)
    if isinstance(wrapper, Handle) and settings and multiplies(wrapper, settings):
        return wrapper, settings
    if record.made:
        wrapper = make()
    made = not isinstance(wrapper, Handle) or wrapper.kind != "type"
    require(made, f"the result is a class, not a {WRAPPER}", f"返回的是类本身，不是 {WRAPPER}")
    one = isinstance(wrapper, Handle) and is_one(wrapper)
    require(one, f"the result is no {WRAPPER}", f"返回的不是 {WRAPPER}")
    return wrapper, {}


def is_one(wrapper: Handle) -> bool:
    """Whether it has heads as the wrapper has: a class that only records has not."""
    # Not by the layers of a head: what those are called is judged where heads are. And by a first
    # one: MultiHeadAttention may keep the number of its heads under this name.
    return wrapper.parameter("heads.0").exists


@part(
    "exercise_3_2",
    weight=0.3,
    cases=("small",),
    hint={
        "en": "Look for seeds, and for anything set with `torch.set_...`.",
        "zh": "找一找随机种子，以及用 `torch.set_...` 设置的东西。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """torch's own settings are the same after the call as before it.

    调用前后，torch 自身的设置没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda: built(student, case))


@part(
    "exercise_3_2",
    weight=2,
    value=True,
    cases=("small", "large"),
    hint={
        "en": "Two heads stand beside each other: how wide is what comes out?",
        "zh": "两个头并排：输出有多宽？",
    },
)
def test_two_dimensions(student: Student, case: Any) -> None:
    """Two heads give context vectors of two dimensions together.

    两个头合起来给出二维的上下文向量。
    """
    wrapper, settings = built(student, case)
    heads = settings.get("num_heads") if settings else wrapper.length("heads")
    require(heads == 2, f"the number of heads is {heads}", f"头数是 {heads}")
    if settings:
        width = settings.get("d_out")
        require(width == 1, f"each head is {width} wide", f"每个头的宽度是 {width}")
    else:
        side_by_side(wrapper, case)


def side_by_side(wrapper: Handle, case: Any) -> None:
    """A real wrapper, given known weights, makes of its tokens what two causal heads make of them.

    Its own heads are no measure: two layers that attend to nothing agree with themselves, too.
    """
    wrapper.eval()
    heads = [layers_of(wrapper, number, case.d_in) for number in (0, 1)]
    for order in permutations(QKV):
        for number, layers in enumerate(heads):
            wrapper.load(weights_for(layers, number, order, case))
        found = wrapper(case.x)
        if alike(found, case.contexts):
            break
    agree(found, case.contexts, what=CONTEXTS)


def layers_of(wrapper: Handle, number: int, d_in: int) -> dict[str, tuple[int, ...]]:
    """The trainable tensors of a head by path, with their shapes.

    What they are called is judged where heads are; for other names, one of the orders of query,
    key and value is right.
    """
    shapes = {f"heads.{number}.{name}.weight": (1, d_in) for name in QKV}
    if all(wrapper.parameter(path).shape == shape for path, shape in shapes.items()):
        biases = {path.replace("weight", "bias"): (1,) for path in shapes}
        return shapes | {path: one for path, one in biases.items() if registered(wrapper, path)}
    state = wrapper.method("state_dict")
    require(isinstance(state, dict), "its state_dict is no dict", "state_dict 不是字典")
    return {
        path: tuple(tensor.shape)
        for path, tensor in state.items()
        if isinstance(path, str)
        and path.startswith(f"heads.{number}.")
        # The answer's own class may say anything of its state.
        and isinstance(tensor, torch.Tensor)
        and registered(wrapper, path)
    }


def registered(wrapper: Handle, path: str) -> bool:
    """Whether it is a parameter, and no buffer."""
    return wrapper.parameter(path).registered


def weights_for(
    layers: dict[str, tuple[int, ...]], number: int, order: tuple[str, ...], case: Any
) -> dict[str, torch.Tensor]:
    """The case's weights for a head, one behind the other; no bias."""
    weights = torch.cat(
        [getattr(case, f"heads.{number}.{name}.weight").flatten() for name in order]
    )
    biases = {path: shape for path, shape in layers.items() if path.endswith("bias")}
    sizes = {path: math.prod(shape) for path, shape in layers.items() if path not in biases}
    fitting = sum(sizes.values()) == len(weights)
    require(fitting, f"head {number} is no causal attention", f"头 {number} 不是因果注意力")
    pieces = zip(sizes, weights.split(list(sizes.values())), strict=True)
    return {path: torch.zeros(shape) for path, shape in biases.items()} | {
        path: piece.reshape(layers[path]) for path, piece in pieces
    }


def alike(found: object, expected: torch.Tensor) -> bool:
    """Whether the two agree; one order of several may."""
    try:
        agree(found, expected)
    except CheckFailed:
        return False
    return True


@part(
    "exercise_3_2",
    cases=("small", "large"),
    hint={
        "en": "Which argument of the wrapper does each of the two become?",
        "zh": "这两个参数各成为包装模块的哪个参数？",
    },
)
def test_sizes_pass_through(student: Student, case: Any) -> None:
    """`d_in` and `context_length` are those that were asked for.

    `d_in` 和 `context_length` 与所要求的一致。
    """
    wrapper, settings = built(student, case)
    if settings:
        for name in ("d_in", "context_length"):
            found = settings.get(name)
            right = found == getattr(case, name)
            require(right, f"{name} is {found}", f"{name} 是 {found}")
    else:
        found = wrapper(torch.zeros(2, case.context_length, case.d_in))
        expected = torch.zeros(2, case.context_length, 2)
        agree(found, expected, what=CONTEXTS, atol=ANY_VALUE)


@part("exercise_3_2", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The answer does its part without the library's attention.

    答案自身不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
