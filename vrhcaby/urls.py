"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from ladder import system_page

handler500 = "vrhcaby.outage.server_error"

urlpatterns = [
    path("", include("accounts.urls")),
    path("ucet/", include("allauth.account.urls")),
    path("ucet/dvoufazove/", include("allauth.mfa.urls")),
    path("", include("games.urls")),
    path("", include("ladder.urls")),
    path("jazyk/", include("django.conf.urls.i18n")),
    path("admin/system/", admin.site.admin_view(system_page.show), name="system"),
    path("admin/", admin.site.urls),
]
