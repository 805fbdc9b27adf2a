"""The director's console: every form of it, who may send it, and what a stale page gets."""

import datetime
import re

import pytest
from django.utils import timezone

from ladder.models import Entry, LadderResult, Role, Round
from ladder.services.tournaments import brackets, life, roles, scores
from tests.games import making
from tests.ladder.making import member
from tests.ladder.tournaments import done, draft, opened, pairing, row, started, states
from tests.ladder.views.browsing import client_of, page, send, shown_fields, status, url
from vrhcaby import clock

pytestmark = pytest.mark.django_db

ERROR = 'class="notice error"'


@pytest.fixture
def cup():
    return started(4, seating="by_hand")


@pytest.fixture
def assistant(cup):
    helper = member("Helper")
    done(roles.invite(slug=cup.slug, by_id=cup.by_id, member_id=helper.pk, kind="assistant"))
    done(roles.answer(slug=cup.slug, by_id=helper.pk, accept=True))
    return helper


def board(made, act, *, by=None, number=1, **fields):
    """Send a form of a board's row; return the page that follows."""
    found = pairing(made, 1, number)
    return send(
        "console_pairing",
        made,
        {"act": act, "from": "1/1", **fields},
        by=by or made.director,
        pairing_id=found.pk,
    )


def test_from_draft_to_the_first_round_by_the_buttons_of_the_console():
    made = draft()
    for to in ("registration", "closed"):
        if to == "closed":
            for name in ("Anna", "Boris"):
                member(name)
                send("console_add", made, {"act": "add", "member": name}, by=made.director)
            send("console_add", made, {"act": "guest", "name": "Eve, 80"}, by=made.director)
        send("console_state", made, {"to": to}, by=made.director)
    text = send("console_state", made, {"to": "running"}, by=made.director)

    assert row(made).state == "running"
    assert "Round 1" in text


def test_a_state_is_undone_while_nothing_depends_on_it(cup):
    send("console_state", cup, {"to": "undo", "state": "running"}, by=cup.director)

    assert row(cup).state == "closed"


def test_two_pages_on_which_a_state_is_undone_go_one_state_back():
    made = opened()
    send("console_state", made, {"to": "closed"}, by=made.director)
    shown = page("console", made, by=made.director)
    undo = shown[: shown.index('value="undo"')].rpartition("<form")[2]
    fields = shown_fields(f"<form{undo}>") | {"to": "undo"}

    first, second = (send("console_state", made, fields, by=made.director) for _ in range(2))

    assert ERROR not in first
    assert f"changed meanwhile by {made.director.username}" in second
    assert "from “Registration closed” to “Registration open”" in second
    assert row(made).state == "registration"


@pytest.mark.parametrize("state", ["", "closed", "nonsense"])
def test_a_state_that_is_not_the_present_one_is_not_undone(cup, state):
    assert ERROR in send("console_state", cup, {"to": "undo", "state": state}, by=cup.director)
    assert row(cup).state == "running"


def test_what_depends_on_it_keeps_a_state(cup):
    board(cup, "enter_result", score="1:0")

    fields = {"to": "undo", "state": "running"}
    assert ERROR in send("console_state", cup, fields, by=cup.director)
    assert row(cup).state == "running"


def test_a_tournament_with_open_pairings_is_not_finished(cup):
    assert ERROR in send("console_state", cup, {"to": "finished"}, by=cup.director)
    assert ERROR in send("console_state", cup, {"to": "nonsense"}, by=cup.director)


def test_entries_are_confirmed_removed_and_given_a_place():
    made = opened(places=2)
    people = [member(name) for name in ("Anna", "Boris", "Cyril")]
    for one in people:
        send("enter", made, by=one)
    ids = list(Entry.objects.order_by("number").values_list("pk", flat=True))

    for entry_id, act in ((ids[0], "confirm"), (ids[1], "remove"), (ids[0], "nonsense")):
        send("console_entry", made, {"act": act}, by=made.director, entry_id=entry_id)

    assert states(made) == ["confirmed", "removed", "entered"]


@pytest.mark.parametrize("fields", [{"member": "Nobody"}, {"member": ""}, {"member": "a\0b"}])
def test_a_member_who_is_none_is_refused(fields):
    made = opened()

    for act in ("add", "invite", "nonsense"):
        assert ERROR in send("console_add", made, {"act": act, **fields}, by=made.director)
    assert states(made) == []


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "a\nb"])
def test_a_guest_without_a_proper_name_is_refused(name):
    made = opened()

    text = send("console_add", made, {"act": "guest", "name": name}, by=made.director)

    assert ERROR in text
    assert states(made) == []


def test_the_order_of_the_draw_is_set_by_numbers_and_by_lot():
    made = opened(seating="by_hand")
    for name in ("Anna", "Boris", "Cyril"):
        send("enter", made, by=member(name))
    ids = list(Entry.objects.order_by("number").values_list("pk", flat=True))
    numbers = {f"seat-{ids[0]}": "3", f"seat-{ids[1]}": "1", f"seat-{ids[2]}": "2"}

    text = send("console_seats", made, {"act": "order", **numbers}, by=made.director)

    order = Entry.objects.order_by("seat_order").values_list("pk", flat=True)
    assert list(order) == [ids[1], ids[2], ids[0]]
    assert text.index("Boris") < text.index("Cyril") < text.index("Anna")
    bad = {"act": "order", f"seat-{ids[0]}": "1"}
    assert ERROR in send("console_seats", made, bad, by=made.director)
    assert ERROR in send("console_seats", made, {"act": "lot", "seed": ""}, by=made.director)
    send("console_seats", made, {"act": "lot", "seed": "news"}, by=made.director)
    assert row(made).lot_seed == "news"


def test_roles_are_offered_and_taken_away():
    made, helper = opened(), member("Helper")
    offer = {"act": "invite", "member": "Helper", "kind": "director"}

    send("console_role", made, offer, by=made.director)
    assert Role.objects.get(member=helper).accepted_at is None
    send("console_role", made, {"act": "remove", "member": "Helper"}, by=made.director)
    own = {"act": "remove", "member": made.director.username}
    assert ERROR in send("console_role", made, own, by=made.director)

    assert Role.objects.filter(tournament__slug=made.slug).count() == 1


def test_an_assistant_enters_results_and_no_more(cup, assistant):
    board(cup, "enter_result", by=assistant, score="1:0")
    assert pairing(cup, 1, 1).state == "decided"

    assert ERROR in board(cup, "annul", by=assistant, number=2, why="so")
    text = page("console", cup, by=assistant)
    assert "Enter the result" in text
    assert "Without play" not in text
    assert status("console_entries", cup, by=assistant) == 404


def test_players_have_no_console(cup):
    board(cup, "enter_result", by=cup.players[0], score="1:0")

    assert pairing(cup, 1, 1).state == "open"


def test_walkovers_need_a_reason(cup):
    assert ERROR in board(cup, "walkover_first")
    board(cup, "walkover_second", why="did not come")

    found = pairing(cup, 1, 1)
    assert (found.first_result, found.second_result, found.forfeit) == (0, 2, True)
    board(cup, "double_walkover", number=2, why="neither came")
    assert pairing(cup, 1, 2).first_result == pairing(cup, 1, 2).second_result == 0


def test_a_correction_is_shown_before_it_is_made(cup):
    board(cup, "enter_result", score="1:0")

    shown = board(cup, "enter_result", score="0:1")

    assert "What would come of it" in shown
    assert "Ratings" in shown
    assert pairing(cup, 1, 1).first_result == 2
    board(cup, "enter_result", score="0:1", sure="yes", why="written down wrongly")
    assert pairing(cup, 1, 1).first_result == 0
    assert LadderResult.objects.count() == 1


@pytest.mark.parametrize("score", ["7:7", "8:3", "5:3", "0:0", "x"])
def test_a_score_that_cannot_be_has_no_consequences_to_show(score):
    made = started(3, seating="by_hand", ruleset="standard", options={"length": 7})
    board(made, "enter_result", score="7:2")

    text = board(made, "enter_result", score=score)

    assert "What would come of it" not in text
    assert ERROR in text
    assert score == "x" or "Who wins has 7 points" in text
    assert pairing(made, 1, 1).second_score == 2


def test_annulled_and_played_again(cup):
    board(cup, "enter_result", score="1:0")

    board(cup, "replay", sure="yes", why="the clock was broken")
    assert pairing(cup, 1, 1).state == "open"
    board(cup, "annul", why="both agree")
    assert pairing(cup, 1, 1).state == "void"


def test_sides_are_swapped_and_a_time_is_set(cup):
    first = pairing(cup, 1, 1).first
    at = (timezone.localtime() + datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")

    board(cup, "swap_sides")
    board(cup, "set_time", at=at)

    found = pairing(cup, 1, 1)
    assert found.second == first
    assert timezone.localtime(found.agreed_at).strftime("%Y-%m-%dT%H:%M") == at
    assert ERROR in board(cup, "set_time", at="nonsense")
    assert ERROR in board(cup, "conjure")


def test_a_stale_page_is_told_what_changed_and_by_whom(cup, assistant):
    known = row(cup).version
    board(cup, "enter_result", by=assistant, score="1:0", version=known)

    text = board(cup, "enter_result", score="0:1", version=known, sure="yes", why="so")

    assert ERROR in text
    assert "Helper" in text
    assert "entered 1:0" in text
    assert pairing(cup, 1, 1).first_result == 2


def test_a_round_is_opened_closed_and_given_times(cup):
    second = Round.objects.get(number=2)
    common = {"by": cup.director, "round_id": second.pk}
    times = {"opens_at": "2030-01-05T18:00", "deadline_at": "2030-01-05T22:00", "held": "on"}

    send("console_round_act", cup, {"act": "reschedule", "from": "1/2", **times}, **common)
    second.refresh_from_db()
    assert (second.deadline_at - second.opens_at, second.held) == (
        datetime.timedelta(hours=4),
        True,
    )
    send("console_round_act", cup, {"act": "open"}, **common)
    second.refresh_from_db()
    assert second.state == "open"
    backwards = {"opens_at": times["deadline_at"], "deadline_at": times["opens_at"]}
    for fields in (
        {"act": "reschedule", **backwards},
        {"act": "reschedule", "opens_at": "never"},
        {"act": "close"},
        {"act": "reopen"},
        {"act": "conjure"},
    ):
        assert ERROR in send("console_round_act", cup, fields, **common)


def test_a_withdrawal_shows_the_table_before_and_after_for_each_policy(cup):
    entry = cup.entries[0]

    for policy in ("keep_and_forfeit", "annul_below_half", "void_all"):
        text = page(
            "console_withdrawal", cup, by=cup.director, query=f"?policy={policy}", entry_id=entry
        )
        assert "Place before" in text
    fields = {"act": "withdraw", "policy": "void_all", "why": "moved away"}
    send("console_withdrawal", cup, fields, by=cup.director, entry_id=entry)
    assert Entry.objects.get(pk=entry).has_left
    undo = {"act": "undo", "why": "a mistake"}
    send("console_withdrawal", cup, undo, by=cup.director, entry_id=entry)

    assert not Entry.objects.get(pk=entry).has_left
    assert status("console_withdrawal", cup, by=cup.director, entry_id=entry + 1000) == 404


def test_a_late_entry_is_in_at_once():
    made = started(3, late_until_round=3)
    member("Late")

    text = send("console_late", made, {"member": "Late"}, by=made.director)
    send("console_late", made, {"name": "Later"}, by=made.director)

    assert ERROR not in text
    assert len(states(made)) == 5


def test_the_console_costs_the_same_whatever_the_size(django_assert_max_num_queries):
    small, large = started(3), started(12)

    for made in (small, large):
        reader = client_of(made.director)
        with django_assert_max_num_queries(20):
            assert reader.get(url("console", made)).status_code == 200


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("console_state", {}),
        ("console_add", {}),
        ("console_seats", {}),
        ("console_role", {}),
        ("console_play_off", {}),
        ("console_knockout", {}),
        ("console_entry", {"entry_id": 1}),
        ("console_claim", {"claim_id": 1}),
        ("console_round_act", {"round_id": 1}),
    ],
)
def test_acts_of_the_console_are_the_directors_alone_and_never_fall_over(cup, name, kwargs):
    assert client_of(cup.players[0]).post(url(name, cup, **kwargs)).status_code == 404
    assert client_of().post(url(name, cup, **kwargs)).status_code == 404
    assert client_of(cup.director).get(url(name, cup, **kwargs)).status_code == 405
    assert client_of(cup.director).post(url(name, cup, **kwargs), follow=True).status_code == 200


def test_tied_places_get_their_deciding_match_by_one_click():
    made = started(2, chain=["wins", "play_off:1", "shared"], seating="by_hand")
    board(made, "enter_result", score="0:0")

    assert "Make the deciding match" in page("console", made, by=made.director)
    stage = row(made).stages.get()
    send("console_play_off", made, {"stage": stage.pk, "place": 1}, by=made.director)

    assert row(made).stages.count() == 2
    assert pairing(made, 1, 1, stage=2).state == "open"


def test_finishing_without_the_deciding_match_asks_with_names_and_is_logged():
    made = started(2, chain=["wins", "play_off:1", "shared"], seating="by_hand")
    first, second = (one.username for one in made.players)
    tied = f"place 1: {first}, {second}"
    assert "even_if_tied" not in page("console", made, by=made.director)
    board(made, "enter_result", score="0:0")

    shown = page("console", made, by=made.director)
    assert f"It stays undecided: {tied}." in shown
    assert f"Leave undecided: {tied}" in shown
    refused = send("console_state", made, {"to": "finished"}, by=made.director)
    assert f"Undecided without a deciding match: {tied}." in refused
    assert row(made).state == "running"

    send("console_state", made, {"to": "finished", "even_if_tied": "on"}, by=made.director)
    assert row(made).state == "finished"
    assert f"Left without a deciding match: {tied}." in page("tournament_log", made)


def test_the_knock_out_is_drawn_from_the_groups():
    made = started(
        8, format="groups_knockout", groups=2, qualifiers=2, seating="by_hand", rounds_open="all"
    )
    for stage in row(made).stages.all():
        for played in stage.rounds.all():
            for found in played.pairings.exclude(second=None):
                first = found.first.number < found.second.number
                fields = {"act": "enter_result", "score": "1:0" if first else "0:1"}
                send("console_pairing", made, fields, by=made.director, pairing_id=found.pk)

    assert "Start the knock-out" in page("console", made, by=made.director)
    send("console_knockout", made, by=made.director)

    assert row(made).stages.filter(kind="knockout").count() == 1
    assert "Knock-out" in page("standings", made)
    assert status("schedule", made) == 200
    assert status("tournament_print", made) == 200


def test_a_late_entry_is_shown_before_it_is_done():
    made = started(["Anna", "Boris"], seating="by_hand", late_until_round=1, places=2, rated=False)

    text = page("console_late", made, by=made.director, query="?name=Karel")
    assert "beyond the limit" in text
    assert "Enter and draw anew" in text
    assert row(made).entries.count() == 2

    fields = {**shown_fields(text), "redraw": "yes"}
    assert "The player is in." in send("console_late", made, fields, by=made.director)
    assert row(made).stages.get().rounds.count() == 3


def test_after_the_first_result_a_late_entry_names_who_plays_twice():
    names = ["Anna", "Boris", "Cyril", "Dana"]
    made = started(names, seating="by_hand", late_until_round=2, rated=False)
    board = pairing(made, 1, 1)
    answer = scores.enter_result(
        pairing_id=board.pk, by_id=made.by_id, first_score=1, second_score=0
    )
    done(answer)

    text = page("console_late", made, by=made.director, query="?name=Karel")
    assert "has two boards in this round" in text
    assert "draw anew" not in text

    send("console_late", made, {**shown_fields(text), "redraw": "no"}, by=made.director)
    assert row(made).entries.count() == 5


def test_a_late_entry_that_cannot_be_is_refused_before_the_preview():
    made = started(["Anna", "Boris"], seating="by_hand", rated=False)

    client = client_of(made.director)
    for query in ("?name=Karel", "?member=Nobody", "?name=", "?member=%00"):
        answer = client.get(url("console_late", made) + query, follow=True)
        assert answer.redirect_chain, query
        assert ERROR in answer.content.decode(), query
    assert row(made).entries.count() == 2


def test_a_draft_can_be_thrown_away_from_the_console_and_nothing_else_can():
    made, other = draft(), opened()

    assert "Throw it away" in page("console", made, by=made.director)
    assert "Throw it away" not in page("console", other, by=other.director)
    assert "is thrown away" in send("console_discard", made, by=made.director)
    assert status("console", made, by=made.director) == 404
    assert ERROR in send("console_discard", other, by=other.director)


def test_the_log_names_changed_settings_for_people(cup):
    done(life.edit(slug=cup.slug, by_id=cup.by_id, settings={"grace_minutes": 20}))

    text = page("tournament_log", cup)

    assert "Changed settings: lateness in minutes." in text
    assert "grace_minutes" not in text


def test_open_consequences_are_read_again_by_their_address(cup):
    board(cup, "enter_result", score="1:0")
    shown = board(cup, "enter_result", score="0:1")
    address = re.search('data-fresh="([^"]*)"', shown)[1].replace("&amp;", "&")

    again = client_of(cup.director).get(address)

    assert "What would come of it" in again.content.decode()
    assert pairing(cup, 1, 1).first_result == 2
    bare = client_of(cup.director).get(address.partition("?")[0])
    assert bare.status_code == 302


def test_a_correction_in_a_group_says_that_the_knockout_stays():
    made = started(
        ["Anna", "Boris", "Cyril", "Dana"],
        **{"seating": "by_hand", "format": "groups_knockout", "groups": 2, "rated": False},
        qualifiers=1,
    )
    board(made, "enter_result", score="1:0")
    assert "it stays as it was drawn" not in board(made, "enter_result", score="0:1")
    other = pairing(made, 1, 1, stage=2)
    answer = scores.enter_result(
        pairing_id=other.pk, by_id=made.by_id, first_score=1, second_score=0
    )
    done(answer)
    done(brackets.start_knockout(slug=made.slug, by_id=made.by_id))

    assert "it stays as it was drawn" in board(made, "enter_result", score="0:1")


def offered(text, number):
    """The acts that a board of the console offers."""
    row_of = text.split('<details class="board-row"')[number]
    return set(re.findall(r'name="act" value="(\w+)"', row_of))


def test_a_board_offers_what_would_not_be_refused(cup):
    at = {"by": cup.director, "stage": 1, "number": 1}
    assert {"set_time", "start_now", "swap_sides", "annul"} <= offered(
        page("console_round", cup, **at), 1
    )

    board(cup, "enter_result", score="1:0")
    acts = offered(page("console_round", cup, **at), 1)

    assert not acts & {"set_time", "start_now", "swap_sides", "pause_clock", "resume_clock"}
    assert {"enter_result", "walkover_first", "annul", "replay"} <= acts


def test_a_clock_is_stopped_or_let_go_never_both(cup):
    with clock.frozen(making.NOON):
        making.swept()
        at = {"by": cup.director, "stage": 1, "number": 1}
        board(cup, "start_now", even_if_away="on")
        assert "pause_clock" in offered(page("console_round", cup, **at), 1)
        board(cup, "pause_clock", why="the lamp")

        acts = offered(page("console_round", cup, **at), 1)
        assert "resume_clock" in acts
        assert "pause_clock" not in acts


def test_an_annulled_board_can_only_be_played_again(cup):
    board(cup, "annul", why="both agree")

    acts = offered(page("console_round", cup, by=cup.director, stage=1, number=1), 1)

    assert acts == {"replay"}
