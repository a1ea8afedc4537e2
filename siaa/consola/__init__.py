"""The command line: what can be ordered, and what is read at a terminal."""
