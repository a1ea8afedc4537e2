"""A measurement in words, tables and pictures."""
