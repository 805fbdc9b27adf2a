"""Reads of tournaments, a module a subject; nothing here writes."""
