"""`hibrida`: the same levels and modes, each with a formula of retrieval research."""
