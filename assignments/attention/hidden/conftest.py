"""Steps that several parts' checks share."""

from collections.abc import Callable

import pytest
import torch

from autograder.oracle import Handle, Student, require

QKV = ("query", "key", "value")
SEED = 907_351


@pytest.fixture
def from_scratch() -> Callable[[Student], None]:
    """Refuse calls that the exercise forbids, naming the call and its place."""

    def refuse(student: Student) -> None:
        for offence in student.offences():
            at = f" ({offence.where})" if offence.where else ""
            require(False, f"{offence.call} is called{at}", f"调用了 {offence.call}{at}")

    return refuse


@pytest.fixture
def leaves_torch_alone() -> Callable[[Student, Callable[[], object]], None]:
    """Run an action and refuse a new seed or any change of torch's global state."""

    def watch(student: Student, action: Callable[[], object]) -> None:
        student.seed(SEED)
        before = student.state()
        action()
        require(
            student.state() == before,
            "torch's generator was reseeded or its global state changed",
            "torch 的随机数生成器被重新设种，或全局状态被改变",
        )

    return watch


@pytest.fixture
def linear_weights() -> Callable[[object], dict[str, torch.Tensor]]:
    """A case's query, key and value weights as nn.Linear keeps them."""
    return lambda case: {f"W_{name}.weight": getattr(case, f"w_{name}").T for name in QKV}


@pytest.fixture
def linear_biases() -> Callable[[object], dict[str, torch.Tensor]]:
    """A case's query, key and value biases."""
    return lambda case: {f"W_{name}.bias": getattr(case, f"b_{name}") for name in QKV}


@pytest.fixture
def trainable() -> Callable[..., None]:
    """Refuse a tensor that is not there, not registered or not trainable."""

    def check(module: Handle, *paths: str) -> None:
        for path in paths:
            facts = module.parameter(path)
            require(facts.exists, f"{path} is not there", f"没有 {path}")
            require(
                facts.registered,
                f"{path} is not among the module's parameters",
                f"{path} 不在模块的参数之中",
            )
            require(facts.trainable, f"{path} does not require grad", f"{path} 不需要梯度")

    return check


@pytest.fixture
def same_gradients() -> Callable[..., None]:
    """Refuse gradients that are not the formula's."""
    from autograder.oracle import agree

    def check(found: dict[str, object], wanted: dict[str, torch.Tensor]) -> None:
        for path, gradient in wanted.items():
            require(found[path] is not None, f"{path} gets no gradient", f"{path} 没有得到梯度")
            agree(found[path], gradient, what=f"gradient of {path}", atol=1e-4)

    return check


@pytest.fixture
def one_hot_heads() -> Callable[..., dict[str, torch.Tensor]]:
    """Weights that make the output of tokens `eye(width)` the attention weights themselves."""

    def weights(width: int) -> dict[str, torch.Tensor]:
        zero = torch.zeros(width, width)
        return {"W_query.weight": zero, "W_key.weight": zero, "W_value.weight": torch.eye(width)}

    return weights


@pytest.fixture
def tensor_of() -> Callable[..., torch.Tensor]:
    """The result as a tensor of this shape, or the check ends."""

    def checked(result: object, shape: tuple[int, ...]) -> torch.Tensor:
        good = isinstance(result, torch.Tensor) and tuple(result.shape) == shape
        found = tuple(result.shape) if isinstance(result, torch.Tensor) else type(result).__name__
        require(good, f"the result is {found}; expected shape {shape}",
                f"结果是 {found}，应为形状 {shape}")  # fmt: skip
        assert isinstance(result, torch.Tensor)
        return result.double()

    return checked


@pytest.fixture
def dropout_law() -> Callable[[torch.Tensor, float], None]:
    """Refuse rows of kept-or-dropped numbers that do not follow the rate.

    `ratio` holds what came out over what would come out without dropout, one independent number
    an entry. The bound on the count is more than six standard deviations.
    """

    def check(ratio: torch.Tensor, rate: float) -> None:
        dropped = (ratio.abs() < 1e-4).sum().item()
        kept = ((ratio - 1 / (1 - rate)).abs() < 1e-3).sum().item()
        total = ratio.numel()
        require(
            dropped + kept == total,
            "in training a weight is neither dropped nor scaled by 1/(1 - p)",
            "训练时有的权重既没有被丢弃，也没有按 1/(1 - p) 放大",
        )
        spread = 6.2 * (total * rate * (1 - rate)) ** 0.5
        require(
            abs(dropped - total * rate) <= spread,
            "the share of dropped weights is not the rate that was given",
            "被丢弃的权重所占比例与给定的比率不符",
        )

    return check


@pytest.fixture
def each_on_its_own() -> Callable[..., None]:
    """Refuse dropped positions that are the same in places that must be independent."""

    def check(first: torch.Tensor, second: torch.Tensor, en: str, zh: str) -> None:
        require(not torch.equal(first, second), en, zh)

    return check
