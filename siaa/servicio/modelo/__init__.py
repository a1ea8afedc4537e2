"""The model while it runs: its health, whose turn it is, what it is writing and has written."""
