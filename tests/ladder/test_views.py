"""Pages of the ladder: what they say, and that they cost the same whatever their size."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import blocks
from games.enums import EndReason
from games.models import MemberDice
from games.services import lobby
from ladder.models import PROVISIONAL_BELOW, LadderResult, RatingChange
from ladder.services.tournaments import scores
from tests.games import making
from tests.ladder import tournaments
from tests.ladder.making import member, played

pytestmark = pytest.mark.django_db


def days_ago(days):
    return timezone.now() - datetime.timedelta(days=days)


def rivals(count, *, games=PROVISIONAL_BELOW, last_day=1):
    """Make pairs of members with so many games each; the first of a pair wins them all."""
    members = [member(f"Hráč{number:02d}") for number in range(2 * count)]
    for first, second in zip(members[::2], members[1::2], strict=True):
        for game in range(games):
            played(first, second, at=days_ago(last_day + games - game))
    return members


def page(client, name, query="", **kwargs):
    answer = client.get(
        reverse(f"ladder:{name}", kwargs=kwargs) + query, headers={"Accept-Language": "en"}
    )
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_empty_ladder_says_so(client):
    assert "Nobody has a rating yet" in page(client, "ladder")


def test_the_ladder_is_ordered_by_rating(client):
    rivals(1)

    text = page(client, "ladder")

    assert text.index("Hráč00") < text.index("Hráč01")
    assert 'class="number place">1.' in text


def test_equal_ratings_share_a_place(client):
    anna, boris, cyril, dana = (member(name) for name in ("Anna", "Boris", "Cyril", "Dana"))
    for _ in range(PROVISIONAL_BELOW):
        played(anna, boris)
        played(cyril, dana)

    text = page(client, "ladder")

    assert text.count('place">1.') == 2
    assert text.count('place">3.') == 2


def test_provisional_ratings_stand_apart_without_a_place(client):
    rivals(1, games=3)

    text = page(client, "ladder")

    assert "Provisional ratings" in text
    assert 'class="number place"' not in text


def test_members_long_away_are_shown_only_on_request(client):
    rivals(1, last_day=400)

    assert "Hráč00" not in page(client, "ladder")
    assert "Hráč00" in page(client, "ladder", "?show=all")


def test_the_change_of_place_since_a_week(client):
    rivals(2, last_day=30)
    for _ in range(12):
        played(member_of("Hráč03"), member_of("Hráč02"), at=days_ago(1))

    text = page(client, "ladder")

    lines = text.split("<tr>")[2:6]
    assert [("up by" in line, "down by" in line, "same place" in line) for line in lines] == [
        (False, False, True),
        (False, True, False),
        (False, False, True),
        (False, True, False),
    ]
    assert [name in line for name, line in zip(("00", "02", "03", "01"), lines, strict=True)] == [
        True
    ] * 4


def member_of(name):
    return RatingChange.objects.filter(member__username=name).first().member


def test_a_member_new_on_the_ladder_is_called_new(client):
    rivals(1, games=PROVISIONAL_BELOW, last_day=0)

    assert '<span class="badge">new</span>' in page(client, "ladder")


@pytest.mark.parametrize(
    "query", ["?page=0", "?page=x", "?pool=nothing", "?page=99999999999", "?page=1.5"]
)
def test_a_nonsense_address_shows_the_first_page(client, query):
    rivals(1)

    assert "Hráč00" in page(client, "ladder", query)


def test_a_page_beyond_the_end_says_so(client):
    rivals(1)

    assert "ends before this page" in page(client, "ladder", "?page=7")


def test_a_page_leads_to_its_neighbours_and_keeps_the_filters(client):
    rivals(1)
    for number in range(25):
        played(member(f"Anna{number:02d}"), member(f"Boris{number:02d}"))

    text = page(client, "ladder", "?provisional=1&page=1")

    assert 'rel="next" href="?provisional=1&amp;page=2"' in text
    assert 'rel="prev"' not in text
    assert 'rel="prev" href="?provisional=1&amp;page=1"' in page(
        client, "ladder", "?provisional=1&page=2"
    )


def test_the_ladder_in_czech_shows_czech_numbers(client):
    rivals(1)

    answer = client.get(reverse("ladder:ladder"), headers={"Accept-Language": "cs"})

    shown = RatingChange.objects.filter(member__username="Hráč00").latest("sequence").after
    assert f"{shown:.1f}".replace(".", ",") in answer.content.decode()


def test_small_graphs_are_not_localised(client):
    rivals(1)

    answer = client.get(reverse("ladder:ladder"), headers={"Accept-Language": "cs"})

    assert 'cx="94.0"' in answer.content.decode()


def test_a_members_page(client):
    anna, boris = member("Anna"), member("Boris")
    for _ in range(3):
        played(anna, boris, at=days_ago(3))
    result = played(boris, anna, reason=EndReason.CLAIMED, at=days_ago(1))

    text = page(client, "player", username="Anna")

    assert "3 – 0 – 1" in text
    assert "Lost the last rated game." in text
    assert "in 4 rated games" in text
    assert 'role="img"' in text
    assert reverse("ladder:change", kwargs={"result_id": result.pk}) in text
    assert "Claimed after the time limit" in text


def rolled(member, *, rolls, pips, doubles):
    MemberDice.objects.create(member=member, rolls=rolls, pips=pips, doubles=doubles)


def test_a_members_page_tells_his_luck_beside_what_fair_dice_give(client):
    rolled(member("Anna"), rolls=3600, pips=29700, doubles=700)

    text = page(client, "player", username="Anna").replace("\xa0", " ")

    luck = " ".join(text[text.index("Dice luck") :].split())
    assert "8.17 are expected" in luck
    assert "between 7.98 and 8.35. <strong>Within what fair dice give.</strong>" in luck
    assert "16.7 % are expected" in luck
    assert "between 15.1 % and 18.3 %. <strong>More than fair dice give.</strong>" in luck
    czech = client.get("/clen/Anna/", headers={"Accept-Language": "cs"}).content.decode()
    assert "<dd>8,25</dd>" in czech
    assert "V mezích poctivých kostek." in czech


def test_before_any_roll_is_counted_a_members_page_tells_no_luck(client):
    rolled(member("Boris"), rolls=0, pips=0, doubles=0)
    member("Anna")

    for name in ("Anna", "Boris"):
        assert "Dice luck" not in page(client, "player", username=name)


def test_a_name_with_diacritics_has_an_address(client):
    member("Žofie")

    assert "<h1>Žofie</h1>" in page(client, "player", username="Žofie")


def test_another_spelling_leads_to_the_right_address(client):
    member("Žofie")

    answer = client.get("/clen/žofie/")

    assert answer.status_code == 302
    assert answer["Location"] == reverse("ladder:player", kwargs={"username": "Žofie"})


@pytest.mark.parametrize("path", ["/clen/Nikdo/", "/zmena/7/", "/clen/%00/", "/zmena/0/"])
def test_what_is_not_there_is_a_404_in_the_sites_look(client, path):
    answer = client.get(path)

    assert answer.status_code == 404
    assert 'class="site-header"' in answer.content.decode()


def test_a_member_who_left_has_no_page(client):
    member("Anna", is_active=False)

    assert client.get("/clen/Anna/").status_code == 404


def test_unrated_games_are_listed_with_the_reason(client):
    anna, boris = member("Anna"), member("Boris")
    played(anna, boris, rated=False)

    text = page(client, "player", username="Anna")

    assert "Not rated: the game was agreed as unrated" in text
    assert "No rated game yet." in text


def test_results_can_be_filtered(client):
    anna, boris, cyril = member("Anna"), member("Boris"), member("Cyril")
    played(anna, boris)
    played(cyril, anna, reason=EndReason.IDLE)
    played(anna, cyril, winner=None, reason=EndReason.DRAW_AGREED)
    played(anna, cyril, winner=None, reason=EndReason.ANNULLED, rated=True)

    def shown(query):
        text = page(client, "player", query, username="Anna")
        return text.count("outcome-")

    assert shown("") == 4
    assert shown("?outcome=won") == 1
    assert shown("?outcome=lost") == 1
    assert shown("?outcome=drawn") == 1
    assert shown("?outcome=annulled") == 1
    assert shown("?opponent=cyril") == 3
    assert shown("?opponent=Cyril&outcome=lost&rated=yes") == 1
    assert shown("?rated=no") == 1


def over_the_board(first, second, *, score=(1, 0), **settings):
    """A tournament of two whose only pairing was entered from the board."""
    made = tournaments.started([first, second], name="Board cup", **settings)
    board = tournaments.pairing(made, 1, 1)
    act = {"pairing_id": board.pk, "by_id": made.by_id}
    answer = scores.enter_result(**act, first_score=score[0], second_score=score[1])
    tournaments.done(answer)
    return made


def test_results_from_the_board_stand_among_the_others(client):
    anna, boris, cyril = member("Anna"), member("Boris"), member("Cyril")
    played(anna, boris)
    over_the_board(anna, cyril)
    over_the_board("Host", anna, rated=False)

    def shown(query, name="Anna"):
        text = page(client, "player", query, username=name)
        return text.count("outcome-"), text.count("Board cup")

    assert shown("") == (3, 2)
    assert shown("?outcome=won") == (2, 1)
    assert shown("?outcome=lost") == (1, 1)
    assert shown("?rated=no") == (1, 1)
    assert shown("?opponent=cyril") == (1, 1)
    assert shown("?outcome=lost", "Cyril") == (1, 1)
    text = page(client, "player", "?opponent=cyril", username="Anna")
    assert "1:0" in text
    change = LadderResult.objects.get(pairing__isnull=False)
    assert change.get_absolute_url() in text


def test_results_of_a_tournament_for_members_are_shown_to_members(client):
    anna, boris = member("Anna"), member("Boris")
    over_the_board(anna, boris, visibility="members")

    assert "Board cup" not in page(client, "player", username="Anna")
    client.force_login(boris)
    assert "Board cup" in page(client, "player", username="Anna")


def test_a_bad_filter_says_why_and_filters_nothing(client):
    anna, boris = member("Anna"), member("Boris")
    played(anna, boris)

    text = page(client, "player", "?opponent=Nobody77&outcome=drown", username="Anna")

    assert "There is no member of this name." in text
    assert text.count("outcome-") == 1


def test_the_readers_record_against_the_member(client):
    anna, boris = member("Anna"), member("Boris", language="en")
    played(anna, boris)
    played(boris, anna, winner=None, rated=False)
    client.force_login(boris)

    text = page(client, "player", username="Anna")

    assert "against you: 1 won, 1 drawn, 0 lost" in text
    assert "Challenge" in text


def test_the_sum_of_a_change_is_shown_for_both(client):
    anna, boris = member("Anna"), member("Boris")
    played(anna, boris)
    result = played(boris, anna)

    text = page(client, "change", result_id=result.pk)

    won, lost = RatingChange.objects.filter(ladder_result__result=result).order_by("-score")
    assert f"+{won.amount:.3f}" in text
    assert f"−{-lost.amount:.3f}" in text
    assert f"{won.expected:.6f}" in text
    assert "Rated: two members agreed" in text
    assert "Against Anna, Boris was expected to score" in text


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"rated": False}, "agreed as unrated"),
        ({"winner": None, "reason": EndReason.ANNULLED}, "an official annulled the game"),
    ],
)
def test_a_result_that_does_not_count_says_why(client, how, why):
    result = played(member("Anna"), member("Boris"), **how)

    text = page(client, "change", result_id=result.pk)

    assert why in text
    assert "The formula" not in text


def test_the_home_page_welcomes_a_guest_and_shows_the_top(client):
    rivals(1)

    text = page(client, "home")

    assert "Join the club" in text
    assert "Hráč00" in text


QUERIES_AT_MOST = 9


@pytest.mark.parametrize("signed_in", [False, True])
def test_the_ladder_costs_the_same_at_any_size(client, django_assert_max_num_queries, signed_in):
    rivals(1)
    rivals_of_provisional_size = member("Nový"), member("Nová")
    played(*rivals_of_provisional_size, at=days_ago(2))
    if signed_in:
        client.force_login(rivals_of_provisional_size[0])
    with django_assert_max_num_queries(QUERIES_AT_MOST) as few:
        page(client, "ladder")

    for number in range(15):
        pair = member(f"Anna{number:02d}"), member(f"Boris{number:02d}")
        for _ in range(PROVISIONAL_BELOW):
            played(*pair, at=days_ago(2))
    with django_assert_max_num_queries(len(few)):
        text = page(client, "ladder")

    assert text.count("Anna") + text.count("Boris") >= 30


def test_a_members_page_costs_the_same_at_any_size(client, django_assert_max_num_queries):
    anna, reader = member("Anna"), member("Reader")
    for _ in range(PROVISIONAL_BELOW - 1):
        played(anna, reader)
    over_the_board(anna, reader)
    client.force_login(reader)
    with django_assert_max_num_queries(QUERIES_AT_MOST) as few:
        page(client, "player", username="Anna")

    rolled(anna, rolls=36, pips=294, doubles=6)
    for number in range(30):
        played(anna, member(f"Boris{number:02d}"))
    with django_assert_max_num_queries(len(few)):
        assert "Štěstí v kostkách" in page(client, "player", username="Anna")


def fill_the_lobby(reader, *, start, stop):
    """So many of each: members here, challenges to all and to the reader, his games and others'."""
    for number in range(start, stop):
        anna, boris, cyril = (
            making.member(f"{name}{number:02d}") for name in ("Anna", "Boris", "Cyril")
        )
        making.here(anna.pk)
        lobby.challenge(member_id=anna.pk, ruleset="vrhcaby", rated=True)
        lobby.challenge(member_id=boris.pk, ruleset="vrhcaby", rated=True, opponent_id=reader.pk)
        making.game(members=(reader, cyril))
        making.game(members=(boris, cyril))


@pytest.mark.parametrize("signed_in", [False, True])
def test_the_home_page_costs_the_same_at_any_size(client, django_assert_max_num_queries, signed_in):
    rivals(1)
    reader = making.member("Reader")
    if signed_in:
        client.force_login(reader)
    fill_the_lobby(reader, start=0, stop=1)
    # Lobby, ladder, and tournaments: my pairings and what can be entered, a statement each.
    with django_assert_max_num_queries(12) as few:
        page(client, "home")

    fill_the_lobby(reader, start=1, stop=30)
    with django_assert_max_num_queries(len(few)):
        text = page(client, "home")

    rows = re.findall(r'<li class="lobby-row[^>]*data-id="[1-9]', text)
    assert len(rows) > 30 * 3


@pytest.mark.parametrize("blocker", ["Reader", "Anna"])
def test_the_home_page_leaves_out_challenges_across_a_block(client, blocker):
    people = {name: making.member(name) for name in ("Reader", "Anna", "Boris")}
    other = people["Anna" if blocker == "Reader" else "Reader"]
    blocks.block(member_id=people[blocker].pk, other=other)
    made = {
        name: lobby.challenge(member_id=people[name].pk, ruleset="vrhcaby", rated=True)
        for name in ("Anna", "Boris")
    }
    client.force_login(people["Reader"])

    shown = page(client, "home")

    assert f'data-id="{made["Boris"].challenge_id}"' in shown
    assert f'data-id="{made["Anna"].challenge_id}"' not in shown


def test_a_challenge_from_a_members_page_is_filled_in(client):
    client.force_login(member("Reader"))
    member("Žofie")

    assert 'value="Žofie"' in page(client, "home", "?to=Žofie")


@pytest.mark.parametrize("path", ["/", "/zebricek/", "/clen/Anna/", "/zmena/1/"])
def test_pages_are_only_read(client, path):
    assert client.post(path).status_code == 405


def test_the_record_with_every_opponent(client):
    anna, boris, cyril = member("Anna"), member("Boris"), member("Cyril")
    for winner in (0, 0, 1, None):
        played(anna, boris, winner=winner)
    played(cyril, anna)

    text = page(client, "player", username="Anna")

    assert "2 – 1 – 1" in text
    assert "0 – 0 – 1" in text
    assert "?opponent=Boris#results" in text
