"""Template filters of the ladder."""
