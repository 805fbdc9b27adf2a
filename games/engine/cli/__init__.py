"""The engine from the command line: JSON lines in, JSON lines out."""
