"""Waitress, its connections and threads, and how much one client may ask."""
