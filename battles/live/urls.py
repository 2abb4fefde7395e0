"""Addresses of the live table. Every panel has its own."""

from django.urls import path

from . import views

app_name = "live"

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("battles/", views.mine, name="mine"),
    path("battles/new", views.new_battle, name="new"),
    path("s/<str:token>/", views.seat, name="seat"),
    path("r/<str:token>/", views.recovery, name="recovery"),
    path("w/<str:token>/", views.watch, name="watch"),
    path("b/<str:battle_id>/", views.battle, name="battle"),
    path("b/<str:battle_id>/army", views.army, name="army"),
    path("b/<str:battle_id>/command", views.command, name="command"),
    path("b/<str:battle_id>/panel/<str:name>/", views.panel, name="panel"),
    path("b/<str:battle_id>/overlay/<str:unit>/", views.overlay, name="overlay"),
    path("b/<str:battle_id>/sync/", views.sync, name="sync"),
    path("b/<str:battle_id>/file/", views.battle_file, name="file"),
]
