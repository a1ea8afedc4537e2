"""Who may do what, decided from what a request says of itself. Pure but for reading tokens."""
