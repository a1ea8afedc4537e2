"""A document as a safe page, with the cited passage marked."""
