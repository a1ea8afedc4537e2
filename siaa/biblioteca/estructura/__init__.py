"""A text → its headings, sections and sentences."""
