"""The nightly look: once a night, kept, and told to the administrators when it found something."""

import datetime

import pytest

from games.services import play
from ladder.models import Rating
from ladder.services import invariants
from tests.games import making
from vrhcaby import clock
from vrhcaby.models import AuditRun

pytestmark = pytest.mark.django_db(transaction=True)

PRAGUE_3_AM = int(datetime.datetime(2026, 3, 10, 2, tzinfo=datetime.UTC).timestamp() * 1000)
HOUR = 3_600_000


@pytest.fixture
def night():
    with clock.frozen(PRAGUE_3_AM) as hand:
        yield hand


def finished():
    game = making.game()
    play.command(
        match_id=game.match_id,
        member_id=game.members[0],
        command_id="resigns",
        command=making.commands.Resign(0),
    )
    return game


def test_a_sound_site_is_looked_at_once_a_night_and_nobody_is_written_to(night, mailoutbox):
    finished()

    run = invariants.nightly()
    again = invariants.nightly()

    assert (run.violations, run.lines, run.ended is not None) == (0, "", True)
    assert again is None
    assert AuditRun.objects.count() == 1
    assert mailoutbox == []


def test_what_is_found_is_kept_logged_and_mailed(night, mailoutbox, settings, caplog):
    settings.ADMINS = [("Operator", "operator@example.org")]
    finished()
    Rating.objects.update(rating=1.0)

    run = invariants.nightly()

    assert run.violations == 2
    assert AuditRun.objects.get().lines.startswith("pool vrhcaby: rating of member")
    (letter,) = mailoutbox
    assert letter.to == ["operator@example.org"]
    assert run.lines in letter.body
    assert "found 2 violations" in caplog.text


def test_a_mail_server_that_is_away_takes_nothing_from_what_is_kept(night, settings, caplog):
    settings.ADMINS = [("Operator", "operator@example.org")]
    settings.EMAIL_BACKEND = f"{__name__}.Away"
    finished()
    Rating.objects.update(rating=1.0)

    invariants.nightly()

    assert AuditRun.objects.get().violations == 2
    assert "could not be told" in caplog.text


class Away:
    """A mail backend whose server is away."""

    def __init__(self, **options):
        pass

    def send_messages(self, letters):
        raise ConnectionRefusedError


def test_by_day_nothing_is_looked_at_unless_the_night_was_missed(night):
    invariants.nightly()

    night.advance(12 * HOUR)
    assert invariants.nightly() is None

    night.advance(26 * HOUR)
    assert invariants.nightly() is not None


def test_after_a_sound_look_old_matches_are_left_alone_and_live_ones_never(night):
    old, live = finished(), making.game()
    invariants.nightly()
    night.advance(4 * 24 * HOUR)
    invariants.nightly()
    night.advance(24 * HOUR)
    for game in (old, live):
        making.Match.objects.filter(pk=game.match_id).update(trail={"seat": 7})

    lines = invariants.nightly().lines.splitlines()

    assert any(line.startswith(f"match {live.match_id}: trail") for line in lines)
    assert not any(line.startswith(f"match {old.match_id}: ") for line in lines)


def test_a_source_of_another_application_is_heard(night, monkeypatch):
    monkeypatch.setattr(
        invariants, "SOURCES", [*invariants.SOURCES, lambda since: iter(["cup 1: standings"])]
    )

    assert invariants.nightly().lines == "cup 1: standings"
