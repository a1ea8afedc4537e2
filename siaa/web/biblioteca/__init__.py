"""What is in the library: people look through it, its administrator changes it."""
