"""Addresses of tournaments; they stand in the namespace of the ladder."""

from django.urls import path

from ladder.views import embeds, feeds, pairings, tables, tournaments

ONE = "turnaje/<slug:slug>/"

urlpatterns = [
    path("turnaje/", tournaments.listing, name="tournaments"),
    path("turnaje/novy/", tournaments.new, name="tournament_new"),
    path("turnaje/moje.ics", feeds.mine, name="my_feed"),
    path("turnaje/moje/", feeds.address, name="my_calendar"),
    path("vlozit/turnaj/<slug:slug>/", embeds.tournament, name="tournament_embed"),
    path(ONE, tournaments.overview, name="tournament"),
    path(f"{ONE}nastaveni/", tournaments.edit, name="tournament_edit"),
    path(f"{ONE}protokol/", tournaments.log, name="tournament_log"),
    path(f"{ONE}kalendar.ics", feeds.of_one, name="tournament_calendar"),
    path(f"{ONE}tabulka/", tables.standings, name="standings"),
    path(f"{ONE}tabulka/<int:after>/", tables.standings, name="standings_after"),
    path(f"{ONE}tabulka/hrac/<int:entry_id>/", tables.sums, name="sums"),
    path(f"{ONE}tabulka.csv", tables.standings_csv, name="standings_csv"),
    path(f"{ONE}krizova/", tables.crosstable, name="crosstable"),
    path(f"{ONE}krizova.csv", tables.crosstable_csv, name="crosstable_csv"),
    path(f"{ONE}rozpis/", tables.schedule, name="schedule"),
    path(f"{ONE}kolo/<int:stage>/<int:number>/", tables.round_sheet, name="round"),
    path(f"{ONE}tisk/", tables.printed, name="tournament_print"),
    path(f"{ONE}tisk/<slug:what>/", tables.printed, name="tournament_print_part"),
    path(f"{ONE}parovani/<int:pairing_id>/", pairings.pairing, name="pairing"),
]
