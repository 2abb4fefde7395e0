"""Settings: safe for one machine with nothing installed; the environment changes them (see README)."""

import hashlib
import os
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.build import build_id
from config.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environment.text("DRUZHINA_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("HTTPS")
SECRET_KEY = environment.text("SECRET_KEY") or secret_key(VAR_DIR / "secret_key")
BUILD_ID = environment.text("BUILD_ID") or build_id(BASE_DIR)

try:
    DRUZHINA_DICE_SEED = environment.dice_seed(os.environ)
except ValueError as fault:
    raise ImproperlyConfigured(str(fault)) from None

# --- who may ask -------------------------------------------------------------------------------------------------

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *environment.words("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")

# Cookies know hosts, not ports: two installations on one machine must not take each other's.
_installation = hashlib.sha256(f"cookies of {SECRET_KEY}".encode()).hexdigest()[:8]
SESSION_COOKIE_NAME = f"druzhina_session_{_installation}"
CSRF_COOKIE_NAME = f"druzhina_csrf_{_installation}"
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"  # visitors without cookies leave nothing behind
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header without TLS outside localhost, and complain in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"

CSRF_FAILURE_VIEW = "config.faults.page_too_old"

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- accounts: nobody needs one ----------------------------------------------------------------------------------

LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "accounts:account"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
# Without it a forgotten password is reset by a link that staff make.
EMAIL_URL = environment.text("EMAIL_URL")
if EMAIL_URL:
    globals().update(environment.mail(EMAIL_URL))
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "druzhina@localhost")

# --- what it is made of ------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",  # first: it makes runserver speak ASGI
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "config",
    "battles.armies",
    "battles.live",
    "battles.accounts",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # adds random bytes, and tokens are masked: nothing to guess by lengths
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

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
                "config.context.build",
            ],
        },
    },
]

# --- where things are kept ---------------------------------------------------------------------------------------

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES: dict[str, Any] = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "druzhina.sqlite3"},
}
if DATABASE_URL := environment.text("DATABASE_URL"):
    DATABASES["default"] = dj_database_url.parse(DATABASE_URL, conn_max_age=600, conn_health_checks=True)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["CONN_MAX_AGE"] = None  # opening a file takes longer than most questions
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a deferred transaction fails at once when it turns from reading to writing
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }

REDIS_URL = environment.text("REDIS_URL")
CHANNEL_LAYERS: dict[str, Any] = {
    "default": {
        "BACKEND": "channels.layers.InMemoryChannelLayer",
        "CONFIG": {"capacity": 10_000},  # one channel for all battles of the process: of 100 the newest news is lost
    },
}
CACHES: dict[str, Any] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # of its own, so that no count of presses ever crowds it out
    "presence": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "presence",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}
if REDIS_URL:
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "druzhina"},
    }
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "druzhina",
    }
    CACHES["presence"] = {**CACHES["default"], "KEY_PREFIX": "druzhina.presence"}

CLOCKWORK = True  # whoever serves also plays the server's seats

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns about a missing one
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = DEBUG

# --- language and time -------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGES = [("en", "English"), ("ru", "Русский")]  # each in its own words
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- what is told to whoever runs it -----------------------------------------------------------------------------

LOG_LEVEL = environment.text("LOG_LEVEL", "WARNING")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.Line"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "battles": {"handlers": ["stderr"], "level": LOG_LEVEL, "propagate": False},
        "daphne": {"handlers": ["stderr"], "level": LOG_LEVEL, "propagate": False},
    },
}
