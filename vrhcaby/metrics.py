"""What a process counts of itself, for Prometheus; every process has its own figures.

Web processes show theirs at `/metrics`, Celery workers on a port of their own. Labels take few
values, all of our own making: never a name, an address or a path.
"""

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

SOCKETS = Gauge("vrhcaby_sockets", "Open sockets by what they are for.", ["place"])
COMMANDS = Counter(
    "vrhcaby_commands", "Commands at matches by kind and `ok` or refusal.", ["kind", "result"]
)
COMMAND_SECONDS = Histogram(
    "vrhcaby_command_seconds", "From a command's arrival to its answer.", buckets=_SECONDS
)
FRAMES_REFUSED = Counter(
    "vrhcaby_frames_refused", "Frames that were not even judged, by the error sent.", ["code"]
)
PUSHES_LOST = Counter(
    "vrhcaby_pushes_lost", "Messages that the channel layer did not take: pages catch up."
)
LAYER_DROPS = Counter(
    "vrhcaby_layer_drops", "Messages that a socket's full queue in this process did not take."
)
REQUESTS = Counter("vrhcaby_requests", "HTTP requests by method and status.", ["method", "status"])
REQUEST_SECONDS = Histogram(
    "vrhcaby_request_seconds", "From a request to the head of its answer.", buckets=_SECONDS
)
SWEEP_SECONDS = Histogram("vrhcaby_sweep_seconds", "How long a sweep took.", buckets=_SECONDS)
VERDICT_LAG_SECONDS = Histogram(
    "vrhcaby_verdict_lag_seconds", "From a deadline to the sweep's verdict.", buckets=_SECONDS
)
TASKS = Counter("vrhcaby_tasks", "Celery tasks by name and how they ended.", ["name", "result"])
TASK_SECONDS = Histogram(
    "vrhcaby_task_seconds", "How long Celery tasks took.", ["name"], buckets=_SECONDS
)
QUEUED = Gauge("vrhcaby_queued_tasks", "Tasks that wait in the broker, by queue.", ["queue"])
SWEEP_AGE_SECONDS = Gauge(
    "vrhcaby_sweep_age_seconds", "Age of the last sweep, of whatever process; -1 without one."
)
LIVE_MATCHES = Gauge("vrhcaby_live_matches", "Matches being played, on the whole site.")


def exposition() -> bytes:
    """Return all figures of this process in Prometheus's text format."""
    return generate_latest(REGISTRY)
