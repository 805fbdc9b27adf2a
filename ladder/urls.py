"""Addresses of the ladder, of members' public pages, and of the home page."""

from django.urls import include, path

from ladder.views import corrections, embeds, exports, home, ladder, seasons

app_name = "ladder"

urlpatterns = [
    path("", home.home, name="home"),
    path("zebricek/", ladder.ladder, name="ladder"),
    path("zebricek/vysledek/<int:ladder_result_id>/", ladder.result, name="result"),
    path("zebricek/tabulka.csv", exports.table_csv, name="table_csv"),
    path("zebricek/tabulka.json", exports.table_json, name="table_json"),
    path("zebricek/zmeny.csv", exports.ledger_csv, name="ledger_csv"),
    path("zebricek/zmeny.json", exports.ledger_json, name="ledger_json"),
    path("zebricek/prepocet/", exports.check, name="check"),
    path("zebricek/prepocet.json", exports.recomputation, name="recomputation"),
    path("embed/ladder/<slug:ruleset>", exports.embedded, name="embed_ladder"),
    path("embed/tournament/<slug:slug>", embeds.tournament, name="embed_tournament"),
    path("embed/crosstable/<slug:slug>", embeds.crosstable, name="embed_crosstable"),
    path("zebricek/sezony/", seasons.listed, name="seasons"),
    path("zebricek/sezony/<int:season_id>/", seasons.archived, name="season"),
    path("zebricek/sezony/<int:season_id>/tabulka.csv", seasons.sheet, name="season_csv"),
    path("zebricek/sezony/otevrit/", seasons.opened, name="open_season"),
    path("zebricek/sezony/zavrit/", seasons.closed, name="close_season"),
    path("zebricek/vysledek/<int:ladder_result_id>/oprava/", corrections.correct, name="correct"),
    path("zmena/<int:result_id>/", ladder.change, name="change"),
    path("clen/<str:username>/", ladder.player, name="player"),
    path("", include("ladder.tournament_urls")),
]
