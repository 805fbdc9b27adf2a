"""The whole site in one process: server, Celery worker and beat, for `manage.py club`."""
