"""Addresses of the operations of the ladder."""

from django.urls import path

from ladder.api import (
    acts,
    corrections,
    desk,
    flags,
    late_previews,
    mine,
    pairing_acts,
    previews,
    reading_archives,
    recomputing,
    season_acts,
    sums,
    tournaments,
    views,
)
from vrhcaby.rest.operation import by_method

urlpatterns = [
    path(
        "tournaments",
        by_method(get=tournaments.ListTournaments, post=acts.OF_ALL["tournaments"]),
    ),
    path("tournaments/<slug:slug>", tournaments.ShowTournament.as_view()),
    path("tournaments/<slug:slug>/rounds", tournaments.ListRounds.as_view()),
    path("tournaments/<slug:slug>/standings", tournaments.ListStandings.as_view()),
    path("tournaments/<slug:slug>/standings/<id:entry_id>", sums.ShowSums.as_view()),
    path("tournaments/<slug:slug>/crosstable", tournaments.ListCrosstables.as_view()),
    path("tournaments/<slug:slug>/log", tournaments.ShowLog.as_view()),
    path("tournament-archives", reading_archives.ReadArchive.as_view()),
    path("tournaments/<slug:slug>/calendar", mine.ShowCalendar.as_view()),
    path("tournaments/<slug:slug>/inbox", desk.ShowInbox.as_view()),
    path("tournaments/<slug:slug>/withdrawals/preview", previews.PreviewWithdrawal.as_view()),
    path("tournaments/<slug:slug>/late-entries/preview", late_previews.PreviewLateEntry.as_view()),
    path("pairings/<id:pairing_id>", desk.ShowPairing.as_view()),
    path("pairings/<id:pairing_id>/preview", previews.PreviewRuling.as_view()),
    path("me/pairings", mine.ListMyPairings.as_view()),
    path("me/calendar", by_method(get=mine.ShowMyCalendar, post=mine.RenewMyCalendar)),
    path("tournaments/<slug:slug>/archive", tournaments.ShowArchive.as_view()),
    path(
        "tournaments/<slug:slug>/entries",
        by_method(get=tournaments.ListEntries, post=acts.OF_TOURNAMENT["entries"]),
    ),
    *(
        path(f"tournaments/<slug:slug>/{name}", one.as_view())
        for name, one in acts.OF_TOURNAMENT.items()
        if name != "entries"
    ),
    *(
        path(f"pairings/<id:pairing_id>/{name}", one.as_view())
        for name, one in pairing_acts.OF_PAIRING.items()
    ),
    path("claims/<id:claim_id>", pairing_acts.JudgeClaim.as_view()),
    path("pools", views.ListPools.as_view()),
    path("pools/<slug:pool>/recomputation", recomputing.ShowRecomputation.as_view()),
    path("ladder/<slug:pool>", views.ShowLadder.as_view()),
    path("rating-flags", flags.ListFlags.as_view()),
    path("rating-flags/<id:flag_id>/decision", flags.DecideFlag.as_view()),
    path("rating-changes", views.ListChanges.as_view()),
    path("exports/rating-changes", views.ExportChanges.as_view()),
    path("results/<id:result_id>/rating", views.ExplainResult.as_view()),
    path("ladder-results/<id:ladder_result_id>", views.ExplainLadderResult.as_view()),
    path("ladder-results/<id:ladder_result_id>/preview", corrections.PreviewCorrection.as_view()),
    path("ladder-results/<id:ladder_result_id>/corrections", corrections.CorrectResult.as_view()),
    path("ladder-results/<id:ladder_result_id>/undo", corrections.UndoCorrection.as_view()),
    path("seasons", by_method(get=views.ListSeasons, post=season_acts.OpenSeason)),
    path("seasons/close", season_acts.CloseSeason.as_view()),
    path("seasons/<id:season_id>/<slug:pool>", views.ShowSeason.as_view()),
    path("members/<id:member_id>/ratings", views.ListRatings.as_view()),
    path("members/<id:member_id>/record/<id:other_id>", views.ShowHeadToHead.as_view()),
]
