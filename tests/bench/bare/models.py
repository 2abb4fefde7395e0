"""What is stored of a press."""

from django.db import models


class Press(models.Model):
    """One press; its key is the number that is shown."""

    pressed = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return str(self.pk)
