"""How well the library is searched, measured with questions whose answers are known."""
