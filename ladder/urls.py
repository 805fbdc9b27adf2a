"""Addresses of the ladder, of members' public pages, and of the home page."""

from django.urls import include, path

from ladder.views import corrections, home, ladder

app_name = "ladder"

urlpatterns = [
    path("", home.home, name="home"),
    path("zebricek/", ladder.ladder, name="ladder"),
    path("zebricek/vysledek/<int:ladder_result_id>/", ladder.result, name="result"),
    path("zebricek/vysledek/<int:ladder_result_id>/oprava/", corrections.correct, name="correct"),
    path("zmena/<int:result_id>/", ladder.change, name="change"),
    path("clen/<str:username>/", ladder.player, name="player"),
    path("", include("ladder.tournament_urls")),
]
