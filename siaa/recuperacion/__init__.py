"""Question → documents and fragments. Pure: every function takes the index and returns values."""
