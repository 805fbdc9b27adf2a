"""Settings of a member, and the switches of language and colours that everybody has."""

from copy import copy
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import blocks as kept_blocks
from accounts import mutes, services
from accounts.enums import Language
from accounts.forms import ProfileForm, ThemeForm
from accounts.middleware import THEME_COOKIE
from accounts.models import Member

_YEAR_S = 365 * 24 * 3600


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and keep the settings of the member."""
    # A copy: a form writes bad values into its instance, and the page shows the member.
    form = ProfileForm(
        request.POST if request.method == "POST" else None, instance=copy(request.user)
    )
    if request.method == "POST" and form.is_valid():
        services.change_preferences(member_id=_member(request).pk, **form.cleaned_data)
        with translation.override(form.cleaned_data["language"]):
            messages.success(request, str(_("Settings saved.")))
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form})


@login_required
@require_safe
def blocks(request: HttpRequest) -> HttpResponse:
    """Show whom the member blocks, and his own mute if he is under one."""
    member_id = _member(request).pk
    context = {"blocks": kept_blocks.listed(member_id), "mute": mutes.lasting(member_id)}
    return render(request, "accounts/blocks.html", context)


@login_required
@require_POST
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End all other sessions of the member; this one goes on under a new key."""
    member = services.end_sessions(member_id=_member(request).pk)
    update_session_auth_hash(request, member)
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("accounts:profile")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose the colours: members for all their devices, guests for this browser."""
    form = ThemeForm(request.POST)
    if not form.is_valid():
        return HttpResponseBadRequest()
    chosen = form.cleaned_data["theme"]
    response = HttpResponseRedirect(_way_back(request))
    if request.user.is_authenticated:
        services.change_preferences(member_id=request.user.pk, theme=chosen)
    response.set_cookie(
        THEME_COOKIE, chosen, max_age=_YEAR_S, samesite="Lax", secure=request.is_secure()
    )
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language: kept in the profile of a member and in this browser."""
    chosen = request.POST.get("language", "")
    if chosen not in Language.values:
        return HttpResponseBadRequest()
    response = HttpResponseRedirect(_way_back(request))
    if request.user.is_authenticated:
        services.change_preferences(member_id=request.user.pk, language=chosen)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=_YEAR_S,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _member(request: HttpRequest) -> Member:
    """Return the member behind a view that lets in members only."""
    return cast(Member, request.user)


def _way_back(request: HttpRequest) -> str:
    """Return the page the switch was used on, if it is one of ours; else the home page."""
    target = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if target and ours else "/"
