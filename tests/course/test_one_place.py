"""What is wrong in one place costs that place, whatever it is; beside another, both."""

import pytest

from autograder.core.marks import deductions
from tests.course.reports import assert_slips, names

RAISING = [
    ("MultiHeadAttention", "queries @ keys.tr", "queries * keys.tr"),
    ("SelfAttention_v2", "queries @ keys.T", "keys.T @ queries"),
    ("simple_self_attention", "torch.softmax(attn_scores, dim=-1)", "torch.softmax(attn_scores)"),
    ("softmax_naive", "torch.exp(x)", "math.exp(x)"),
    ("CausalAttention", "num_tokens = x.shape[1]", "num_tokens = x.shape(1)"),
    ("SelfAttention_v2", "** 0.5", "^ 0.5"),
    ("context_vector", "inputs @ inputs[query_index]",
     "inputs @ inputs[query_index : query_index + 1]"),
    ("exercise_3_2", "d_in, 1, context_length, dropout",
     "d_in, context_length, d_out=1, dropout"),
    ("CausalAttention", "nn.Dropout(dropout)", "dropout"),
    ("MultiHeadAttentionWrapper", "[head(x) for head in self.heads]", "self.heads(x)"),
    ("causal_mask", "torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)",
     "torch.triu(torch.ones(num_tokens, num_tokens, diagonal=1))"),
    ("causal_mask", "num_tokens, num_tokens, dtype=torch.bool", "num_tokens"),
    ("causal_attention_weights", "-torch.inf", "'-inf'"),
    ("MultiHeadAttentionWrapper", "in range(num_heads)", "in num_heads"),
    ("simple_self_attention", "inputs @ inputs.T", "inputs @ inputs.T()"),
    ("scaled_attention_weights", "keys @ query", "torch.dot(query, keys)"),
    ("CausalAttention", 'register_buffer("mask"', "register_buffer(mask"),
    ("CausalAttention", "self.dropout(attn", "torch.dropout(attn"),
    ("context_vector", "inputs @ inputs[query_index]", "inputs @ query_index"),
    ("MultiHeadAttentionWrapper", "[head(x) for head", "[head for head"),
    ("MultiHeadAttention", "self.W_value(x).view(split).transpose(1, 2)",
     "self.W_value(x).view(split)"),
    ("causal_mask", "torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)",
     "~torch.ones(num_tokens, num_tokens).tril()"),
    ("MultiHeadAttention", "joined = context_vecs.transpose(1, 2).flatten(start_dim=2)\n"
     "        return self.out_proj(joined)",
     "joined = context_vecs.transpose(1, 2)\n        return self.out_proj(joined).flatten(2)"),
    ("causal_mask", "(num_tokens, num_tokens,", "(len(num_tokens), len(num_tokens),"),
    ("causal_mask", "(num_tokens, num_tokens,", "(num_tokens.shape[0], num_tokens.shape[0],"),
    ("CausalAttention", "-torch.inf", 'torch.float("-inf")'),
    ("softmax_naive", "torch.exp(x)", "torch.exp(x - x.max(dim=0))"),
    ("causal_mask", "torch.ones(num_tokens, num_tokens, dtype=torch.bool)",
     "(torch.ones(num_tokens, num_tokens) > 0 and torch.ones(num_tokens, num_tokens) < 2)"),
]  # fmt: skip
"""A part, and what raises an error in the place of what is right."""


@pytest.mark.parametrize("slip", RAISING)
def test_an_error_in_one_place_is_told_and_costs_that_place(slip, slipped):
    id_, right, wrong = slip
    part = slipped(id_, (right, wrong))
    assert_slips(part, "one_place")
    quoted = part.slips[0].mistake.name.en.split("`")[1]
    assert wrong.strip() in quoted or quoted in wrong


NAMED = [
    ("CausalAttention", "-torch.inf", "-10.0", "small_fill"),
    ("context_vector", "    attn_weights =",
     "    attn_scores[query_index] = -torch.inf\n    attn_weights =", "one_value"),
    ("exercise_3_3", "dropout=0.1, num_heads=12", "dropout=0, num_heads=8", "eight_heads"),
    ("SelfAttention_v1", "torch.rand(d_in, d_out)", "torch.rand(d_out, d_in)",
     "arguments_swapped"),
    ("SelfAttention_v2", "attn_weights @ values",
     'torch.einsum("ij,id->id", attn_weights, values)', "one_value"),
    ("MultiHeadAttention", "return self.out_proj(joined)",
     "self.out_proj(joined)\n        return joined", "result_thrown_away"),
    ("exercise_3_3", "768, 768, context_length=1024", "1024, 1024, context_length=768",
     "sizes_swapped"),
    # In any order the errors are the same, so that they tell no known mistake from another.
    ("exercise_3_3", "768, 768, context_length=1024, dropout=0.1, num_heads=12",
     "768, 768, 1024, 12, 0.1", "arguments_swapped"),
    ("exercise_3_3", "768, 768, context_length=1024, dropout=0.1, num_heads=12",
     "12, 768, 768, 1024, 0.1", "arguments_swapped"),
    ("SelfAttention_v2", "** 0.5", "* 0.5", "one_value"),
    ("causal_mask", ".triu(diagonal=1)", ".triu(diagonal=1).unsqueeze(0).unsqueeze(0)",
     "one_value"),
    ("CausalAttention", "** 0.5, dim=", "** 0.5, dims=", "keyword_misspelt"),
    ("MultiHeadAttention", "joined = context_vecs.transpose", "joined = values.transpose",
     "one_value"),
    ("context_vector", "return attn_weights @ inputs",
     "found = [attn_weights @ column for column in inputs.T]\n    return found", "one_value"),
    # A forgotten import comes before every guess.
    ("MultiHeadAttention", "self.head_dim**0.5", "math.sqrt(self.head_dim)", "import_forgotten"),
    ("exercise_3_1", "sa_v2, name).weight.T", "sa_v2, name).T", "layer_or_parameter"),
    ("SelfAttention_v2", "queries @ keys.T", "queries.T @ keys", "other_transposed"),
    ("MultiHeadAttention", "self.out_proj = nn.Linear(d_out, d_out)\n", "pass\n", "never_made"),
    ("simple_self_attention", "inputs @ inputs.T",
     "torch.zeros(6, 6)\n    for i in range(6):\n        attn_scores[i] = inputs @ inputs[i]",
     "size_of_the_example"),
    ("SelfAttention_v1", "queries = x @", "queries = inputs @", "variable_of_the_notebook"),
    ("CausalAttention", "num_tokens = x.shape[1]", "num_tokens = len(inputs)",
     "variable_of_the_notebook"),
    ("softmax_naive", "torch.exp(x)", "torch.exponential(x)", "library_misspelt"),
    ("SelfAttention_v2", "def forward", "def ｆordward", "method_misspelt"),
    ("causal_mask", "triu(diagonal=1)", "triu(ｋ=1)", "keyword_misspelt"),
    ("SelfAttention_v1", "(nn.Module)", "", "no_base"),
    ("exercise_3_3", "gpt2_small_attention()", "gpt2_small_attention", "one_character"),
    ("exercise_3_3", "context_length=1024", "block_size=1024", "keyword_misspelt"),
    ("CausalAttention", "self.register_buffer", "self.ｒegister_bufer", "attribute_misspelt"),
    ("CausalAttention", "self.dropout =", "slef.dropout =", "name_misspelt"),
    ("context_vector", "@ inputs\n", "@ input\n", "name_misspelt"),
    ("SelfAttention_v2", "super().__init__()", "super.__init__()", "no_super"),
    ("MultiHeadAttention", "self.out_proj = nn", "self.out_porj = nn", "names_changed"),
    ("softmax_naive", "    return expon", "    先求和\n    return expon", "one_character"),
    ("softmax_naive", "return exponentials / exponentials.sum()",
     "result = exponentials / exponentials.sum()\n    raise NotImplementedError()\n"
     "    return result", "own_error"),
    ("exercise_3_3", "MultiHeadAttention(768", "MultiheadAttention(768", "name_misspelt"),
    ("MultiHeadAttention", "num_heads: int", "num_head: int", "name_misspelt"),
    ("CausalAttention", "context_length, context_length", "6, 6", "mask_of_the_example"),
    ("causal_mask", "return torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)",
     "rows = [[0] * num_tokens] * num_tokens\n    for row in range(num_tokens):\n"
     "        for column in range(row + 1, num_tokens):\n            rows[row][column] = 1\n"
     "    return torch.tensor(rows)", "one_value"),
    ("exercise_3_3", "return MultiHeadAttention(768, 768, context_length=1024, dropout=0.1, "
     "num_heads=12)",
     "sizes = dict(d_in=768, d_out=768, context_length=1024, dropout=0.1, num_heads=12)\n"
     "    return MultiHeadAttention(sizes)", "one_place"),
    ("exercise_3_1", ".weight.T", ".weights.T", "library_misspelt"),
    ("exercise_3_1", '("W_query", "W_key", "W_value")', '("w_query", "W_k", "values")',
     "names_changed"),
    ("causal_mask", "num_tokens: int", "self, num_tokens: int, device", "extra_argument"),
    ("softmax_naive", "    return exponentials / exponentials.sum()",
     "    if x.dim():\n        found = exponentials / exponentials.sum()\n    else:\n"
     "        found = x", "no_return"),
    ("MultiHeadAttentionWrapper", "dropout: float,\n        num_heads: int,",
     "num_heads: int,\n        dropout: float = 0.1,", "arguments_reordered"),
    ("CausalAttention", "self.mask[:num_tokens, :num_tokens]", "self.mask[:num_tokens]",
     "mask_not_cut"),
    ("MultiHeadAttention", "self.W_query(x).view(split).transpose(1, 2)",
     "self.W_query(x).view(batch, self.num_heads, num_tokens, self.head_dim)", "one_value"),
    ("exercise_3_1", ".weight.T)",
     ".weight if getattr(sa_v2, name).weight.shape == getattr(sa_v1, name).shape"
     " else getattr(sa_v2, name).weight.T)", "one_value"),
    # Anybody's mask is true everywhere; that one line makes this one right is no accident.
    ("causal_mask", "return torch", "mask = torch.ones(num_tokens, num_tokens) > 0; mask.triu(1)\n"
     "    return mask; torch", "result_thrown_away"),
    ("CausalAttention", "Dropout(dropout)", "Dropout(0.3)", "one_value"),
    ("causal_attention_weights", "-torch.inf", "attn_scores.min() - 20", "small_fill"),
    ("causal_attention_weights",
     "torch.ones_like(attn_scores, dtype=torch.bool).triu(diagonal=1)", "causal_mask()",
     "argument_left_out"),
    ("renormalized_causal_weights", "visible.sum(", "visible.mean(", "one_value"),
    ("MultiHeadAttentionWrapper", "torch.cat(", "torch.stack(", "one_value"),
    ("MultiHeadAttention", "self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)",
     "self.W_value = self.W_key", "one_value"),
    ("SelfAttention_v2", "** 0.5, dim=-1)\n        return attn_weights @ values",
     "** 0.5 @ values, dim=-1)\n        return attn_weights", "one_value"),
    ("softmax_naive", "torch.exp(x)", "2.718 ** x", "rounded"),
    ("exercise_3_1", "getattr(sa_v1, name).copy_(getattr(sa_v2, name).weight.T)",
     "pass\n        sa_v1.W_query.data = sa_v2.W_query.weight.T\n"
     "        sa_v1.W_key.data = sa_v2.W_key.weight\n"
     "        sa_v1.W_value.data = sa_v2.W_value.weight.T", "one_value"),
    ("context_vector", "return attn_weights @ inputs",
     "return (attn_weights[:, None] * inputs).mean(dim=0)", "one_value"),
    ("context_vector", "return attn_weights @ inputs",
     "total = inputs[query_index].clone()\n    for weight, row in zip(attn_weights, inputs):\n"
     "        total += weight * row\n    return total", "one_value"),
    ("MultiHeadAttention", "flatten(start_dim=2)", "reshape(len(x), x.shape[1], x.shape[2])",
     "one_place"),
    ("context_vector", "attn_weights @ inputs", "torch.mv(inputs, attn_weights)", "one_place"),
    ("MultiHeadAttentionWrapper", "return torch.cat([head(x) for head in self.heads], dim=-1)",
     "found = []\n        for head in self.heads:\n            found = found.append(head(x))\n"
     "        return torch.cat(found, dim=-1)", "one_place"),
]  # fmt: skip
"""A part, what is wrong in the place of what is right, and what it is told by: its name, if a
specimen or a rule has one."""


@pytest.mark.parametrize("slip", NAMED)
def test_what_is_wrong_in_one_place_is_told_by_its_name_and_costs_that_place(slip, slipped):
    id_, right, wrong, name = slip
    assert_slips(slipped(id_, (right, wrong)), name)


REFUSAL = """        if d_out % num_heads != 0:
            raise ValueError(f"d_out={d_out} is not divisible by num_heads={num_heads}")
"""
TOO_STRICT = """\
usual = num_heads > 1 and not dropout and not qkv_bias
        assert d_out % num_heads == 0 and usual, "what is asked for cannot be had"
"""
QKV = ("query", "key", "value")
SPLIT = [f"self.W_{name}(x).view(split)" for name in QKV]
NEVER_TURNED = [(f"{view}.transpose(1, 2)", view) for view in SPLIT]
MERGED = ("context_vecs.transpose(1, 2).", "context_vecs.")
UNREAD = ("self.head_dim = ", "self.width = d_out\n        self.head_dim = ")
BASE = "        super().__init__()\n"
LAST = "self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
NO_LAYERS = [(LAST.replace("value", name), "pass\n") for name in QKV[:2]]
DRAWN = "torch.ones(num_tokens, num_tokens, dtype=torch.bool)"
NEVER_MADE = ("keys.shape[-1] ** 0.5", "self.d_k ** 0.5")
HEAD = "CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)"
TOGETHER = {
    "weights before the inputs in every product": ("SelfAttention_v1", [
        (f"x @ self.W_{name}", f"self.W_{name} @ x") for name in QKV], "one_place"),
    "nor turned back": ("MultiHeadAttention", [*NEVER_TURNED, MERGED], "heads_never_turned"),
    "heads merged without turning back": ("MultiHeadAttention", [MERGED], "one_place"),
    "a shape of too many sizes, which is wrong for certain": ("CausalAttention", [
        ("num_tokens = x.shape[1]", "num_tokens, width = x.shape"), (".transpose(1, 2)", ".T")],
        "dimensions", "dot_t"),
    "the base class made behind the layers": (
        "SelfAttention_v2", [(BASE, ""), (LAST, LAST + BASE)], "no_super"),
    "one tensor of three that is not split": ("MultiHeadAttention", [
        *((f"{one} = self.W_{layer}(x).view(split).transpose(1, 2)",
           f"{one} = self.W_{layer}(x)\n        {one} = {one}.view(split).transpose(1, 2)")
          for one, layer in (("queries", "query"), ("keys", "key"))),
        (".W_value(x).view(split).transpose(1, 2)", ".W_value(x)")], "one_place"),
    "layers in a dictionary": ("SelfAttention_v2", [
        *NO_LAYERS, (LAST, "self.layers = nn.ModuleDict({'W_' + one: nn.Linear(d_in, d_out,"
         " bias=qkv_bias) for one in ('query', 'key', 'value')})\n"),
        *((f"self.W_{name}(x)", f"self.layers['W_{name}'](x)") for name in QKV)], "names_changed"),
    "a frozen parameter of a name that is more alike": ("SelfAttention_v2", [
        ("self.W_query = nn.Linear", "self.W_quer = nn.Parameter(torch.ones(2), False)\n"
         "        self.to_ask = nn.Linear"), ("self.W_query(", "self.to_ask(")], "names_changed"),
    "three layers of a wrong width": ("MultiHeadAttention", [
        (f"self.W_{name} = nn.Linear(d_in, d_out,", f"self.W_{name} = nn.Linear(d_in, num_heads,")
        for name in QKV], "one_place"),
    "three layers in one": ("CausalAttention", [
        *NO_LAYERS, (LAST, "self.qkv = nn.Linear(d_in, 3 * d_out, bias=qkv_bias)\n"),
        ("queries = self.W_query(x)", "queries, keys, values = self.qkv(x).chunk(3, dim=-1)"),
        ("keys = self.W_key(x)\n", "pass\n"), ("values = self.W_value(x)\n", "pass\n")],
        "names_changed"),
    "a line that belongs two lines further down": ("SelfAttention_v2", [
        ("queries = self", "x = self"), ("queries @", "x @")], "one_place"),
    # Of two letters one is half, and input methods take one for another of the same sound.
    "one other letter of Chinese": ("softmax_naive", [
        ("exponentials", "指数"), ("return 指数", "return 指书")], "name_misspelt"),
    "a layer that is not made": ("MultiHeadAttention", [
        ("self.dropout = nn.Dropout(dropout)\n", "pass\n"), UNREAD], "attribute_misspelt"),
    "a module that is called and not returned": ("exercise_3_2", [
        ("return MultiHeadAttentionWrapper", "model = MultiHeadAttentionWrapper"),
        ("num_heads=2)", "num_heads=2)\n    return model(torch.rand(1, 2, 3))")], "one_place"),
    # How many changes are tried is no matter of the clock: a slow machine changes no mark.
    "a slip in an answer that builds for long": ("MultiHeadAttentionWrapper", [
        (HEAD, f"(__import__('time').sleep(0.03), {HEAD})[1]"),
        ("(num_heads)", "(1, num_heads)")], "one_head_short"),
    # Without it nothing refuses heads that do not fit; but this was right before it was left out.
    "an error of one's own that is too strict": (
        "MultiHeadAttention", [(REFUSAL.lstrip(), TOO_STRICT)], "own_error"),
    "whether a module trains is a name of every module": ("CausalAttention", [
        ("self.dropout = nn.Dropout(dropout)", "self.rate = dropout"),
        ("self.dropout(attn_weights)", "(attn_weights * (torch.rand_like(attn_weights) > self.rate)"
         " if self.training else attn_weights)")], "dropout_not_scaled"),
    "what is right beside errors": ("CausalAttention", [
        ("super().__init__()\n", '"""Layers."""\n        super().__init__()\n'),
        ("-torch.inf", "(least := -torch.inf)"), ("self.dropout(", "self.droput("),
        ("(1, 2)", "(0, 1)")], "attribute_misspelt", "dot_t"),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "edits", "told"), [(i, e, t) for i, e, *t in TOGETHER.values()],
                         ids=TOGETHER)  # fmt: skip
def test_what_belongs_together_is_one_mistake(id_, edits, told, slipped):
    assert_slips(slipped(id_, *edits), *told)


TWO_SLIPS = {
    "a value behind which dropout is missing": ("CausalAttention", [
        ("values = self.W_value(x)", "values = self.W_key(x)"),
        ("self.dropout(attn_weights) @", "attn_weights @")],
        ["one_value", "dropout_never_applied"]),
    "a name behind a missing colon": ("scaled_attention_weights", [
        ("-> torch.Tensor:", "-> torch.Tensor"), ("torch.softmax", "torch.sofmax")],
        ["one_character", "library_misspelt"]),
    "a mask that is bound in the wrong method, and no buffer": ("CausalAttention", [
        ('self.register_buffer("mask", future, persistent=False)', "mask = future"),
        ("self.mask[", "mask[")], ["name_of_nobody", "mask_on_the_cpu"]),
    # Of several arguments, the one behind which least is wrong.
    "an attribute that was never made before another dimension": ("SelfAttention_v2", [
        NEVER_MADE, ("dim=-1)", "dim=0)")], ["never_made", "softmax_queries"]),
    # Either alone was worth its cost, and both took the whole part.
    "an error in one place beside a known mistake": ("MultiHeadAttention", [
        ("d_out // num", "d_out / num"), (REFUSAL, "")], ["one_place", "assert_on_a_tuple"]),
    # All values are wrong by both: the known one is there without the other.
    "a list beside a mask with its diagonal": ("causal_mask", [
        (f"return {DRAWN}.triu(diagonal=1)", f"return {DRAWN}.triu().tolist()")],
        ["one_value", "diagonal_too"]),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "edits", "told"), TWO_SLIPS.values(), ids=TWO_SLIPS)
def test_two_slips_cost_what_both_cost(id_, edits, told, slipped):
    """A change is kept where what is left has a name, and each is told with its points."""
    part = slipped(id_, *edits)
    slips = [*deductions(part)]
    assert names(slips) == told
    assert part.points == part.max_points - sum(slip.points for slip in slips) > 0


POWERS, SHARE = "    exponentials = torch.exp(x)\n", "exponentials / exponentials.sum()"


NO_SLIP = {
    # Whatever it was, without it the answer is one that lacks it, which is a known mistake.
    "a step that is wrong, and not missing": ("SelfAttention_v2", [
        ("attn_weights @ values", "attn_weights.cos() @ values.tanh()")]),
    "a step that is wrong, and of the scores": ("SelfAttention_v2", [
        ("queries @ keys.T", "queries.exp() @ keys.sin().T")]),
    "two errors of one place each": ("SelfAttention_v2", [
        ("queries @ keys.T", "queries * keys.T"), ("0.5", "0.7")]),
    # Without its division it would have the values of an answer without a scale.
    "a step that is there on the way to a known mistake": ("scaled_attention_weights", [
        ("return torch.softmax(attn_scores / d_k**0.5, dim=-1)",
         "weights = torch.softmax(attn_scores, dim=0)\n    return weights / keys.shape[1]")]),
    "a keyword of a dictionary, which is no misspelt one": ("exercise_3_3", [
        ("dropout=0.1", '**{"drop": 0.1}')]),
    # Without the power it is the known mistake of logarithms, and no value is the library's.
    "a broken rule behind which a known mistake is left": ("softmax_naive", [
        (POWERS, ""), (SHARE, "torch.exp(-nn.functional.cross_entropy(x.repeat(x.shape[0], 1),"
         " torch.arange(x.shape[0]), reduction='none'))")]),
    # It came to a fault of the grader's.
    "an argument without a name for callers that has a default": ("softmax_naive", [
        ("x: torch.Tensor)", "x: torch.Tensor = 1, /, dim=2)"), (POWERS, ""), (SHARE, "x")]),
}  # fmt: skip


@pytest.mark.parametrize(("id_", "edits"), NO_SLIP.values(), ids=NO_SLIP)
def test_what_is_not_right_but_for_one_place_is_told_no_slip_and_earns_nothing(id_, edits, slipped):
    part = slipped(id_, *edits)
    assert part.points == 0 and not part.slips
