"""A member's second factor, under the name that the admin site shows it by."""

from allauth.mfa.models import Authenticator
from django.utils.translation import gettext_lazy as _


class SecondFactor(Authenticator):
    """A row of allauth, which calls it an authenticator; nothing is added to it."""

    class Meta:
        """No table of its own."""

        proxy = True
        verbose_name = _("second factor")
        verbose_name_plural = _("second factors")
