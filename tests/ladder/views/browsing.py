"""Pages of tournaments as a test asks for them: in English, by their names."""

from django.test import Client
from django.urls import reverse

ENGLISH = {"Accept-Language": "en"}


def client_of(member=None):
    """A browser of a member who reads English, or of a guest."""
    client = Client(headers=ENGLISH)
    if member is not None:
        type(member).objects.filter(pk=member.pk).update(language="en")
        client.force_login(member)
    return client


def url(name, made=None, **kwargs):
    """The address of a page by its name."""
    slug = {} if made is None else {"slug": made.slug}
    return reverse(f"ladder:{name}", kwargs={**slug, **kwargs})


def page(name, made=None, *, by=None, query="", **kwargs):
    """Return the text of a page that must be there."""
    answer = client_of(by).get(url(name, made, **kwargs) + query)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def status(name, made=None, *, by=None, query="", **kwargs):
    """Return the status of a page."""
    return client_of(by).get(url(name, made, **kwargs) + query).status_code


def send(name, made=None, fields=None, *, by=None, **kwargs):
    """Post a form and return the page that follows, as text; no form leads to an error page."""
    answer = client_of(by).post(url(name, made, **kwargs), fields or {}, follow=True)
    assert answer.status_code in (200, 404), answer
    return answer.content.decode()
