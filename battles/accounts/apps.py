"""The Django app of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "battles.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
