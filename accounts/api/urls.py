"""Addresses of the operations about members."""

from django.urls import path

from accounts.api import access, moderation, mutes, notices, offices, views
from vrhcaby.rest.operation import by_method

urlpatterns = [
    path("me", views.ShowMe.as_view()),
    path("me/preferences", by_method(get=views.ShowPreferences, patch=views.ChangePreferences)),
    path("me/bot", views.BecomeBot.as_view()),
    path("me/notices", notices.ListNotices.as_view()),
    path("me/notices/read", notices.ReadNotices.as_view()),
    path("me/token", by_method(get=views.ShowToken, delete=views.RevokeToken)),
    path("me/tokens", access.ListTokens.as_view()),
    path("me/tokens/<id:token_id>", access.RevokeOneToken.as_view()),
    path("mutes", moderation.ListMutes.as_view()),
    path("suspensions", moderation.ListSuspensions.as_view()),
    path("moderator-acts", moderation.ListModeratorActs.as_view()),
    path("offices", offices.ListOffices.as_view()),
    path("members", views.ListMembers.as_view()),
    path("members/<id:member_id>", views.ShowMember.as_view()),
    path("members/<id:member_id>/mute", by_method(put=mutes.Mute, delete=mutes.LiftMute)),
    path(
        "members/<id:member_id>/suspension",
        by_method(put=views.Suspend, delete=views.LiftSuspension),
    ),
    path(
        "members/<id:member_id>/offices/<slug:office>",
        by_method(put=offices.Appoint, delete=offices.Relieve),
    ),
    path("members/<id:member_id>/bot", by_method(put=offices.MarkBot, delete=offices.UnmarkBot)),
]
