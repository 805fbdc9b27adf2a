"""The site around the applications: settings, processes, and the doors they share.

Empty of imports on purpose: `vrhcaby.bootstrap` runs before any package is installed.
"""
