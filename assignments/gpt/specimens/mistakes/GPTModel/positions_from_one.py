"""
name = "positions that start at 1"
name_zh = "位置从 1 开始"
question = "Which place has the first token?"
question_zh = "第一个词元的位置是多少？"
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
        x = self.tok_emb(ids) + self.pos_emb(torch.arange(1, ids.shape[1] + 1) % self.pos_emb.num_embeddings)
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))
