#!/usr/bin/env python3
"""The command line of the site; the first command on a bare machine installs what it needs."""

import os
import sys

from vrhcaby import bootstrap, interpreters


def main(arguments):
    """Run a command, inside an environment that has the packages; return the exit code."""
    try:
        bootstrap.enter(os.path.dirname(os.path.abspath(__file__)), arguments)
    except interpreters.Refusal as refusal:
        return _refuse(refusal)
    except KeyboardInterrupt:
        return 130
    if arguments[:1] == ["test"]:
        from tests.infrastructure import run

        return run.main(arguments[1:])
    return _django(arguments)


def _django(arguments):
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "vrhcaby.settings.embedded")
    try:
        # Read here, because Django would hide a reason such as a read-only data folder
        # behind "unknown command".
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as error:
        return _refuse(error)
    execute_from_command_line([sys.argv[0], *arguments])
    return 0


def _refuse(reason):
    sys.stderr.write(str(reason) + "\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
