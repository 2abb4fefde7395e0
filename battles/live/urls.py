"""Addresses of the live table. Every panel has its own."""

from django.urls import path

from ..armies import keys  # noqa: F401  registers what `key` is in a path
from . import against, asides, attending, book, curtains, habits, moving, pictures, together, views

app_name = "live"

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", book.contents, name="rules"),
    path("rules/search/", book.search, name="rules_search"),
    path("rules/card/<str:rule>/", book.card, name="rule_card"),
    path("rules/<str:name>/", book.chapter, name="chapter"),
    path("maps/<str:build>/<str:map_id>-<str:theme>.svg", pictures.picture, name="picture"),
    path("battles/", views.mine, name="mine"),
    path("battles/new", views.new_battle, name="new"),
    path("battles/against", against.quick, name="against"),
    path("battles/guided", against.guided, name="guided"),
    path("battles/spectacle", against.spectacle, name="spectacle"),
    path("s/<key:token>/", views.seat, name="seat"),
    path("r/<key:token>/", views.recovery, name="recovery"),
    path("m/<key:token>/", moving.passage, name="passage"),
    path("w/<key:token>/", views.watch, name="watch"),
    path("b/<key:battle_id>/", views.battle, name="battle"),
    path("b/<key:battle_id>/army", views.army, name="army"),
    path("b/<key:battle_id>/end", views.end, name="end"),
    path("b/<key:battle_id>/machine", against.machine, name="machine"),
    path("b/<key:battle_id>/command", views.command, name="command"),
    path("b/<key:battle_id>/together", together.together, name="together"),
    path("b/<key:battle_id>/panel/<str:name>/", views.panel, name="panel"),
    path("b/<key:battle_id>/overlay/<str:unit>/", views.overlay, name="overlay"),
    path("b/<key:battle_id>/log/", asides.log, name="log"),
    path("b/<key:battle_id>/away/", asides.away, name="away"),
    path("b/<key:battle_id>/chronicle/", asides.chronicle, name="chronicle"),
    path("b/<key:battle_id>/again", views.again, name="again"),
    path("b/<key:battle_id>/plan/", asides.plan, name="plan"),
    path("b/<key:battle_id>/odds/<str:unit>/<str:weapon>/<str:target>/", asides.odds, name="odds"),
    path("b/<key:battle_id>/ruler/<str:start>/<str:end>/", views.ruler, name="ruler"),
    path("b/<key:battle_id>/sheet/", views.sheet, name="sheet"),
    path("b/<key:battle_id>/habits/", habits.panel, name="habits"),
    path("b/<key:battle_id>/habits/chain/", habits.chain, name="chain"),
    path("b/<key:battle_id>/draft/", habits.draft, name="draft"),
    path("b/<key:battle_id>/sync/", views.sync, name="sync"),
    path("b/<key:battle_id>/presence/", attending.presence, name="presence"),
    path("b/<key:battle_id>/claim", attending.claim, name="claim"),
    path("b/<key:battle_id>/second/", curtains.second, name="second"),
    path("b/<key:battle_id>/lift", curtains.lift, name="lift"),
    path("b/<key:battle_id>/move", moving.make, name="move"),
    path("b/<key:battle_id>/file/", views.battle_file, name="file"),
]
