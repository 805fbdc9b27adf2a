"""Two members at two screens, for the tests of a game in a real browser."""

import pytest

from tests.e2e import playing


@pytest.fixture(scope="module")
def site(start_embedded):
    """A site of the module's own, whose clock its tests may move and which they may kill."""
    own = start_embedded()
    yield own
    own.stop()


@pytest.fixture(scope="module")
def signed_in(browser, site):
    """Two members, and what a browser keeps that has signed them in."""
    kept = {}
    for name in playing.TWO:
        site.add_member(name, playing.PASSWORD, language="en")
        person = playing.sit_down(browser, name)
        playing.sign_in(person, site.url)
        kept[name] = person.context.storage_state()
        person.close()
    return kept


@pytest.fixture
def at_screens(browser, signed_in):
    """The two, one at a large screen, one at a telephone."""
    screens = dict(zip(signed_in, (playing.LARGE, playing.SMALL), strict=True))
    both = tuple(
        playing.sit_down(browser, name, viewport=screens[name], storage_state=state)
        for name, state in signed_in.items()
    )
    yield both
    for person in both:
        person.close()


@pytest.fixture
def people(at_screens):
    """The two; at the end neither browser has complained."""
    yield at_screens
    assert [line for person in at_screens for line in person.complaints] == []
