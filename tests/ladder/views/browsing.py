"""Pages of tournaments as a test asks for them: in English, by their names."""

from html.parser import HTMLParser

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


class _Fields(HTMLParser):
    """What a browser would send of the fields that it is shown."""

    def __init__(self):
        super().__init__()
        self.values = {}
        self._select = None

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        name, kind = of.get("name"), of.get("type", "text")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in of or self._select not in self.values:
                self.values[self._select] = of.get("value", "")
        elif tag == "textarea" and name:
            self.values[name] = ""
        elif tag == "input" and name and kind not in ("checkbox", "radio"):
            self.values[name] = of.get("value", "")
        elif tag == "input" and name and "checked" in of:
            self.values[name] = of.get("value", "on")

    def handle_endtag(self, tag):
        if tag == "select":
            self._select = None


def shown_fields(text):
    """Return the fields of a page with the values that they are shown with."""
    fields = _Fields()
    fields.feed(text)
    return fields.values
