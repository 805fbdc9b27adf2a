"""Settings: `base` is the whole, `embedded` (default), `production` and `test` are its variants."""
