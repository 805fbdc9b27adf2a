"""Addresses of the operations of the ladder."""

from django.urls import path

from ladder.api import corrections, views

urlpatterns = [
    path("pools", views.ListPools.as_view()),
    path("ladder/<slug:pool>", views.ShowLadder.as_view()),
    path("rating-changes", views.ListChanges.as_view()),
    path("exports/rating-changes", views.ExportChanges.as_view()),
    path("results/<id:result_id>/rating", views.ExplainResult.as_view()),
    path("ladder-results/<id:ladder_result_id>", views.ExplainLadderResult.as_view()),
    path("ladder-results/<id:ladder_result_id>/preview", corrections.PreviewCorrection.as_view()),
    path("ladder-results/<id:ladder_result_id>/corrections", corrections.CorrectResult.as_view()),
    path("ladder-results/<id:ladder_result_id>/undo", corrections.UndoCorrection.as_view()),
    path("seasons", views.ListSeasons.as_view()),
    path("seasons/<id:season_id>/<slug:pool>", views.ShowSeason.as_view()),
    path("members/<id:member_id>/ratings", views.ListRatings.as_view()),
    path("members/<id:member_id>/record/<id:other_id>", views.ShowHeadToHead.as_view()),
]
