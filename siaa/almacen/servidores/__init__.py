"""Stores that are servers of their own, which several SIAA may share."""
