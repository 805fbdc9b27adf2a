"""The REST interface of members: who asks, profiles, preferences, tokens, suspensions."""
