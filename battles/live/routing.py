"""The one socket of the battle page."""

from django.urls import path

from .consumers import BattleConsumer

websocket_urlpatterns = [path("ws/b/<str:battle_id>/", BattleConsumer.as_asgi())]
