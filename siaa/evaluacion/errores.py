"""What can be wrong with what an evaluation is given."""


class ErrorEvaluacion(ValueError):
    """A file or an option that cannot be used; its text is one Spanish sentence for the user."""
