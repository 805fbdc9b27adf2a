"""What tests stand on: servers they start themselves, whole sites, a browser."""
