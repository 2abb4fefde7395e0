"""The Django app of the battles that are being played."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "battles.live"
    label = "live"
    default_auto_field = "django.db.models.BigAutoField"
