"""SIAA: answers questions from an institution's own documents, on one office PC."""

__version__ = "0.1.0"
