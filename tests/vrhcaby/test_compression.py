"""Pages are sent compressed, and padded so that their length gives no secret away (BREACH)."""

import gzip

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

NAME_FIELD = 0x08
"""The flag of a gzip header that a file name follows: the padding of a random length."""


def test_a_page_is_compressed_for_who_takes_it() -> None:
    plain = Client().get("/pravidla/vrhcaby/")
    packed = Client(headers={"accept-encoding": "gzip"}).get("/pravidla/vrhcaby/")

    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert not plain.has_header("Content-Encoding")
    assert gzip.decompress(packed.content).decode().rstrip().endswith("</html>")
    assert len(packed.content) < len(plain.content) / 3


def test_the_length_of_a_compressed_page_varies() -> None:
    client = Client(headers={"accept-encoding": "gzip"})
    pages = [client.get("/pravidla/vrhcaby/").content for _ in range(8)]

    assert all(page[3] & NAME_FIELD for page in pages)
    assert len({len(page) for page in pages}) > 1
