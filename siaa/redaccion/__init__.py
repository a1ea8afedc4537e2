"""Stages 4 and 6: the prompt that goes to the model, and what people read. Pure."""
