"""The keys of the embedded site."""

import stat

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

from vrhcaby import keys


def test_keys_are_made_once_and_kept(tmp_path):
    folder = tmp_path / "new" / "folder"

    first = keys.load_or_create(folder)
    second = keys.load_or_create(folder)

    assert first == second
    assert len(first.secret_key) >= 50
    assert Fernet(first.seed_keys[0])


def test_keys_are_readable_by_their_owner_only(tmp_path):
    keys.load_or_create(tmp_path)

    assert stat.S_IMODE((tmp_path / keys.FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [keys.FILE]


def test_another_folder_has_other_keys(tmp_path):
    assert keys.load_or_create(tmp_path / "a") != keys.load_or_create(tmp_path / "b")


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(ImproperlyConfigured, match=r"data folder .*file/data cannot be used"):
        keys.load_or_create(tmp_path / "file" / "data")


@pytest.mark.parametrize("text", ["{", "{}", "[]", '{"secret_key": "x", "other": 1}'])
def test_a_damaged_file_is_named_and_kept(tmp_path, text):
    (tmp_path / keys.FILE).write_text(text)

    with pytest.raises(ImproperlyConfigured, match="damaged"):
        keys.load_or_create(tmp_path)

    assert (tmp_path / keys.FILE).read_text() == text
