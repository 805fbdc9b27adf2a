"""The one process gives memory back, and does without a library that cannot."""

import ctypes

from vrhcaby.club import memory


class Library:
    def __init__(self):
        self.asked = []

    def mallopt(self, *asked):
        self.asked.append(asked)

    def malloc_trim(self, *asked):
        self.asked.append(asked)


def test_threads_share_arenas_and_what_is_free_goes_back(monkeypatch):
    library = Library()
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)

    memory.share_arenas()
    memory.give_back()

    assert library.asked == [(-8, 2), (0,)]


def test_another_c_library_is_left_alone(monkeypatch):
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())

    memory.share_arenas()
    memory.give_back()
