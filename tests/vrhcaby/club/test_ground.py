"""A data folder and a port belong to one process."""

import socket

import pytest
from django.utils import translation

from vrhcaby.club import ground
from vrhcaby.club.refusal import CannotRun


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_a_second_holder_of_a_folder_is_refused(tmp_path):
    def hold_twice():
        with ground.hold(tmp_path), ground.hold(tmp_path):
            pass

    with pytest.raises(CannotRun, match="already running"):
        hold_twice()

    with ground.hold(tmp_path):
        assert (tmp_path / ground.LOCK).exists()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(CannotRun, match="cannot be written"), ground.hold(tmp_path / "file" / "x"):
        pass


def test_a_port_in_use_is_refused_and_a_free_one_is_not():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(CannotRun, match=f"Port {port} .*--port"):
            ground.require_port("127.0.0.1", port)

    ground.require_port("127.0.0.1", port)


def test_a_port_that_cannot_be_is_refused():
    with pytest.raises(CannotRun, match="70000"):
        ground.require_port("127.0.0.1", 70000)
