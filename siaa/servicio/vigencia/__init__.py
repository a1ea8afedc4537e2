"""The library in force: reloads, the watcher, and the exam that a new index has to pass."""
