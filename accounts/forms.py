"""Forms of members: sign-up, sign-in, settings."""

from typing import Any

from allauth.account import app_settings
from allauth.account import forms as allauth_forms
from allauth.account.internal.userkit import filter_users_by_email
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from django import forms
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import phrases, time_zones, tokens
from accounts.enums import Scope, Sound, Theme
from accounts.models import DEFAULT_TIME_ZONE, Member, access_tokens
from accounts.validators import validate_time_zone
from vrhcaby import moments


class _PlainFields:
    """No placeholders: the label above a field says the same and stays while one types."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignupForm(_PlainFields, allauth_forms.SignupForm):
    """Sign-up: name, e-mail, password; the browser adds its time zone."""

    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = Member._meta.get_field("username").help_text
        self.fields["username"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        # Length is judged by the rules of names, in their words and in composed form.
        self.fields["username"].validators.clear()
        self.fields["email"].label = _("E-mail")
        self.fields["email"].help_text = _("For a forgotten password. Nobody else sees it.")
        self.fields["password1"].label = _("Password")
        self.fields["password2"].label = _("Password again")

    def clean_time_zone(self) -> str:
        """Take the browser's word if we know the zone: nobody can see or mend a hidden field."""
        zone: str = self.cleaned_data["time_zone"]
        try:
            validate_time_zone(zone)
        except ValidationError:
            return DEFAULT_TIME_ZONE
        return zone

    def try_save(self, request: HttpRequest) -> tuple[Member | None, HttpResponse | None]:
        """Save; when somebody took the name or e-mail a moment ago, say so at the field.

        An e-mail that is known takes as long as one that is not: most of it is the password's.
        """
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                member, response = super().try_save(request)
        except IntegrityError:
            self.full_clean()
            if self.is_valid():
                raise
            context = {"form": self, "login_url": reverse("account_login")}
            return None, TemplateResponse(request, "account/signup.html", context)
        return member, response


class LoginForm(_PlainFields, allauth_forms.LoginForm):
    """Sign-in by name or e-mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""


class AddEmailForm(_PlainFields, allauth_forms.AddEmailForm):
    """Another e-mail address of the member."""

    def clean_email(self) -> str:
        """Refuse what another member uses: it could never become this member's.

        Where addresses are verified nobody is told whose they are: its owner gets the letter.
        """
        email: str = super().clean_email()
        told = app_settings.EMAIL_VERIFICATION != app_settings.EmailVerificationMethod.MANDATORY
        if told and any(member.pk != self.user.pk for member in filter_users_by_email(email)):
            raise ValidationError(phrases.refusal("email_taken"), code="email_taken")
        return email


class ChangePasswordForm(_PlainFields, allauth_forms.ChangePasswordForm):
    """A new password, by the present one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Present password")
        self.fields["oldpassword"].help_text = ""
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password again")


class SetPasswordForm(_PlainFields, allauth_forms.SetPasswordForm):
    """A first password of a member who has none."""


class ResetPasswordForm(_PlainFields, allauth_forms.ResetPasswordForm):
    """Ask for a link to choose a new password."""


class ResetPasswordKeyForm(_PlainFields, allauth_forms.ResetPasswordKeyForm):
    """A new password, by a link out of an e-mail."""


class ReauthenticateForm(_PlainFields, allauth_forms.ReauthenticateForm):
    """The password again, before something grave."""


class _CodeField:
    """The field for a code, in our words."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        self.fields["code"].widget.attrs |= {"autofocus": True, "spellcheck": "false"}


class AuthenticateForm(_PlainFields, _CodeField, mfa_forms.AuthenticateForm):
    """The second step of signing in: a code of the app, or a recovery code."""


class ReauthenticateByCodeForm(_PlainFields, _CodeField, mfa_forms.ReauthenticateForm):
    """A code instead of the password, before something grave."""


class ActivateTOTPForm(_PlainFields, _CodeField, totp_forms.ActivateTOTPForm):
    """The first code shows that the app has the secret."""


class ProfileForm(forms.ModelForm):
    """What a member may set about language, looks and the board."""

    class Meta:
        model = Member
        fields = (
            "language",
            "time_zone",
            "theme",
            "board_direction",
            "animation",
            "sounds",
            "muted_sounds",
            "autoplay",
            "autobear",
            "rated_with_bots",
        )
        widgets = {
            "theme": forms.RadioSelect,
            "language": forms.RadioSelect,
            "board_direction": forms.RadioSelect,
            "animation": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        muted = Member._meta.get_field("muted_sounds")
        self.fields["muted_sounds"] = forms.MultipleChoiceField(
            label=muted.verbose_name.capitalize(),
            help_text=muted.help_text,
            choices=Sound,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=time_zones.choices(present=self.instance.time_zone),
            error_messages={"invalid_choice": phrases.refusal("unknown_time_zone")},
        )


def _lives() -> list[tuple[int, str]]:
    """Return how long a token may live, in days; 0 is without end."""
    named = [(days, ngettext("%d day", "%d days", days) % days) for days in tokens.DAYS]
    return [*named, (0, gettext("until it is revoked"))]


class ThemeForm(forms.Form):
    """One of the three colours of pages."""

    theme = forms.ChoiceField(choices=Theme)


class TokenForm(forms.Form):
    """A new access token: its name, what it allows, how long it lives."""

    name = forms.CharField(
        label=_("Name"),
        max_length=access_tokens.NAME_LENGTH,
        help_text=_("By which you know it later: what for, on which machine."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it allows besides reading"),
        choices=[choice for choice in Scope.choices if choice[0] != Scope.READ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("How long it lives"),
        choices=_lives,
        coerce=lambda days: int(days) or None,
        empty_value=None,
        initial=90,
    )

    def wanted(self) -> dict[str, Any]:
        """Return what `tokens.make` takes; the form is valid."""
        return {name: self.cleaned_data[name] for name in ("name", "scopes", "days")}


class BanForm(forms.Form):
    """Until when and why a member is suspended."""

    until = forms.SplitDateTimeField(
        label=_("Suspended until"),
        help_text=_("In your own time zone."),
        validators=[MaxValueValidator(moments.LATEST)],
        widget=forms.SplitDateTimeWidget(date_attrs={"type": "date"}, time_attrs={"type": "time"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=phrases.refusal("ban_reason_missing"),
        max_length=Member._meta.get_field("ban_reason").max_length,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class MuteForm(BanForm):
    """Until when and why a member may not write in the chats."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["until"].label = _("Muted until")
