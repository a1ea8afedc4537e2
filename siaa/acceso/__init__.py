"""Who may do what, by what a request says. Pure but for reading tokens and who made a call."""
