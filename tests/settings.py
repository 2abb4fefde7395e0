"""Settings of the test process: its own database file, static files straight from the source."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

SCRATCH = Path(tempfile.mkdtemp(prefix="druzhina-tests-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
os.environ["DRUZHINA_VAR"] = str(SCRATCH)
os.environ["DRUZHINA_TESTING"] = "1"

from config.settings import *  # noqa: E402, F403  the environment must be set first
from config.settings import DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(SCRATCH / "test.sqlite3")}  # threads share a file
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # many sign up in tests
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
CLOCKWORK = False  # a test plays the server's seats itself, where it wants them played
