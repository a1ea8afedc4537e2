"""`canal`: passages found by vectors and by words, fused by their places."""
