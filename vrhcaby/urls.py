"""The addresses of the site."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

handler500 = "vrhcaby.outage.server_error"

urlpatterns = [
    path("ucet/", include("allauth.account.urls")),
    path("jazyk/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    *(
        path("", include(f"{app}.urls"))
        for app in ("accounts", "games", "ladder")
        if find_spec(f"{app}.urls")
    ),
]
