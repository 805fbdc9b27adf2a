"""The addresses of the site."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path, re_path
from django.utils.functional import lazy
from django.views.generic import RedirectView

from ladder import system_page
from vrhcaby.rest.operation import NoSuchAddress

# Pages without our head, such as the admin's, are asked for it; its hashed name may change.
ICON = RedirectView.as_view(url=lazy(static, str)("vrhcaby/img/icon.svg"))

handler400 = "vrhcaby.rest.faults.bad_request"
handler500 = "vrhcaby.rest.faults.server_error"

urlpatterns = [
    # Programs ask most: their addresses are looked through first.
    path("api/", include("vrhcaby.rest.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("ladder.api.urls")),
    re_path(r"^api/", NoSuchAddress.as_view()),
    path("favicon.ico", ICON),
    path("", include("accounts.urls")),
    path("ucet/", include("allauth.account.urls")),
    path("ucet/dvoufazove/", include("allauth.mfa.urls")),
    path("", include("games.urls")),
    path("", include("ladder.urls")),
    path("jazyk/", include("django.conf.urls.i18n")),
    path("admin/system/", admin.site.admin_view(system_page.show), name="system"),
    path("admin/", admin.site.urls),
]
