"""What an exercise rules out gives nan, by whatever way it is reached, and nothing else does."""

from collections.abc import Iterator

import pytest

from autograder.core.assignment.plan import FAMILIES
from tests.prepared import Prepared, prepared

ATTENTION, SOFTMAX, NORMS, GELU = (
    (family, *FAMILIES[family]) for family in ("attention", "softmax", "layer_norm", "gelu")
)
IMPORTS = """
import importlib, torch
import torch._decomp, torch._refs, torch.ao.nn.quantizable, torch._higher_order_ops
from torch._higher_order_ops.flex_attention import math_attention
from torch._C import DispatchKey
from torch import nn
from torch.nn import functional as F
from torch.autograd import forward_ad
from autograder.worker import library
"""
BEGIN = """
x, q = torch.randn(5), torch.randn(1, 2, 4, 8)
library.Operations({names!r}, library.in_python()).take_out()
def gradient(function):
    of = x.clone().requires_grad_()
    function(of).sum().backward()
    return x * torch.nan if of.grad is None else of.grad
def forward_gradient(function):
    def along(row):
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(function(forward_ad.make_dual(x, row))).tangent
    return torch.stack([along(row) for row in torch.eye(5)])
def fused(*layers):
    torch.jit.enable_onednn_fusion(True)
    traced = torch.jit.trace(nn.Sequential(*layers).eval(), x, check_trace=False)
    with torch.no_grad():
        frozen = torch.jit.freeze(traced)
        return [frozen(x) for _ in range(3)][-1]
def unless_it_raises(function):
    try:
        return function()
    except (RuntimeError, AttributeError, ImportError):
        return x * torch.nan
def lowered():
    te, row = torch._C._te, x[None, None]
    sizes = [te.ExprHandle.int(size) for size in row.shape]
    given = te.BufHandle("given", sizes, te.Dtype.Float)
    schema = "aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor"
    result = te.lower(schema, [given, 2, None], sizes, te.Dtype.Float)
    nest = te.LoopNest([result])
    nest.prepare_for_codegen()
    arguments = [te.BufferArg(given), te.BufferArg(result)]
    found = torch.empty_like(row)
    program = te.construct_codegen("ir_eval", te.simplify(nest.root_stmt()), arguments)
    program.call([row, found])
    return found
def registered(name, function):
    def computed(v: torch.Tensor) -> torch.Tensor:
        return function(v)
    return torch.library.custom_op(name, computed, mutates_args=())
"""

BY_SOFTMAX = (
    "torch.softmax(x, 0)", "torch.softmax(input=x, dim=0)", "torch.special.softmax(x, 0)",
    "torch.softmax(x.double(), 0)", "torch.log_softmax(x, 0).exp()",
    "torch.exp(x - torch.logsumexp(x, 0))", "torch.exp(x - torch.logcumsumexp(x, 0)[-1])",
    "torch.distributions.SoftmaxTransform()(x)", "torch.ops.aten._softmax(x, 0, False)",
    "torch.sparse.softmax(x[None].to_sparse(), 1).to_dense()",
    "x.to_mkldnn().softmax(0).to_dense()",
    "torch.jit.script(nn.Softmax(0))(x)", "torch.func.vmap(lambda v: v.softmax(0))(q[0, 0])",
    "gradient(lambda v: torch.logsumexp(v, 0))", "gradient(lambda v: torch.logcumsumexp(v, 0)[-1])",
    "unless_it_raises(lambda: torch.library.get_kernel('aten::_softmax', 'CPU').call_boxed("
    "torch._C.DispatchKeySet(torch._C.DispatchKey.CPU), x, 0, False))",
    "torch._refs.softmax(x, 0)", "torch._refs.special.log_softmax(x, 0)",
    "torch.exp(x - torch._refs.logsumexp(x, [0]))",
    "torch._decomp.decomposition_table[torch.ops.aten._softmax.default](x, 0, False)",
    "torch.ops.aten.softmax.int.decompose(x, 0)",
    "torch.func.jacfwd(lambda v: torch.logsumexp(v, 0))(x)",
    "torch.func.jacfwd(lambda v: torch.logcumsumexp(v, 0))(x)",
    "torch.func.jacfwd(lambda v: torch.log_softmax(v, 0))(x)",
    "forward_gradient(lambda v: torch.logsumexp(v, 0))", "fused(nn.Softmax(0), nn.ReLU())",
    "unless_it_raises(lowered)", "registered('own::softmax', lambda v: v.exp() / v.exp().sum())(x)",
    "F.scaled_dot_product_attention(x[None, :, None], x[None, None, :] + 0, torch.eye(5)[None])",
)  # fmt: skip
BY_ATTENTION = (
    "F.scaled_dot_product_attention(q, q, q)",
    "F.scaled_dot_product_attention(q.clone().requires_grad_(), q, q).detach()",
    "F.scaled_dot_product_attention(q, q, q, attn_mask=torch.ones(4, 4).tril().bool())",
    "torch.ops.aten._scaled_dot_product_attention_math(q, q, q)[0]",
    "nn.MultiheadAttention(8, 2)(q[0], q[0], q[0])[0].detach()",
    "F.multi_head_attention_forward(q[0], q[0], q[0], 8, 1, torch.eye(8).repeat(3, 1), None, None, "
    "None, False, 0.0, torch.eye(8), None, training=False)[0]",
    "nn.TransformerEncoderLayer(8, 2).eval()(q[0]).detach()",
    "torch.ops.aten._scaled_dot_product_attention_math.default.decompose(q, q, q)[0]",
    "torch.ops.aten.scaled_dot_product_attention.default._op_dk("
    "DispatchKey.CompositeImplicitAutograd, q, q, q)",
    "torch.func.vmap(lambda v: F.scaled_dot_product_attention(v, v, v))(q)",
    "torch.ao.nn.quantizable.MultiheadAttention(8, 2)(q[0], q[0], q[0])[0].detach()",
    "math_attention(q, q, q, lambda score, *_: score, (), 1.0, {})[0]",
    "unless_it_raises(lambda: importlib.import_module('torch.onnx.ops')"
    ".attention(q, q, q, qk_matmul_output_mode=3)[0])",
    "unless_it_raises(lambda: torch.ops.onnx.Attention.opset23(q, q, q, softcap=1.0)[0])",
)
BY_GELU = (
    "F.gelu(x)", "nn.GELU('tanh')(x)", "torch._refs.nn.functional.gelu(x)",
    "torch.ops.mkldnn._linear_pointwise(x[:, None], torch.ones(1, 1), None, 'gelu', [], 'tanh')",
    "torch._addmm_activation(torch.zeros(1), x[:, None], torch.ones(1, 1), use_gelu=True)",
    "torch._decomp.decompositions.gelu_backward(torch.ones(5), x, 'tanh')",
    "torch.func.jacfwd(F.gelu)(x)",
)  # fmt: skip
BY_NORMS = (
    "F.layer_norm(x, (5,))", "torch.func.jacfwd(lambda v: F.layer_norm(v, (5,)))(x)",
    "torch._refs._normalize(x, [0], 1e-5)", "F.batch_norm(q[0], None, None, training=True)",
)  # fmt: skip
ALLOWED = ("registered('own::gain', lambda v: 2 * v)(x)",
           "torch.exp(x) / torch.exp(x).sum()", "x.sigmoid()", "q @ q.transpose(-2, -1)",
           "gradient(torch.exp)", "F.dropout(x)", "F.layer_norm(x, (5,))",
           "torch.func.jacfwd(lambda v: torch.exp(v).sum().log())(x)",
           "forward_gradient(lambda v: torch.exp(v).sum().log())")  # fmt: skip


@pytest.fixture(scope="module")
def torch_there() -> Iterator[Prepared]:
    with prepared(IMPORTS) as python:
        yield python


def computed(
    torch_there: Prepared, names: tuple[str, ...], expressions: tuple[str, ...]
) -> list[str]:
    """The expressions of which not all numbers are nan, where what has these names is taken out."""
    listed = ", ".join(f"lambda: ({expression})" for expression in expressions)
    program = BEGIN.format(names=names) + (
        f"every = [{listed}]\n"
        "print([n for n, one in enumerate(every) if not torch.as_tensor(one()).isnan().all()])"
    )
    last = torch_there.said(program).splitlines()[-1]
    return [expressions[int(n)] for n in last.strip("[]").split(",") if n]


@pytest.mark.parametrize(
    ("names", "ways"),
    [(SOFTMAX, BY_SOFTMAX), (ATTENTION, BY_ATTENTION), (GELU, BY_GELU), (NORMS, BY_NORMS),
     # In a batch it is another operation's.
     (("dot",), ("torch.dot(x, x)", "torch.func.vmap(torch.dot)(q[0, 0], q[0, 0])"))],
    ids=["softmax", "attention", "gelu", "norms", "a single name"],
)  # fmt: skip
def test_no_way_to_the_library_gives_a_number(torch_there, names, ways):
    assert computed(torch_there, names, ways) == []


@pytest.mark.parametrize(
    ("names", "ways"),
    [
        ((*SOFTMAX, *ATTENTION), ALLOWED),
        (ATTENTION, ("torch.softmax(x, 0)",)),
        # Words are matched whole: `max` is not a part of `softmax`.
        (("max",), ("torch.softmax(x, 0)",)),
    ],
    ids=["anything else", "what other parts forbid", "words"],
)
def test_everything_else_gives_what_it_always_gave(torch_there, names, ways):
    assert computed(torch_there, names, ways) == list(ways)
