"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from config.bundles import bundle

urlpatterns = [
    path("language/", set_language, name="set_language"),
    path("bundle/<str:digest>/<str:name>", bundle, name="bundle"),
    path("admin/", admin.site.urls),
    path("account/", include("battles.accounts.urls")),
    path("lists/", include("battles.armies.urls")),
    path("", include("battles.live.urls")),
]

handler400 = "config.faults.bad_request"
handler403 = "config.faults.forbidden"
handler404 = "config.faults.not_found"
handler500 = "config.faults.broken"
