"""The REST interface of the ladder: tables, ratings, the ledger and how it was computed."""
