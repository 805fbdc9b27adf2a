"""The REST interface of the games: rulesets, matches, challenges, dice."""
