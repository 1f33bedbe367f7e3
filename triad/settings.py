"""Django's settings; what the environment may change is read in triad.env."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from csp.constants import NONE, SELF
from django.urls import reverse_lazy

from triad import env

BASE_DIR = env.BASE_DIR
VAR_DIR = env.var_dir()
TESTING = "pytest" in sys.modules

SECRET_KEY = env.secret_key(VAR_DIR)
DEBUG = env.flag("TRIAD_DEBUG")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.words("TRIAD_HOSTS")]

INSTALLED_APPS = [
    "triad",
    "daphne",
    "accounts",
    "cards",
    "matches",
    "shop",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django_htmx",
    "import_export",
    "simple_history",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.PlayerMiddleware",
    "triad.middleware.GameErrorMiddleware",
    "accounts.viewing.middleware.ViewingMiddleware",
]

ROOT_URLCONF = "triad.urls"
ASGI_APPLICATION = "triad.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.player",
                "accounts.context.bell",
                "accounts.context.sign_in",
                "matches.context.live",
            ],
        },
    },
]

DATABASES = {"default": env.database(VAR_DIR)}
if TESTING and DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, because sockets and the clock ask it from threads of their own; one a test process.
    DATABASES["default"]["TEST"] = {"NAME": os.path.join(tempfile.gettempdir(), f"triad-test-{os.getpid()}.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
# Pages wait for it: where it is there and does not answer, they go on without it.
REDIS_CACHE: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": REDIS_URL,
    "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
}
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": os.environ.get("TRIAD_REDIS_PREFIX", "triad")},
        }
    }
    CACHES = {"default": REDIS_CACHE}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # What limits count is kept there, and must not be thrown out for want of room.
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
    }

# Sockets that one person, or one browser without account, may hold open; and the threads that serve all sockets.
LIVE_SOCKETS_A_VISITOR = env.number("TRIAD_SOCKETS_A_VISITOR", default=20)
# And those of all visitors without account from one address, whatever cookies they choose.
LIVE_SOCKETS_AN_ADDRESS = env.number("TRIAD_SOCKETS_AN_ADDRESS", default=400)
# And sockets that one of them may open anew, as so many in so many seconds; 0 is no limit, here and below.
LIVE_CONNECTIONS = env.rate("TRIAD_LIMIT_CONNECTIONS", default=(120, 60))
LIVE_THREADS = env.number("TRIAD_LIVE_THREADS", default=4)

# Open challenges and invites of one player that wait at once.
OPEN_CHALLENGES_AT_ONCE = env.number("TRIAD_OPEN_CHALLENGES", default=3)

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
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
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_LOGOUT_REDIRECT_URL = reverse_lazy("start")
ACCOUNT_PRESERVE_USERNAME_CASING = True
LOGIN_REDIRECT_URL = reverse_lazy("start")
LOGIN_URL = reverse_lazy("account_login")
# Beside allauth's own: guests are made as seldom as accounts (accounts.guests), and pictures take time to read.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"guest": "20/m/ip", "picture": "20/m/user"}
# How often one player, or a visitor's address, may do what others have to read: so many times in so many seconds.
LIMITS = {
    "challenge": env.rate("TRIAD_LIMIT_CHALLENGES", default=(12, 60)),
    "open": env.rate("TRIAD_LIMIT_OPEN_CHALLENGES", default=(20, 600)),
    "robot": env.rate("TRIAD_LIMIT_ROBOTS", default=(20, 60)),
    "chat": env.rate("TRIAD_LIMIT_CHAT", default=(8, 15)),
    "quiz": env.rate("TRIAD_LIMIT_QUIZ", default=(6, 300)),
    "trade": env.rate("TRIAD_LIMIT_TRADES", default=(20, 60)),
    "report": env.rate("TRIAD_LIMIT_REPORTS", default=(10, 3600)),
    "picture": env.rate("TRIAD_LIMIT_PICTURES", default=(30, 60)),
    "letter": env.rate("TRIAD_LIMIT_LETTERS", default=(5, 3600)),
    "export": (6, 3600),
    "mail": (30, 3600),
    "password": (10, 600),
}
if TESTING or env.flag("TRIAD_NO_RATE_LIMITS"):
    ACCOUNT_RATE_LIMITS = False
    LIMITS = dict.fromkeys(LIMITS, (0, 1))
    LIVE_CONNECTIONS = (0, 1)

SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
BEHIND_PROXY = env.flag("TRIAD_BEHIND_TLS")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    # Sign-ins and guests are counted by where they come from, not all together by the proxy.
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "triad.static.HashedStatic"
    },
}
MEDIA_ROOT = VAR_DIR / "media"

EMAIL_BACKEND = os.environ.get("TRIAD_EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("TRIAD_EMAIL_FROM", "triad@localhost")
# Who is mailed each letter to the staff.
STAFF_EMAIL = env.words("TRIAD_STAFF_EMAIL")
# Where the site is found from outside: what links in mails begin with.
SITE_ADDRESS = os.environ.get("TRIAD_ADDRESS", "http://127.0.0.1:8000").rstrip("/")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"triad": {"level": "INFO"}, "django.channels.server": {"level": "ERROR"}},
}
