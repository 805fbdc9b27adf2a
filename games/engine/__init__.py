"""The rules of the game, pure: values in, values out; no clock, no chance, no framework."""
