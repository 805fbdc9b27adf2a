"""Everything the site needs to know, in sections; values come from the environment.

A variant (`embedded`, `production`, `test`) imports all of this and overrides a few names.
"""

from collections.abc import Mapping
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from vrhcaby.settings import environment, logs, rest
from vrhcaby.settings.environment import Services

ENVIRON = environment.current()
BASE_DIR = Path(__file__).resolve().parents[2]
DATA_FOLDER = environment.data_folder(ENVIRON, BASE_DIR)


def services(environ: Mapping[str, str]) -> Services:
    """Choose database, channel layer, broker and cache by DATABASE_URL, REDIS_URL and CACHE_URL.

    REDIS_URL serves the channel layer and, unless BROKER_URL names another, the Celery broker.
    The cache is apart, because it may evict and the broker may not.
    """
    redis_url = environ.get("REDIS_URL", "")
    database = environment.database(
        environ.get("DATABASE_URL", ""),
        folder=DATA_FOLDER,
        lock_timeout_ms=environment.whole(environ, "VRHCABY_LOCK_TIMEOUT_MS", 3000),
        pool_size=environment.whole(environ, "VRHCABY_POOL", 8),
    )
    on_sqlite = database["ENGINE"].endswith("sqlite3")
    lanes = environment.LANES_SQLITE if on_sqlite else environment.LANES_POSTGRESQL
    return Services(
        database=database,
        channel_layer=environment.channel_layer(redis_url),
        cache=environment.cache(environ.get("CACHE_URL", "")),
        broker_url=environ.get("BROKER_URL") or redis_url or "memory://localhost/",
        broker_options={} if redis_url else {"polling_interval": 0.05},
        lanes=environment.whole(environ, "VRHCABY_LANES", lanes),
    )


SERVICES = services(ENVIRON)

# Core
DEBUG = False
ROOT_URLCONF = "vrhcaby.urls"
ASGI_APPLICATION = "vrhcaby.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ALLOWED_HOSTS = environment.words(ENVIRON.get("VRHCABY_HOSTS", ""))
PROXY_COUNT = 0
CSRF_TRUSTED_ORIGINS = environment.words(ENVIRON.get("VRHCABY_ORIGINS", ""))

INSTALLED_APPS = [
    "daphne",
    "vrhcaby",
    "accounts",
    "games",
    "ladder",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    # Static files are compressed beforehand; this pads pages so that their length tells nothing.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.private_pages",
    "accounts.middleware.preferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.suspensions",
    "accounts.middleware.staff_second_factor",
    "vrhcaby.outage.OutageMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# State and messages
DATABASES = {"default": SERVICES.database}
CHANNEL_LAYERS = {"default": SERVICES.channel_layer}
CACHES = {
    "default": SERVICES.cache,
    # Written pages, kept by each process for itself: needs no Redis, and a bounded memory.
    "parts": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "parts",
        "OPTIONS": {"MAX_ENTRIES": 100},
    },
}
DATABASE_LANES = SERVICES.lanes

# Celery: the schedule is code, so that nobody switches the clocks off by mistake
CELERY_BROKER_URL = SERVICES.broker_url
CELERY_BROKER_TRANSPORT_OPTIONS = SERVICES.broker_options
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ROUTES = {"games.sweep": {"queue": "clocks"}}
WORK_QUEUES = ["clocks", "default"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.sweep", "schedule": 1.0, "options": {"expires": 2}},
    "tournaments": {"task": "ladder.tick", "schedule": 60.0, "options": {"expires": 60}},
    "forecasts": {"task": "ladder.forecast", "schedule": 20.0, "options": {"expires": 20}},
    "close stale challenges": {
        "task": "games.close_stale_challenges",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "count dice": {"task": "games.count_dice", "schedule": 60.0, "options": {"expires": 60}},
    "audit": {"task": "ladder.audit", "schedule": 900.0, "options": {"expires": 600}},
    "forget old accounts' data": {
        "task": "accounts.forget_old",
        "schedule": 6 * 3600.0,
        "options": {"expires": 3600},
    },
    "forget old chats": {
        "task": "games.forget_old",
        "schedule": 6 * 3600.0,
        "options": {"expires": 3600},
    },
    "look for rating abuse": {
        "task": "ladder.look_for_abuse",
        "schedule": 6 * 3600.0,
        "options": {"expires": 3600},
    },
    "tell ended mutes": {
        "task": "accounts.tell_ended_mutes",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
    "send notices": {
        "task": "accounts.send_notices",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
}

# Members
AUTH_USER_MODEL = "accounts.Member"
AUTHENTICATION_BACKENDS = ["accounts.backends.MemberBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.ModestArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

EMAIL_URL = ENVIRON.get("EMAIL_URL", "")
globals().update(environment.mail(EMAIL_URL))
# Where the site is to be found, for addresses in e-mails that no request has caused
SITE_URL = ENVIRON.get("VRHCABY_URL", "http://127.0.0.1:8000").rstrip("/")
DEFAULT_FROM_EMAIL = ENVIRON.get("VRHCABY_MAIL_FROM", "vrhcaby@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.forms.LoginForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
# Whoever has read the letter is in at once: guesses of others at his password do not matter then
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Vrhcáby] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http"
# Failures by account and address tightly. By address alone so that one person's mistakes shut no
# club room out; by account alone so that one address by itself never reaches it (5 in 5 minutes are
# 60 an hour): many bound each other, and their victim enters by a forgotten password.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "120/m/ip,5/5m/key",
    "login_failed_anywhere": "100/h/key",
    "signup": "40/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "change_password": "5/m/user",
    "confirm_email": "1/3m/key",
    "manage_email": "10/m/user",
}

# The second factor; the administration needs one where STAFF_NEEDS_SECOND_FACTOR says so
MFA_ADAPTER = "accounts.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Vrhcáby"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL
MFA_FORMS = {
    "authenticate": "accounts.forms.AuthenticateForm",
    "reauthenticate": "accounts.forms.ReauthenticateByCodeForm",
    "activate_totp": "accounts.forms.ActivateTOTPForm",
}
STAFF_NEEDS_SECOND_FACTOR = environment.truth(ENVIRON.get("VRHCABY_STAFF_SECOND_FACTOR", "0"))

# How many days things are kept that are no games; 0 is for ever
KEEP_CHAT_DAYS = environment.whole(ENVIRON, "VRHCABY_KEEP_CHAT_DAYS", 365)
KEEP_REPORTS_DAYS = environment.whole(ENVIRON, "VRHCABY_KEEP_REPORTS_DAYS", 730)
KEEP_CHALLENGES_DAYS = environment.whole(ENVIRON, "VRHCABY_KEEP_CHALLENGES_DAYS", 180)
KEEP_NOTICES_DAYS = environment.whole(ENVIRON, "VRHCABY_KEEP_NOTICES_DAYS", 365)

# Languages and time
LANGUAGE_CODE = "cs"
LANGUAGES = [("cs", _("Czech")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "vrhcaby" / "locale"]
TIME_ZONE = "Europe/Prague"
USE_I18N = True
USE_TZ = True
CLOCK_MAY_BE_MOVED = False

# Static files
STATIC_URL = "/static/"
STATIC_ROOT = ENVIRON.get("VRHCABY_STATIC") or DATA_FOLDER / "static"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "vrhcaby.staticfiles.UsedAppsFinder",
]
STATICFILES_DIRS = [("swagger-ui", rest.swagger_ui())]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "vrhcaby.staticfiles.ModuleManifestStorage"},
}

# What a browser may do
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# Forms carry the token themselves: no script needs the cookie.
CSRF_COOKIE_HTTPONLY = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# The REST interface
REST_FRAMEWORK = rest.FRAMEWORK
SPECTACULAR_SETTINGS = rest.OPENAPI
API_RATES = rest.API_RATES
# What operators see
ADMINS = environment.people(ENVIRON.get("VRHCABY_ADMINS", ""))
METRICS_TOKEN = ENVIRON.get("VRHCABY_METRICS_TOKEN", "").strip()
METRICS_FROM = environment.words(ENVIRON.get("VRHCABY_METRICS_FROM", ""))
WORKER_METRICS = ENVIRON.get("VRHCABY_WORKER_METRICS", "").strip()

# Logs
LOGGING = logs.console(level=ENVIRON.get("VRHCABY_LOG_LEVEL", "INFO"))
