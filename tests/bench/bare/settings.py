"""The settings of the site with other addresses, and a table for the presses."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.bench.bare"]
ROOT_URLCONF = "tests.bench.bare.pages"
ASGI_APPLICATION = "tests.bench.bare.asgi.application"
