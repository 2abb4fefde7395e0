"""Addresses of army lists."""

from django.urls import path

from . import away, keys, outward, views  # noqa: F401  keys registers what `key` is in a path

app_name = "armies"

urlpatterns = [
    path("", views.index, name="index"),
    path("worker.js", away.worker, name="worker"),
    path("offline/", away.away, name="away"),
    path("schema.json", outward.schema, name="schema"),
    path("import", outward.take_in, name="import"),
    path("l/<key:token>/", outward.shared, name="shared"),
    path("l/<key:token>/copy", outward.copy, name="copy"),
    path("l/<key:token>/print/", outward.print_shared, name="print_shared"),
    path("l/<key:token>/export.<str:kind>", outward.export_shared, name="export_shared"),
    path("pick/<slug:preset>/", views.pick, name="pick"),
    path("new", views.new, name="new"),
    path("<key:key>/", views.edit, name="edit"),
    path("<key:key>/change", views.change, name="change"),
    path("<key:key>/undo", views.undo, name="undo"),
    path("<key:key>/redo", views.redo, name="redo"),
    path("<key:key>/share/", outward.share, name="share"),
    path("<key:key>/export.<str:kind>", outward.export, name="export"),
    path("<key:key>/print/", outward.printed, name="print"),
    path("<key:key>/trial/", outward.trial, name="trial"),
    path("<key:key>/insight/", outward.insight, name="insight"),
    path("<key:key>/history/", views.history, name="history"),
    path("<key:key>/history/<int:number>/become", views.become, name="become"),
    path("<key:key>/history/<int:number>/label", views.label, name="label"),
    path("<key:key>/compare/", views.compare, name="compare"),
    path("<key:key>/delete", views.delete, name="delete"),
    path("<key:key>/restore", views.restore, name="restore"),
]
