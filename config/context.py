"""What every template may ask."""

from django.conf import settings
from django.http import HttpRequest


def build(request: HttpRequest) -> dict[str, str]:
    """The name of the running build: a page of an older one reloads itself."""
    return {"BUILD_ID": settings.BUILD_ID}
