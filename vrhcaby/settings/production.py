"""Production: PostgreSQL and Redis, keys from the environment, behind a proxy that speaks TLS."""

from django.core.exceptions import ImproperlyConfigured

from vrhcaby.settings.base import *
from vrhcaby.settings.base import ENVIRON, environment, logs
from vrhcaby.spoken import gettext as _


def _required(name: str) -> str:
    value = ENVIRON.get(name, "").strip()
    if not value:
        raise ImproperlyConfigured(
            _("Production needs the environment variable %(name)s.") % {"name": name}
        )
    return value


SECRET_KEY = _required("SECRET_KEY")
SEED_KEYS = environment.words(_required("SEED_KEYS"))
ALLOWED_HOSTS = environment.words(_required("VRHCABY_HOSTS"))
SITE_URL = (ENVIRON.get("VRHCABY_URL") or f"https://{ALLOWED_HOSTS[0].lstrip('.')}").rstrip("/")

# The number of proxies in front of us: without it the address of a client cannot be told,
# and rate limits would count the proxy.
PROXY_COUNT = environment.whole(ENVIRON, "VRHCABY_PROXIES", 0)
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = environment.whole(ENVIRON, "VRHCABY_HSTS_SECONDS", 31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

STAFF_NEEDS_SECOND_FACTOR = environment.truth(ENVIRON.get("VRHCABY_STAFF_SECOND_FACTOR", "1"))

LOGGING = logs.json_lines(level=ENVIRON.get("VRHCABY_LOG_LEVEL", "INFO"))
