"""The one clock."""

import time

import pytest

from vrhcaby import clock


@pytest.mark.django_db
def test_the_clock_is_the_wall_clock_in_milliseconds():
    before = time.time() * 1000

    now = clock.now()

    assert abs(now - before) < 2000


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_on_postgresql_the_clock_goes_on_inside_a_transaction():
    from django.db import transaction

    with transaction.atomic():
        first = clock.now()
        time.sleep(0.02)
        second = clock.now()

    assert second >= first + 20


def test_a_frozen_clock_stands_until_its_hand_is_moved():
    with clock.frozen(1_000) as hand:
        assert clock.now() == 1_000
        assert hand.advance(5) == 1_005
        assert clock.now() == 1_005


def test_frozen_clocks_nest():
    with clock.frozen(1_000):
        with clock.frozen(2_000):
            assert clock.now() == 2_000

        assert clock.now() == 1_000


@pytest.mark.django_db
def test_an_offset_file_moves_the_clock(tmp_path, monkeypatch):
    path = tmp_path / "offset"
    path.write_text("3600000")
    monkeypatch.setenv("VRHCABY_CLOCK_OFFSET_FILE", str(path))

    ahead = clock.now() - time.time() * 1000

    assert 3_598_000 < ahead < 3_602_000


@pytest.mark.django_db
def test_outside_test_settings_the_clock_obeys_nobody(settings, monkeypatch):
    settings.CLOCK_MAY_BE_MOVED = False
    monkeypatch.setenv("VRHCABY_CLOCK_OFFSET_MS", "3600000")

    assert abs(clock.now() - time.time() * 1000) < 2000
    with pytest.raises(RuntimeError), clock.frozen(0):
        pass
