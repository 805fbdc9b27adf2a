"""Addresses of tournaments; they stand in the namespace of the ladder."""

from django.urls import path

from ladder.views import (
    archives,
    claims,
    console,
    console_acts,
    console_boards,
    feeds,
    pairings,
    registration,
    stages,
    tables,
    tournaments,
    withdrawals,
)

ONE = "turnaje/<slug:slug>/"
DESK = f"{ONE}rizeni/"

urlpatterns = [
    path("turnaje/", tournaments.listing, name="tournaments"),
    path("turnaje/novy/", tournaments.new, name="tournament_new"),
    path("turnaje/nacist/", archives.read, name="archive_read"),
    path("turnaje/moje.ics", feeds.mine, name="my_feed"),
    path("turnaje/moje/", feeds.address, name="my_calendar"),
    path(ONE, tournaments.overview, name="tournament"),
    path(f"{ONE}nastaveni/", tournaments.edit, name="tournament_edit"),
    path(f"{ONE}prihlasit/", registration.enter, name="enter"),
    path(f"{ONE}odhlasit/", registration.leave, name="leave"),
    path(f"{ONE}pozvani/", registration.answer_invitation, name="entry_answer"),
    path(f"{ONE}funkce/", registration.answer_role, name="role_answer"),
    path(f"{ONE}protokol/", tournaments.log, name="tournament_log"),
    path(f"{ONE}kalendar.ics", feeds.of_one, name="tournament_calendar"),
    path(f"{ONE}archiv.json", archives.written, name="archive_json"),
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
    path(DESK, console.overview, name="console"),
    path(f"{DESK}kolo/<int:stage>/<int:number>/", console.one_round, name="console_round"),
    path(f"{DESK}hraci/", console.players, name="console_entries"),
    path(f"{DESK}hraci/pridat/", console_acts.add, name="console_add"),
    path(f"{DESK}hraci/poradi/", console_acts.seats, name="console_seats"),
    path(f"{DESK}rozhodujici/", stages.play_off, name="console_play_off"),
    path(f"{DESK}vyrazovani/", stages.knockout, name="console_knockout"),
    path(f"{DESK}odstoupeni/<int:entry_id>/", withdrawals.withdrawal, name="console_withdrawal"),
    path(f"{DESK}narok/<int:claim_id>/", claims.judge, name="console_claim"),
    path(f"{DESK}hraci/<int:entry_id>/", console_acts.entry, name="console_entry"),
    path(f"{DESK}role/", console.roles, name="console_roles"),
    path(f"{DESK}role/zmena/", console_acts.role, name="console_role"),
    path(f"{DESK}stav/", console_acts.state, name="console_state"),
    path(f"{DESK}kolo/<int:round_id>/", console_acts.round_act, name="console_round_act"),
    path(f"{DESK}parovani/<int:pairing_id>/", console_boards.act, name="console_pairing"),
]
