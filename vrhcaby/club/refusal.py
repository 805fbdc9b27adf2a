"""Why the one process cannot start or go on."""


class CannotRun(Exception):
    """The site cannot run here; the text is the one sentence that a person gets."""
