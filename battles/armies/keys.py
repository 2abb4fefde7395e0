"""What the keys in our addresses are made of; anything else ends before it reaches a database."""

from django.urls import register_converter


class KeyConverter:
    """A battle's id or a link's token: PostgreSQL cannot even look for a NUL."""

    regex = "[A-Za-z0-9_-]{1,40}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return str(value)


register_converter(KeyConverter, "key")
