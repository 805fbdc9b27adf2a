"""System checks that refuse a half-configured production."""
