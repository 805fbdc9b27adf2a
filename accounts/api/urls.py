"""Addresses of the operations about members."""

from django.urls import path

from accounts.api import mutes, notices, views
from vrhcaby.rest.operation import by_method

urlpatterns = [
    path("me", views.ShowMe.as_view()),
    path("me/preferences", by_method(get=views.ShowPreferences, patch=views.ChangePreferences)),
    path("me/bot", views.BecomeBot.as_view()),
    path("me/notices", notices.ListNotices.as_view()),
    path("me/notices/read", notices.ReadNotices.as_view()),
    path("me/token", by_method(get=views.ShowToken, delete=views.RevokeToken)),
    path("members", views.ListMembers.as_view()),
    path("members/<id:member_id>", views.ShowMember.as_view()),
    path("members/<id:member_id>/mute", by_method(put=mutes.Mute, delete=mutes.LiftMute)),
    path(
        "members/<id:member_id>/suspension",
        by_method(put=views.Suspend, delete=views.LiftSuspension),
    ),
]
