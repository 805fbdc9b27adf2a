"""What the accounts tell the applications above them."""

from django.dispatch import Signal

member_forgotten = Signal()
"""Sent inside the transaction in which a member leaves for good, his row locked.

Arguments: `member` (accounts.models.Member, still with his name), `name`: what will stand in its
place. Receivers delete or blur what is his alone; a DomainError they raise undoes the leaving.
"""
