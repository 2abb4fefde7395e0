"""The Django app of army lists."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    name = "battles.armies"
    label = "armies"
    default_auto_field = "django.db.models.BigAutoField"
