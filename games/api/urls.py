"""Addresses of the operations of the games."""

from django.urls import path

from games.api import challenges, club, matches, play
from vrhcaby.rest.operation import by_method

urlpatterns = [
    path("rulesets", club.ListRulesets.as_view()),
    path("rulesets/<slug:ruleset>", club.ShowRuleset.as_view()),
    path("lobby", club.ShowLobby.as_view()),
    path("dice", club.ShowDice.as_view()),
    path("protocol.schema.json", club.protocol_schema, name="protocol_schema"),
    path("matches", matches.ListMatches.as_view()),
    path("matches/<id:match_id>", matches.ShowMatch.as_view()),
    path("matches/<id:match_id>/events", matches.ListEvents.as_view()),
    path("matches/<id:match_id>/position", matches.ShowPosition.as_view()),
    path("matches/<id:match_id>/record/<slug:form>", matches.ShowRecord.as_view()),
    path("matches/<id:match_id>/proof", matches.ShowProof.as_view()),
    path("matches/<id:match_id>/commands", play.SendCommand.as_view()),
    path("matches/<id:match_id>/rematch", play.OfferRematch.as_view()),
    path("matches/<id:match_id>/annulment", play.AnnulMatch.as_view()),
    path("results", matches.ListResults.as_view()),
    path("exports/results", matches.ExportResults.as_view()),
    path("challenges", by_method(get=challenges.ListChallenges, post=challenges.MakeChallenge)),
    path("challenges/<id:challenge_id>", challenges.ShowChallenge.as_view()),
    path("challenges/<id:challenge_id>/accept", challenges.AcceptChallenge.as_view()),
    path("challenges/<id:challenge_id>/decline", challenges.DeclineChallenge.as_view()),
    path("challenges/<id:challenge_id>/withdraw", challenges.WithdrawChallenge.as_view()),
    path("challenges/<id:challenge_id>/ready", challenges.AnswerReady.as_view()),
    path("challenges/<id:challenge_id>/seed", challenges.MixInSeed.as_view()),
]
