"""
name = "the positions are not added"
name_zh = "没有加上位置"
question = "Do the logits of your model change when two earlier tokens swap places?"
question_zh = "交换前面两个词元的位置，你的模型的 logits 会变吗？"
"""

class GPTModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tok_emb = nn.Embedding(cfg["vocab_size"], cfg["emb_dim"])
        self.pos_emb = nn.Embedding(cfg["context_length"], cfg["emb_dim"])
        self.blocks = nn.ModuleList([TransformerBlock(cfg, CausalSelfAttention(cfg)) for _ in range(cfg["n_layers"])])
        self.final_norm = LayerNorm(cfg["emb_dim"])
        self.out_head = nn.Linear(cfg["emb_dim"], cfg["vocab_size"], bias=False)

    def forward(self, ids):
        x = self.tok_emb(ids)
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))
