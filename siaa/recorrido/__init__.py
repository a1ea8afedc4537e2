"""THE JOURNEY of one question. The only room that knows the order of the stages."""
