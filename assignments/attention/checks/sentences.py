"""The sentences that say what was found."""

from __future__ import annotations

from .desk import COMMON

TEXTS = {
    **COMMON,
    "heat_map": ("A table of numbers", "一张数字表"),
    "differs": ("(differs)", "（不同）"),
    "raised": ("{error}", "{error}"),
    "output": ("the output", "输出"),
    "contexts": ("context vectors", "上下文向量"),
    "contexts_reversed": ("context vectors of the reversed inputs", "倒序输入的上下文向量"),
    "contexts_first": (
        "context vectors of the first {size} tokens",
        "前 {size} 个词元的上下文向量",
    ),
    "by_hand": ("the case computed by hand", "手算的例子"),
    "contexts_wide": ("context vectors for d_out = 4", "d_out = 4 时的上下文向量"),
    "runs": ("It runs without an error.", "运行时不报错。"),
    "label": ("Part {number} · {title}", "第 {number} 部分 · {title}"),
    "told": ("{part}: {advice}", "{part}：{advice}"),
    "see": ("{part}: not there yet; see above", "{part}：还没有完成，见上面的说明"),
    "forward": (
        "forward is called with x alone.",
        "调用 forward 时只传入 x。",
    ),
    "contexts_own": ("context vectors of the first sequence", "第一个序列的上下文向量"),
    "contexts_alone": (
        "context vectors of the second sequence in a batch of its own",
        "第二个序列单独组成一个批次时的上下文向量",
    ),
    "unattended": (
        "This cell works when you run it yourself in a notebook.",
        "请在笔记本里自己运行这个单元格。",
    ),
    "first": (
        "{needs} comes first: {sentence}",
        "请先完成{needs}：{sentence}",
    ),
    "trained": (
        "Your multi-head attention, trained for {seconds:.0f} s on repeated letters",
        "你的多头注意力，在重复的字母上训练了 {seconds:.0f} 秒",
    ),
    "task": (
        "The task: some letters in random order, then the same again and again; say the next one.",
        "任务：几个顺序随机的字母不断重复，请预测下一个字母。",
    ),
    "accuracy": (
        "Right where the letters repeat: {before:.0f} % before training, {after:.0f} % after it.",
        "在重复的部分预测正确的比例：训练前 {before:.0f}%，训练后 {after:.0f}%。",
    ),
    "head_map": (
        "Layer {layer}, head {head}: {previous:.0f} % on the letter before, {copied:.0f} % on what "
        "followed this letter last time",
        "第 {layer} 层，头 {head}：{previous:.0f}% 看前一个字母，"
        "{copied:.0f}% 看这个字母上次出现后的下一个",
    ),
    "raced": (
        "Milliseconds for one sequence of T tokens (width 64, 4 heads, causal)",
        "处理一个有 T 个词元的序列所需的毫秒数（宽度 64，4 个头，因果）",
    ),
    "loop": ("loop over tokens (part 4)", "逐个词元循环（第 4 部分）"),
    "wrapper": ("heads in a list (part 12)", "列表中的多个头（第 12 部分）"),
    "batched": ("split heads (part 14)", "拆分的头（第 14 部分）"),
    "provided": ("the library's own", "库自带的实现"),
    "future": ("the weights of the future", "未来的权重"),
    "row_sums": ("the sum of each row", "每一行的和"),
    "syntax": (
        "the newest cell that defines {name} was not run, because Python cannot read its line "
        "{line}: {message}.",
        "最后一个定义 {name} 的单元格没有运行，因为 Python 无法解析它的第 {line} 行：{message}。",
    ),
    "full_width": (
        "{message}; Chinese (full-width) punctuation has to be replaced by its ASCII counterpart",
        "{message}；中文（全角）标点须换成对应的英文（半角）标点",
    ),
    "found": ("found {found}, expected {name}.", "找到的是 {found}，需要的是 {name}。"),
    "uncallable": (
        "{name} is of type {kind} and cannot be called.",
        "{name} 的类型是 {kind}，不能被调用。",
    ),
    "stub_below": (
        "NotImplementedError was raised: either {name} or {needs}, which it builds on, is not "
        "written yet, or still raises it.",
        "抛出了 NotImplementedError：{name} 或它所依赖的 {needs} 还没有写，或者其中还留着这一行。",
    ),
    "unmet": (
        "It builds on {needs}, whose own check does not pass yet: look there first.",
        "它依赖{needs}，而后者自己的检查还没有通过：请先看那里。",
    ),
    "positional": (
        "It is called by position as {arguments}.",
        "调用时按位置传入 {arguments}。",
    ),
    "order": (
        "the arguments come in the order {found}, expected {arguments}.",
        "传入参数的顺序是 {found}，需要的是 {arguments}。",
    ),
    "no_tensor": (
        "{what}: found {kind}, expected a torch.Tensor.",
        "{what}：得到的是 {kind}，需要 torch.Tensor。",
    ),
    "shape": (
        "{what}: the shape is {found}, expected {expected}.",
        "{what}：形状是 {found}，需要 {expected}。",
    ),
    "shapes": (
        "your shape {found}   |   expected {expected}",
        "你的形状 {found}   |   需要 {expected}",
    ),
    "values": (
        "{what}: {count} of {total} values differ, {where}.",
        "{what}：{total} 个值中有 {count} 个不同，{where}。",
    ),
    "nan": ("There are nan values among them.", "其中有 nan。"),
    "everywhere": ("in every row", "每一行都有"),
    "rows": ("in row {rows} (counted from 0)", "位于行 {rows}，从 0 数起"),
    "positions": ("at position {rows} (counted from 0)", "位于位置 {rows}，从 0 数起"),
    "token": ("{index} ({token})", "{index}（{token}）"),
    "comma": (", ", "、"),
    "blank": (" ", ""),
    "your_values": ("Your values; ≠ or * marks those that differ", "你的值；≠ 或 * 标出不同之处"),
    "missing_layer": (
        "{owner} has no attribute {name}.{found}",
        "{owner} 没有属性 {name}。{found}",
    ),
    "found_layer": (" Found {found}, expected {name}.", "找到的是 {found}，需要的是 {name}。"),
    "kind": (
        "{path} is of type {kind}, expected {expected}.",
        "{path} 的类型是 {kind}，需要 {expected}。",
    ),
    "has_bias": (
        "{path} has a bias although qkv_bias was not asked for.",
        "qkv_bias=False 时 {path} 不应有偏置。",
    ),
    "no_bias": (
        "{path} has no bias although qkv_bias=True was asked for.",
        "要求了 qkv_bias=True，{path} 却没有偏置。",
    ),
    "untrainable": (
        "{path} is not among the trainable parameters (module.parameters()).",
        "{path} 不在可训练参数（module.parameters()）之中。",
    ),
    "changed": (
        "the argument {argument} was changed in place.",
        "传入的 {argument} 被就地修改了。",
    ),
    "pair": (
        "found {kind}, expected the pair (attn_weights, context_vecs).",
        "得到的是 {kind}，需要一对结果 (attn_weights, context_vecs)。",
    ),
    "leak": (
        "changing the last token changed context vectors before it, {where}.",
        "改变最后一个词元后，它之前的上下文向量也变了，{where}。",
    ),
    "heads": ("heads has length {found}, expected 2.", "heads 中有 {found} 个头，需要 2 个。"),
    "unregistered": (
        "the heads' weights are not among the parameters of the wrapper.",
        "各个头的权重不在包装模块的可训练参数之中。",
    ),
    "extra": (
        "{path} is a parameter besides the weights of the layers asked for.",
        "{path} 是多余的可训练参数，不属于题目要求的各层。",
    ),
    "drift": (
        "calling the module changed its parameter {path}.",
        "调用模块之后，它的参数 {path} 变了。",
    ),
    "no_raise": (
        "MultiHeadAttention(3, 5, 6, 0.0, 2) was made without an error, though 5 does not split "
        "evenly into 2 heads.",
        "MultiHeadAttention(3, 5, 6, 0.0, 2) 没有报错就创建成功了，尽管 5 不能平分给 2 个头。",
    ),
    "v2_changed": ("{path} of sa_v2 was changed.", "sa_v2 的 {path} 被改变了。"),
    "instance": ("found {kind}, expected {expected}.", "得到的是 {kind}，需要 {expected}。"),
    "setting": (
        "the module was made with {name}={found}; is that what the exercise says?",
        "创建模块时 {name}={found}；这和练习的要求一致吗？",
    ),
    "parameters": (
        "the module has {found} parameters; this layer of the smallest GPT-2 has 2,360,064, or "
        "2,362,368 with qkv_bias.",
        "模块有 {found} 个参数；最小的 GPT-2 的这一层有 2,360,064 个，"
        "带 qkv_bias 时有 2,362,368 个。",
    ),
    "also": ("Also graded, by hidden checks: {also}", "评分时的隐藏检查还会看：{also}"),
    "passed": ("{part}: all visible checks passed", "{part}：可见检查全部通过"),
    "failed": ("{part}: not there yet", "{part}：还没有完成"),
    "progress": (
        "{done} of {total} parts pass their visible checks",
        "{total} 个部分中有 {done} 个通过可见检查",
    ),
    "done": ("passes its visible checks", "通过可见检查"),
    "which_shape": (
        "Think of `{call}`. Which shape has `{name}` after the line `{line}`?",
        "考虑 `{call}`。执行完 `{line}` 这一行之后，`{name}` 的形状是什么？",
    ),
    "which_line": (
        "If one line of your {name} were left out, or only passed something on, there would be no "
        'error, but this would no longer hold: "{sentence}" Which line is it?',
        "你的 {name} 中有一行，去掉它，或者让它把输入原样传下去，都不会报错，"
        "但下面这一条就不再成立：“{sentence}”是哪一行？",
    ),
    "left_out": (
        "`{line}`; without this line it would no longer hold.",
        "`{line}`：去掉这一行，这一条就不再成立。",
    ),
    "passes_on": (
        "`{line}`; if it only passed `{passed}` on, it would no longer hold.",
        "`{line}`：如果它只把 `{passed}` 原样传下去，这一条就不再成立。",
    ),
    "answers": ("Answers:", "答案："),
    "unfold": ("Answer", "答案"),
    "no_question": (
        "No question about this code has an answer that is certain; run its cell again, or explain "
        "each of its lines to somebody.",
        "对这段代码没有答案确定的问题；请重新运行它所在的单元格，或者把每一行讲给别人听。",
    ),
    "not_asked": (
        "There are no questions about {part}; there are about these: {parts}.",
        "没有关于 {part} 的问题；有问题的部分：{parts}。",
    ),
    "no_picture": (
        "{part} has no picture; these have one: {parts}.",
        "{part} 没有图；有图的部分：{parts}。",
    ),
    "not_drawn": (
        "{part} is not done yet: its picture appears once the answer can be called.",
        "{part} 还没有完成：代码能运行之后，这里才会画图。",
    ),
}
