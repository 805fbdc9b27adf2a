"""What the ladder does: rating results, replaying the ledger, checking it."""
