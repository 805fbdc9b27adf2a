"""What a person sees of an installation, and what of pip's lines; standard library only."""

import sys

from vrhcaby.spoken import gettext as _


def say(text):
    """Show a line of progress at once."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def show(stream, total):
    """Pass pip's lines on as a count of packages; return them all."""
    lines = []
    seen = 0
    for raw in stream:
        line = raw.decode("utf-8", "replace").rstrip()
        lines.append(line)
        if line.startswith(("Collecting ", "Processing ", "Requirement already satisfied: ")):
            seen += 1
            _tick(seen, total)
        elif line.startswith("Installing collected"):
            say("  " + _("putting them in place …"))
    return lines


def reason(lines):
    """Return the sentence in which pip told why it failed, or its last line."""
    errors = [line for line in lines if line.startswith("ERROR: ")]
    return errors[-1][len("ERROR: ") :].rstrip(".") + "." if errors else _last_of(lines)


def last_line(output):
    """Return the last line of a program's output that is not empty, without its full stop."""
    return _last_of(output.decode("utf-8", "replace").splitlines()).rstrip(".")


def _tick(seen, total):
    if (seen < total and seen % 10 == 0) or seen == total:
        say("  " + _("%(seen)s packages of %(total)s") % {"seen": seen, "total": total})


def _last_of(lines):
    full = [line.strip() for line in lines if line.strip()]
    return full[-1] if full else _("no reason was given.")
