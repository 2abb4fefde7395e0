"""Lists for staff: to look at and to delete; what was shared or fought stays as it is."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from .models import ArmyList, Fielding, Revision, Share


class ReadOnly(admin.ModelAdmin):
    """Everything is shown, nothing is written past lists.py."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(ArmyList)
class Lists(ReadOnly):
    """What is in a list is not shown: who plays against its owner may be staff, too."""

    list_display = ("id", "name", "size", "catalogue", "version", "changed", "deleted")
    fields = list_display
    list_filter = ("deleted", "changed")
    search_fields = ("id", "owner")
    ordering = ("-changed",)

    @admin.display(description="name")
    def name(self, row: ArmyList) -> str:
        return str(row.content.get("name", ""))

    @admin.display(description="size")
    def size(self, row: ArmyList) -> int:
        return int(row.content.get("size", 0))

    @admin.display(description="catalogue")
    def catalogue(self, row: ArmyList) -> str:
        return str(row.content.get("catalogue", ""))


@admin.register(Revision)
class Revisions(ReadOnly):
    list_display = ("army_id", "number", "kind", "label", "created")
    fields = list_display
    search_fields = ("army__id",)
    list_select_related = ("army",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Share)
class Shares(ReadOnly):
    list_display = ("token", "army_id", "kind", "version", "created")
    fields = list_display


@admin.register(Fielding)
class Fieldings(ReadOnly):
    list_display = ("army_id", "version", "battle", "side", "created")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
