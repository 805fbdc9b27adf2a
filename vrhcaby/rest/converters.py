"""Numbers in addresses: what can be an id, and nothing larger than a database column."""


class IdConverter:
    """A positive whole number below 10^15."""

    regex = "[1-9][0-9]{0,14}"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Return its text."""
        return str(value)
