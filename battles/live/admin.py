"""Battles for staff: to look at. A change past play.py would break them, so there is none."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from .models import Guest, LiveBattle


class Looked(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(LiveBattle)
class Battles(Looked):
    """Neither position nor dice are shown: who plays may be staff, too."""

    list_display = ("id", "preset", "map_id", "phase", "number", "ruleset", "catalogue", "created")
    list_filter = ("phase", "preset", "ruleset", "catalogue")
    fields = list_display
    search_fields = ("id",)
    ordering = ("-created",)


@admin.register(Guest)
class Guests(Looked):
    list_display = ("id", "name", "created")
    search_fields = ("id", "name")
