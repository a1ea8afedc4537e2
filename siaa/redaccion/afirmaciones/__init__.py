"""Stage 6: what an answer claims, read into values and checked against its passages."""
