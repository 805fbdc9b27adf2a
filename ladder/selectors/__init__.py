"""What the ladder's pages, checks and the games app read."""
