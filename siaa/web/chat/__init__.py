"""The page where people ask, and the chat behind it."""
