"""Template filters of the accounts."""
