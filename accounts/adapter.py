"""How allauth's flows meet the members of this site."""

from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts import names, permissions, phrases, services, suspension
from accounts.enums import Language
from accounts.models import DEFAULT_TIME_ZONE, Member
from accounts.validators import validate_username

FROM_ANYWHERE = {"app": "allauth.account", "action": "login_failed_anywhere"}
"""The limit of a login's failures from all addresses together."""


class AccountAdapter(DefaultAccountAdapter):
    """Names by their rules, preferences from the browser, no entry for the suspended."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is not active."),
        "duplicate_email": _("You already have this e-mail address here."),
        "email_password_mismatch": _("The e-mail address and the password do not match."),
        "email_taken": phrases.refusal("email_taken"),
        "enter_current_password": _("This is not your present password."),
        "incorrect_password": _("This is not your password."),
        "invalid_login": _("The name and the password do not match."),
        "invalid_password_reset": _("The link has been used or is too old."),
        "rate_limited": _("Too many requests. Please wait a while."),
        "too_many_login_attempts": _("Too many attempts. Please try again in a few minutes."),
        "unknown_email": _("Nobody here has this e-mail address."),
        "unverified_primary_email": _("Your main e-mail address must be verified."),
        "username_password_mismatch": _("The name and the password do not match."),
        "username_taken": phrases.refusal("name_taken"),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it is stored, or refuse it by the rule it breaks."""
        validate_username(username)
        name = names.normalise(username)
        if not shallow and Member.objects.named(name).exists():
            raise ValidationError(phrases.refusal("name_taken"), code="name_taken")
        return name

    def save_user(
        self, request: HttpRequest, user: Member, form: BaseForm, commit: bool = True
    ) -> Member:
        """Begin with the language the page was shown in and the browser's time zone."""
        language = translation.get_language()
        user.language = language if language in Language.values else Language.CZECH
        user.time_zone = form.cleaned_data.get("time_zone") or DEFAULT_TIME_ZONE
        return super().save_user(request, user, form, commit)

    def set_password(self, user: Member, password: str) -> None:
        """Change the password; the member's other sessions and sockets end."""
        user.password = services.change_password(member_id=user.pk, password=password).password

    def logout(self, request: HttpRequest) -> None:
        """Sign out; sockets that live by this session end at once."""
        member_id = request.user.pk
        super().logout(request)
        if member_id is not None:
            services.shut_sockets(member_id, code="signed_out")

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Verify an address, unless it is another member's by now, or was all the time."""
        others = Member.objects.exclude(pk=email_address.user_id)
        if not others.filter(email__iexact=email_address.email).exists():
            return bool(super().confirm_email(request, email_address))
        template = "account/messages/email_confirmation_failed.txt"
        self.add_message(request, messages.ERROR, template, {"email": email_address.email})
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter, whose links lead to the site's own address.

        Whoever asks for it chooses the host and port of his request, and often for somebody else.
        """
        links = {
            name: settings.SITE_URL + urlsplit(value).path
            for name, value in context.items()
            if name.endswith("_url")
        }
        domain = urlsplit(settings.SITE_URL).netloc
        own = {"current_site": {"domain": domain, "name": domain}}
        super().send_mail(template_prefix, email, {**context, **links, **own})

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures of a login from one address: what strangers do elsewhere locks nobody out.

        Without the host, with each of which allauth's own count would begin anew.
        """
        return f"{ratelimit.get_ip(request)}:{_login(credentials)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count failures by the member, not by the spelling of his name; also from anywhere."""
        if name := credentials.get("username"):
            credentials["username"] = names.canonical(name)
        super().pre_authenticate(request, **credentials)
        anywhere = ratelimit.consume(request, **FROM_ANYWHERE, key=_login(credentials))
        if anywhere is None:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage.usage.extend(anywhere.usage)

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Forget the failures of a member who has a new password by a letter, by all his logins."""
        holders = Member.objects.filter(emailaddress__email__iexact=credentials["email"])
        own = [{"username": names.canonical(member.username)} for member in holders]
        for login in ({"email": credentials["email"]}, *own):
            super()._delete_login_attempts_cached_email(request, **login)
            ratelimit.clear(request, **FROM_ANYWHERE, key=_login(login))

    def pre_login(self, request: HttpRequest, user: Member, **kwargs: Any) -> HttpResponse | None:
        """Stop a suspended member after his password was right: only he learns the reason."""
        response = super().pre_login(request, user, **kwargs)
        if response is not None or permissions.can_act(user):
            return response
        clear_login(request)
        return suspension.page(request, user)


def _login(credentials: dict[str, Any]) -> str:
    login: str = credentials.get("email", credentials.get("username", ""))
    return login.lower()
