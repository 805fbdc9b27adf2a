"""The page of a member's access tokens, and the mark of a bot."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import phrases, services, tokens
from accounts.forms import TokenForm
from accounts.models import Member
from vrhcaby.errors import DomainError


@login_required
@reauthentication_required(allow_get=True)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def access(request: HttpRequest) -> HttpResponse:
    """Show the member's tokens; make one and show its text, this once."""
    member = cast(Member, request.user)
    form = TokenForm(request.POST if request.method == "POST" else None)
    made = _make(member, form) if form.is_bound and form.is_valid() else None
    context = {
        "form": form if made is None else TokenForm(),
        "made": made,
        "tokens": tokens.living(member.pk),
    }
    return render(request, "accounts/tokens.html", context)


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke a token of the member."""
    try:
        tokens.revoke(member_id=cast(Member, request.user).pk, token_id=token_id)
        messages.success(request, _("The token is revoked; what used it is cut off."))
    except DomainError as refusal:
        messages.error(request, phrases.refusal(refusal.code))
    return redirect("accounts:tokens")


@login_required
@require_POST
def become_bot(request: HttpRequest) -> HttpResponse:
    """Mark the member's account as a bot's."""
    try:
        services.become_bot(member_id=cast(Member, request.user).pk)
        messages.success(request, _("This account is marked as a bot now."))
    except DomainError as refusal:
        messages.error(request, phrases.refusal(refusal.code))
    return redirect("accounts:tokens")


def _make(member: Member, form: TokenForm) -> tokens.Made | None:
    """Make the token that the form asks for; a refusal stands at the form."""
    try:
        return tokens.make(member_id=member.pk, **form.wanted())
    except DomainError as refusal:
        form.add_error(None, str(phrases.refusal(refusal.code)))
        return None
