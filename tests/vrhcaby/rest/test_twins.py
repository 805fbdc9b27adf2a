"""Whatever a page can do a program can: every page, every window and every wish has its operation.

A new page, action or frame makes these tests fail until it is given its operations, or a reason.
"""

from typing import get_args

import pytest
from django.contrib import admin
from django.urls import get_resolver

from games import wire
from tests.vrhcaby.rest import world

SIGNING_IN = "who is asked anew for a password or a second factor; a token stands for neither"
OWN = "belongs to the account itself, for which one signs in anew"
BROWSER = "concerns the browser, not the club"
PAPER = "is a paper for people; what it tells has operations of its own"
BY_LETTER = "its key comes by letter; a program has changePreferences"
MACHINE = "shows the machine to who runs it: probes and metrics are for programs"

TWINS = {
    "accounts:profile": ("showPreferences", "changePreferences"),
    "accounts:theme": ("changePreferences",),
    "accounts:language": ("changePreferences",),
    "accounts:tokens": ("listTokens",),
    "accounts:token_revoke": ("revokeOneToken", "revokeToken"),
    "accounts:become_bot": ("becomeBot",),
    "accounts:blocks": ("listBlocks", "showStanding"),
    "accounts:notices": ("listNotices",),
    "accounts:notice_count": ("showMe",),
    "accounts:notices_read": ("readNotices",),
    "accounts:notice": ("readNotices",),
    "accounts:notice_settings": ("changePreferences",),
    "accounts:unsubscribe": BY_LETTER,
    "accounts:privacy": PAPER,
    "accounts:export": OWN,
    "accounts:leave": OWN,
    "accounts:sessions": OWN,
    "accounts:end_session": OWN,
    "accounts:sign_out_elsewhere": OWN,
    "games:match": ("showMatch", "listEvents", "sendCommand", "showMatchChat", "sayAtMatch"),
    "games:export": ("showProof",),
    "games:proof": ("showProof",),
    "games:record": ("showRecord",),
    "games:position": ("showPosition",),
    "games:import": ("readMatchFile",),
    "games:rematch": ("offerRematch",),
    "games:challenge_new": ("makeChallenge", "mixInSeed"),
    "games:challenge_accept": ("acceptChallenge",),
    "games:challenge_decline": ("declineChallenge",),
    "games:challenge_withdraw": ("withdrawChallenge",),
    "games:challenge_ready": ("answerReady",),
    "games:report": ("reportLine",),
    "games:block": ("blockMember",),
    "games:unblock": ("unblockMember",),
    "games:chances": ("showChances",),
    "games:rules": ("showRuleset",),
    "ladder:home": ("showLobby", "listMyPairings", "showLobbyChat", "sayInLobby"),
    "ladder:ladder": ("showLadder", "listPools"),
    "ladder:result": ("explainLadderResult",),
    "ladder:change": ("explainResult",),
    "ladder:table_csv": ("showLadder",),
    "ladder:table_json": ("showLadder",),
    "ladder:ledger_csv": ("listChanges", "exportChanges"),
    "ladder:ledger_json": ("listChanges", "exportChanges"),
    "ladder:check": PAPER,
    "ladder:recomputation": ("showRecomputation",),
    "ladder:embed_ladder": ("showLadder",),
    "ladder:embed_tournament": ("listStandings",),
    "ladder:embed_crosstable": ("listCrosstables",),
    "ladder:seasons": ("listSeasons",),
    "ladder:season": ("showSeason",),
    "ladder:season_csv": ("showSeason",),
    "ladder:open_season": ("openSeason",),
    "ladder:close_season": ("closeSeason",),
    "ladder:correct": ("previewCorrection", "correctResult", "undoCorrection"),
    "ladder:player": ("showMember", "listRatings", "showHeadToHead", "showLuck", "listResults"),
    "ladder:tournaments": ("listTournaments",),
    "ladder:tournament_new": ("makeTournament",),
    "ladder:tournament_help": PAPER,
    "ladder:archive_read": ("readArchive",),
    "ladder:my_feed": ("showMyCalendar",),
    "ladder:my_calendar": ("showMyCalendar", "renewMyCalendar"),
    "ladder:tournament": ("showTournament", "listEntries"),
    "ladder:tournament_edit": ("editTournament",),
    "ladder:enter": ("enterTournament",),
    "ladder:leave": ("withdrawEntry",),
    "ladder:entry_answer": ("answerInvitation",),
    "ladder:role_answer": ("answerRole",),
    "ladder:tournament_log": ("showLog",),
    "ladder:tournament_calendar": ("showCalendar",),
    "ladder:archive_json": ("showArchive",),
    "ladder:standings": ("listStandings",),
    "ladder:standings_after": ("listStandings",),
    "ladder:standings_csv": ("listStandings",),
    "ladder:sums": ("showSums",),
    "ladder:crosstable": ("listCrosstables",),
    "ladder:crosstable_csv": ("listCrosstables",),
    "ladder:schedule": ("listRounds",),
    "ladder:round": ("listRounds",),
    "ladder:tournament_print": PAPER,
    "ladder:tournament_print_part": PAPER,
    "ladder:pairing": (
        *("showPairing", "sitDown", "reportResult", "confirmReport", "proposeTime"),
        *("confirmTime", "clearTime", "claimNoShow"),
    ),
    "ladder:console": ("showInbox",),
    "ladder:console_round": ("listRounds",),
    "ladder:console_entries": ("listEntries",),
    "ladder:console_add": ("addEntry", "addGuest", "invitePlayer"),
    "ladder:console_late": ("previewLateEntry", "addLateEntry"),
    "ladder:console_seats": ("orderEntries", "drawSeats", "seatByRating"),
    "ladder:console_play_off": ("orderPlayOff",),
    "ladder:console_knockout": ("startKnockout",),
    "ladder:console_withdrawal": ("previewWithdrawal", "withdrawPlayer", "undoWithdrawal"),
    "ladder:console_claim": ("judgeClaim",),
    "ladder:console_entry": ("confirmEntry", "removeEntry", "promoteEntry"),
    "ladder:console_roles": ("showTournament",),
    "ladder:console_role": ("offerRole", "removeRole"),
    "ladder:console_discard": ("discardTournament",),
    "ladder:console_state": ("changeState", "undoState", "startTournament"),
    "ladder:console_round_act": ("openRound", "closeRound", "reopenRound", "rescheduleRound"),
    "ladder:console_pairing": (
        *("previewRuling", "enterResult", "enterWalkover", "enterDoubleWalkover", "annulPairing"),
        *("replayPairing", "swapSides", "startMatch", "stopClock", "letClockGo", "setTime"),
    ),
    "set_language": BROWSER,
    "system": MACHINE,
    "admin:games_match_annul": ("annulMatch",),
    "admin:games_report_decide": ("listReports", "decideReport"),
    "admin:ladder_ratingflag_decide": ("listFlags", "decideFlag"),
}
"""By the name of an address what does the same for a program, or why nothing does."""

WINDOWS = {
    "Member": (
        *("listMembers", "listSuspensions", "suspend", "liftSuspension", "mute", "listOffices"),
        *("appoint", "relieve", "markBot", "unmarkBot"),
    ),
    "Mute": ("listMutes", "liftMute"),
    "ModeratorAct": ("listModeratorActs",),
    "SecondFactor": SIGNING_IN,
    "EmailAddress": OWN,
    "Group": "powers of offices are set up by who runs the site",
    "Report": ("listReports",),
    "ChatLine": ("listSaidLines",),
    "Match": ("listMatches",),
    "MatchEvent": ("listEvents",),
    "Result": ("listResults",),
    "Challenge": ("listChallenges",),
    "Annulment": ("listAnnulments",),
    "Outage": MACHINE,
    "RatingFlag": ("listFlags",),
    "Tournament": ("listTournaments",),
    "Entry": ("listEntries",),
    "Role": ("showTournament",),
    "Pairing": ("listRounds",),
    "OfficialAct": ("showLog",),
    "Pool": ("listPools",),
    "Rating": ("showLadder",),
    "RatingChange": ("listChanges",),
    "LadderResult": ("explainLadderResult",),
    "Correction": ("explainLadderResult",),
    "Season": ("listSeasons",),
}
"""By the model of a window of the administration."""

ACTIONS = {
    ("Member", "suspend"): "suspend",
    ("Member", "lift"): "liftSuspension",
    ("Member", "mute"): "mute",
    ("Mute", "lift"): "liftMute",
    ("EmailAddress", "make_verified"): OWN,
}

WISHES = {
    "command": ("sendCommand",),
    "rematch": ("offerRematch",),
    "chat": ("showMatchChat", "showLobbyChat"),
    "say": ("sayAtMatch", "sayInLobby"),
    "challenge": ("makeChallenge",),
    "accept": ("acceptChallenge",),
    "decline": ("declineChallenge",),
    "withdraw": ("withdrawChallenge",),
    "ready": ("answerReady",),
    "seed": ("mixInSeed",),
    "hello": ("showMatch", "showLobby"),
    "alive": "presence is an open socket, nothing else",
}
"""By the type of a frame that a client sends."""


def addresses(resolver, space=""):
    """Give the names of all pages, but those of the interface itself and of signing in."""
    for one in resolver.url_patterns:
        if hasattr(one, "url_patterns"):
            if not str(one.pattern).startswith("api"):
                yield from addresses(one, one.namespace or space)
        elif one.name and not one.name.startswith(("account_", "mfa_")):
            yield f"{space}:{one.name}" if space else one.name


def of_the_administration(name):
    """Tell whether an address is one that every window of the administration has."""
    own = ("_add", "_change", "_changelist", "_delete", "_history")
    usual = {
        *("index", "login", "logout", "password_change", "password_change_done", "autocomplete"),
        *("jsi18n", "view_on_site", "app_list", "auth_user_password_change"),
    }
    plain = name.removeprefix("admin:")
    return name != plain and (plain in usual or plain.endswith(own))


def test_every_page_has_its_operations_or_a_reason_why_not():
    found = {name for name in addresses(get_resolver()) if not of_the_administration(name)}

    assert found == TWINS.keys()


def test_every_window_of_the_administration_and_every_action_in_it_has_them():
    windows = {model.__name__: window for model, window in admin.site._registry.items()}
    actions = {(name, act) for name, window in windows.items() for act in window.actions or ()}

    assert windows.keys() == WINDOWS.keys()
    assert actions == ACTIONS.keys()


def test_every_wish_of_the_sockets_has_them():
    frames = {*get_args(wire.GameIncoming), *get_args(wire.LobbyIncoming)}

    assert {frame.__struct_config__.tag for frame in frames} == WISHES.keys()


@pytest.mark.parametrize("table", [TWINS, WINDOWS, WISHES], ids=["pages", "windows", "wishes"])
def test_the_operations_that_are_named_exist(table):
    named = {name for twins in table.values() if isinstance(twins, tuple) for name in twins}

    assert named - {operation.id for operation in world.operations()} == set()


def test_every_operation_that_changes_something_is_some_page_s_twin():
    tables = (TWINS, WINDOWS, WISHES)
    twins = {
        name
        for table in tables
        for names in table.values()
        if isinstance(names, tuple)
        for name in names
    }
    changing = {one.id for one in world.operations() if one.method != "get"}

    assert changing - twins == set()
