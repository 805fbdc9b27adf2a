"""Threads share what they have freed; the one process does without a library that cannot."""

import ctypes

from vrhcaby.club import memory


class Library:
    def __init__(self):
        self.asked = []

    def mallopt(self, *asked):
        self.asked.append(asked)


def test_threads_share_arenas_and_large_blocks_go_back(monkeypatch):
    library = Library()
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)

    memory.keep_small()

    assert library.asked == [(-8, 2), (-3, 1 << 20)]


def test_another_c_library_is_left_alone(monkeypatch):
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())

    memory.keep_small()
