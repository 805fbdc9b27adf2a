"""Addresses of the operations of the games."""

from django.urls import path

from games.api import (
    challenges,
    chances,
    chats,
    club,
    imports,
    looking_back,
    matches,
    moderation,
    play,
)
from vrhcaby.rest.operation import by_method

urlpatterns = [
    path("rulesets", club.ListRulesets.as_view()),
    path("rulesets/<slug:ruleset>", club.ShowRuleset.as_view()),
    path("lobby", club.ShowLobby.as_view()),
    path("chances", chances.ShowChances.as_view()),
    path("match-files", imports.ReadMatchFile.as_view()),
    path("dice", club.ShowDice.as_view()),
    path("members/<id:member_id>/dice", club.ShowLuck.as_view()),
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
    path(
        "matches/<id:match_id>/chat",
        by_method(get=chats.ShowMatchChat, post=chats.SayAtMatch),
    ),
    path("lobby/chat", by_method(get=chats.ShowLobbyChat, post=chats.SayInLobby)),
    path("chat-lines/<id:line_id>/report", chats.ReportLine.as_view()),
    path("chat-lines", looking_back.ListSaidLines.as_view()),
    path("annulments", looking_back.ListAnnulments.as_view()),
    path("reports", moderation.ListReports.as_view()),
    path("reports/<id:report_id>/decision", moderation.DecideReport.as_view()),
    path("me/chat-standing", chats.ShowStanding.as_view()),
    path("me/blocks", chats.ListBlocks.as_view()),
    path(
        "me/blocks/<id:member_id>",
        by_method(put=chats.BlockMember, delete=chats.UnblockMember),
    ),
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
