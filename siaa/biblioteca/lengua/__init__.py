"""Words: one normal form, and the terms that a text and a question have in common."""
