"""The record of questions, kept in SQLite."""
