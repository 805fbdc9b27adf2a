"""Addresses of the ladder, of members' public pages, and of the home page."""

from django.urls import path

from ladder import embed, views

app_name = "ladder"

urlpatterns = [
    path("", views.home, name="home"),
    path("zebricek/", views.ladder, name="ladder"),
    path("embed/ladder/<slug:pool>", embed.ladder, name="embed"),
    path("zmena/<int:result_id>/", views.change, name="change"),
    path("clen/<str:username>/", views.player, name="player"),
]
