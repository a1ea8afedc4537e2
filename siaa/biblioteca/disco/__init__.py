"""The index in a file, so that a large library need not be analysed at every start."""
