"""Pages of matches and challenges: who sees what, what forms answer, what addresses of nothing."""

import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client, RequestFactory
from django.utils import translation

from games import match_page, selectors
from games.engine import commands
from games.enums import ChallengeStatus
from games.models import Challenge, Match
from games.services import lobby
from tests.games import making

pytestmark = pytest.mark.django_db(transaction=True)

JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def signed_in(member_id: int) -> Client:
    """A client signed in as this member, who reads English."""
    client = Client()
    member = get_user_model().objects.get(pk=member_id)
    member.language = "en"
    member.save()
    client.force_login(member)
    return client


def script_data(html: str, name: str):
    """What the page hands to its scripts under this id."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html)
    return None if found is None else json.loads(found.group(1))


def test_a_player_gets_his_seat_the_board_and_his_buttons() -> None:
    game = making.game()

    html = signed_in(game.members[1]).get(f"/hra/{game.match_id}/").content.decode()

    assert script_data(html, "snapshot")["you"] == 1
    assert script_data(html, "page")["socket"] == f"/ws/hra/{game.match_id}/"
    assert html.count('class="checker ') == 30
    assert {f'data-point="{point}"' for point in range(26)} <= set(
        re.findall(r'data-point="\d+"', html)
    )
    assert 'data-act="resign"' in html


def test_a_guest_may_only_watch() -> None:
    game = making.game()

    html = Client().get(f"/hra/{game.match_id}/").content.decode()

    assert script_data(html, "snapshot")["you"] is None
    assert "data-act=" not in html
    assert "data-flip" in html


def test_the_server_seed_of_a_live_match_is_on_no_page() -> None:
    game = making.game()
    client = signed_in(game.members[0])

    exported = client.get(f"/hra/{game.match_id}/export.json").json()
    proof = client.get(f"/hra/{game.match_id}/dukaz/").content.decode()

    assert exported["server_seed"] is None
    assert script_data(proof, "export")["server_seed"] is None
    assert exported["commitment"] in proof


def test_a_finished_match_opens_as_result_and_replay() -> None:
    game = making.game(seeds=("anna's", "boris's"))
    game.play_steps(3)
    game.send(commands.Resign(0))

    html = Client().get(f"/hra/{game.match_id}/").content.decode()

    replay = script_data(html, "replay")
    assert [event["kind"] for event in replay["events"]] == game.kinds
    result = script_data(html, "snapshot")["result"]
    assert (result["id"], result["reason"]) == (game.row.result.pk, "resigned")
    assert script_data(html, "page")["change_url"] == "/zmena/0/"
    assert "data-slider" in html


def test_a_replay_tells_the_cube_that_a_game_begins_with() -> None:
    options = {"length": None, "automatic_doubles": 1}
    games = (making.game(rated=False, ruleset="standard", options=options) for _ in range(1000))
    game = next(game for game in games if game.state.cube.value == 2)
    single = making.game(rated=False, ruleset="standard", options={"length": 1})

    replay = selectors.replay(game.match_id)
    begun = next(event for event in replay["events"] if event["kind"] == "game_started")
    assert replay["cube"]
    assert begun["data"]["cube"] == {"value": 2, "owner": None}
    assert not selectors.replay(single.match_id)["cube"]


def test_the_proof_of_a_finished_match_has_a_row_for_every_draw() -> None:
    game = making.game(seeds=("anna's", "boris's"))
    game.play_steps(2)
    game.send(commands.Resign(1))

    html = Client().get(f"/hra/{game.match_id}/dukaz/").content.decode()

    rolls = [kind for kind in game.kinds if kind == "rolled"]
    assert len(re.findall(r'data-row="roll-\d+"', html)) == len(rolls)
    assert 'data-row="lot-1"' in html
    assert len(script_data(html, "export")["server_seed"]) == 64


@pytest.mark.parametrize(
    "path",
    ["/hra/4711/", "/hra/4711/export.json", "/hra/4711/dukaz/", "/pravidla/mariage/"],
)
def test_an_address_of_nothing_is_404(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize(
    ("language", "words"), [("cs", "Nečekat"), ("en", "Do not wait"), ("de", "Nečekat")]
)
def test_the_rules_are_told_in_both_languages(language: str, words: str) -> None:
    html = Client(headers={"accept-language": language}).get("/pravidla/vrhcaby/").content.decode()

    assert words in html
    assert html.count('class="board-drawing"') == 7


def test_a_challenge_is_made_by_the_form() -> None:
    first, second = making.member(), making.member()

    answer = signed_in(first.pk).post(
        "/vyzvy/nova/",
        {
            "to": second.username,
            "ruleset": "vrhcaby",
            "limit": "120",
            "rated": "on",
            "seed": "žluť",
        },
    )

    made = Challenge.objects.get()
    assert answer.status_code == 302
    assert (made.challenger_id, made.opponent_id, made.seed) == (first.pk, second.pk, "žluť")
    assert made.control["limit_ms"] == 120_000


@pytest.mark.parametrize(
    ("field", "value"),
    [("to", "nobody at all"), ("limit", "7"), ("ruleset", "mariage"), ("seed", "x" * 65)],
)
def test_a_bad_challenge_gets_the_form_again_with_the_reason_at_the_field(field, value) -> None:
    member = making.member()
    wanted = {"to": "", "ruleset": "vrhcaby", "limit": "60", "seed": ""} | {field: value}

    answer = signed_in(member.pk).post("/vyzvy/nova/", wanted)

    assert answer.status_code == 200
    assert answer.context["form"].errors[field]
    assert not Challenge.objects.exists()


def test_a_script_is_told_the_reason_by_its_field() -> None:
    wanted = {"to": "nobody at all", "ruleset": "vrhcaby", "limit": "7", "seed": ""}

    answer = signed_in(making.member().pk).post("/vyzvy/nova/", wanted, **JSON).json()

    assert answer["fields"].keys() == {"to", "limit"}
    assert answer["fields"]["to"] == answer["text"] == "There is no such member."
    assert answer["refused"] is True


def test_a_refusal_is_told_in_words() -> None:
    member = making.member()
    wanted = {"to": member.username, "ruleset": "vrhcaby", "limit": "60", "seed": ""}

    answer = signed_in(member.pk).post("/vyzvy/nova/", wanted, **JSON).json()

    assert answer == {"go": None, "text": "You cannot challenge yourself.", "refused": True}


def test_accepting_leads_to_the_game() -> None:
    first, second = making.member(), making.member()
    making.here(first.pk)
    making.swept()
    made = lobby.challenge(member_id=first.pk, ruleset="vrhcaby", rated=True)

    answer = signed_in(second.pk).post(
        f"/vyzvy/{made.challenge_id}/prijmout/", {"seed": "ab"}, **JSON
    )

    assert answer.json()["go"] == f"/hra/{Match.objects.get().pk}/"


def test_accepting_while_the_challenger_is_away_says_so() -> None:
    first, second = making.member(), making.member()
    made = lobby.challenge(member_id=first.pk, ruleset="vrhcaby", rated=True)

    answer = signed_in(second.pk).post(
        f"/vyzvy/{made.challenge_id}/prijmout/", {"seed": ""}, **JSON
    )

    assert answer.json()["go"] is None
    assert "away" in answer.json()["text"]


def test_who_comes_when_checkers_have_been_placed_is_told_how() -> None:
    game = making.game(ruleset="nasazovani", options={"length": 3})
    dice = game.row.events.filter(kind="placed").values_list("data__die", flat=True)

    told = script_data(Client().get(f"/hra/{game.match_id}/").content.decode(), "page")["placing"]

    assert [one["data"]["die"] for one in told if one["kind"] == "placed"] == list(dice)
    assert len(dice) >= 14
    assert told[0]["kind"] == "game_started"
    assert told[-1]["seq"] <= game.row.version


def test_a_game_that_places_nothing_and_one_that_is_over_tell_no_placing() -> None:
    lot = making.game(ruleset="vrhcaby")
    left = making.game(ruleset="nasazovani", options={"length": 1})
    left.send(commands.Leave(0))
    for game in (lot, left):
        html = Client().get(f"/hra/{game.match_id}/").content.decode()
        assert script_data(html, "page")["placing"] == []


def test_a_game_by_correspondence_begins_on_the_page_though_the_challenger_is_away() -> None:
    challenge = making.offered_by_letters(making.member().pk)

    answer = signed_in(making.member().pk).post(
        f"/vyzvy/{challenge}/prijmout/", {"seed": ""}, **JSON
    )

    assert answer.json()["go"] == f"/hra/{Match.objects.get().pk}/"


@pytest.mark.parametrize(
    ("act", "by", "status"),
    [("odmitnout", 1, ChallengeStatus.DECLINED), ("odvolat", 0, ChallengeStatus.WITHDRAWN)],
)
def test_a_challenge_is_declined_or_withdrawn(act: str, by: int, status: str) -> None:
    members = (making.member(), making.member())
    made = lobby.challenge(
        member_id=members[0].pk, opponent_id=members[1].pk, ruleset="vrhcaby", rated=False
    )

    signed_in(members[by].pk).post(f"/vyzvy/{made.challenge_id}/{act}/")

    assert Challenge.objects.get().status == status


def test_a_rematch_is_offered_and_accepted_by_the_same_button() -> None:
    game = making.game()
    game.send(commands.Resign(0))
    game.be_here()
    path = f"/hra/{game.match_id}/odveta/"

    offered = signed_in(game.members[0]).post(path, {"seed": ""}, **JSON).json()
    accepted = signed_in(game.members[1]).post(path, {"seed": ""}, **JSON).json()

    assert offered["go"] is None
    assert accepted["go"] == f"/hra/{Match.objects.first().pk}/"
    assert Match.objects.count() == 2


def test_guests_cannot_challenge() -> None:
    answer = Client().post("/vyzvy/nova/", {"ruleset": "vrhcaby"})

    assert answer.status_code == 302
    assert "/ucet/login/" in answer["location"]
    assert Client().get("/vyzvy/1/prijmout/").status_code in (302, 405)


def test_the_lobby_shows_each_challenge_to_whom_it_concerns() -> None:
    first, second = making.member(), making.member()
    lobby.challenge(member_id=first.pk, opponent_id=second.pk, ruleset="vrhcaby", rated=True)
    lobby.challenge(member_id=first.pk, ruleset="vrhcaby", rated=False)

    of_first = script_data(signed_in(first.pk).get("/").content.decode(), "lobby-frame")
    of_second = script_data(signed_in(second.pk).get("/").content.decode(), "lobby-frame")
    of_guest = script_data(Client().get("/").content.decode(), "lobby-frame")

    assert [len(frame["challenges"]) for frame in (of_first, of_second, of_guest)] == [2, 2, 1]


def test_other_games_stand_beside_the_board_with_whose_move_it_is() -> None:
    game = making.game()
    other = making.game()
    other.row.seats.filter(side=1).update(member=game.members[0])
    member = get_user_model().objects.get(pk=game.members[0])
    request = RequestFactory().get("/")
    request.user = member

    shown = match_page.context(request, game.match_id)["other_games"]

    assert [one.url for one in shown] == [f"/hra/{other.match_id}/"]
    assert shown[0].mine is (other.state.turn == 1)


@pytest.mark.parametrize("count", [1, 8])
def test_the_lobby_asks_the_database_as_often_whatever_its_size(
    count: int, django_assert_max_num_queries
) -> None:
    for _ in range(count):
        making.game()
        lobby.challenge(member_id=making.member().pk, ruleset="vrhcaby", rated=True)
    client = signed_in(making.member().pk)

    with django_assert_max_num_queries(20):
        client.get("/")
