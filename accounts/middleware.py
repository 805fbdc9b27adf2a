"""What a request takes from the member behind it: language, time zone, colours, suspension."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers, patch_cache_control

from accounts import permissions, phrases, suspension
from accounts.enums import Theme

THEME_COOKIE = "theme"

GetResponse = Callable[[HttpRequest], HttpResponse]


def preferences(get_response: GetResponse) -> GetResponse:
    """Speak the member's language in his time zone and colours; guests have cookies.

    Stands after the session, locale and authentication middleware. Sets `request.theme`.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        member = request.user
        if not member.is_authenticated:
            request.theme = _guest_theme(request)  # type: ignore[attr-defined]
            return get_response(request)
        translation.activate(member.language)
        request.LANGUAGE_CODE = translation.get_language()
        request.theme = member.theme  # type: ignore[attr-defined]
        with timezone.override(ZoneInfo(member.time_zone)):
            return get_response(request)

    return middleware


def private_pages(get_response: GetResponse) -> GetResponse:
    """Let no cache keep pages of an account, and no shared one any page of a signed-in member.

    Stands right after the authentication, so that answers of the middleware below count too.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith(("/ucet/", "/admin/")):
            add_never_cache_headers(response)
        elif request.user.is_authenticated and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        return response

    return middleware


def suspensions(get_response: GetResponse) -> GetResponse:
    """Answer every request of a suspended member with the page that says why and how long.

    Signing out and the switches of language and colours still work; the REST interface answers in
    its own way.
    """
    allowed = ("account_logout", "accounts:language", "accounts:theme")
    rest = "/api/v1/"

    def middleware(request: HttpRequest) -> HttpResponse:
        member = request.user
        if not member.is_authenticated or permissions.can_act(member):
            return get_response(request)
        if request.path in map(reverse, allowed) or request.path.startswith(rest):
            return get_response(request)
        return suspension.page(request, member)

    return middleware


def staff_second_factor(get_response: GetResponse) -> GetResponse:
    """Lead an office-holder without a second factor to where he sets it up, if it is required.

    Nobody gets into the administration without; of other pages those whose powers need it raise
    `SecondFactorMissing`.
    """

    def to_set_up(request: HttpRequest) -> HttpResponse:
        messages.warning(request, phrases.refusal("second_factor_missing"))
        return redirect("mfa_index")

    def middleware(request: HttpRequest) -> HttpResponse:
        member = request.user
        inside = member.is_authenticated and request.path.startswith(reverse("admin:index"))
        if inside and permissions.lacks_second_factor(member):
            return to_set_up(request)
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        missing = isinstance(exception, permissions.SecondFactorMissing)
        return to_set_up(request) if missing else None

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def _guest_theme(request: HttpRequest) -> str:
    theme = request.COOKIES.get(THEME_COOKIE, Theme.AUTO)
    return theme if theme in Theme.values else Theme.AUTO
