"""Where the vectors of passages are kept and searched."""
