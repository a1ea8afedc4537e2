"""Stage 1: a conversation → what was asked. Pure."""
