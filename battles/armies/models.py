"""Army lists as they are stored."""

from django.db import models


class ArmyList(models.Model):
    """A list of units for one size of battle; `content` is the list in the form that battles.rules.army reads.

    The owner is a guest of the live table, by id only: armies knows nothing of live.
    """

    owner = models.UUIDField(null=True, db_index=True)
    name = models.CharField(max_length=200)
    size = models.PositiveSmallIntegerField()
    content = models.JSONField()
    catalogue = models.CharField(max_length=40)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.size})"
